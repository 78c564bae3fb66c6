/** JSON of any shape, as a server sends it: scenarios look into it without proof, and what they find is compared. */
// biome-ignore lint/suspicious/noExplicitAny: the one place where it is allowed here
export type Json = any;

/** Bytes to objects: splitting, scanning, decoding when read. */
export type { Entry } from "./entry.ts";

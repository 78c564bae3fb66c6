/** Who we are: credentials that are sent with requests, and how to leave them out. */

export type { Credential } from "./credential.ts";
export { authentication } from "./credential.ts";
export { credentialFor } from "./from-config.ts";
export { basicAuth, bearerToken } from "./static.ts";
export type { TokenFileOptions } from "./token-file.ts";
export { tokenFile } from "./token-file.ts";
export { anonymous } from "./anonymous.ts";

/** Credentials that are sent with requests, and configurations without credentials. */

export { authentication } from "./authentication.ts";
export { credentialFor } from "./from-config.ts";
export { basicAuth, bearerToken } from "./static.ts";
export type { TokenFileOptions } from "./token-file.ts";
export { tokenFile } from "./token-file.ts";
export { anonymous } from "./anonymous.ts";
export type { CredentialProblem } from "./credential-error.ts";
export { CredentialError, isCredentialError } from "./credential-error.ts";
export type { ExecCluster, ExecCredential } from "./exec-credential.ts";
export type { LoadedExecCredential } from "./load-exec-credential.ts";
export { loadExecCredential, loadExecCredentialFromEnv } from "./load-exec-credential.ts";
export { configToExecCluster, execClusterToConfig } from "./exec-cluster.ts";

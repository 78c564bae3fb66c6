/** Test Kubernetes code without a cluster. */
export type { ApiServer, ApiServerOptions } from "./apiserver/index.ts";
export { startApiServer } from "./apiserver/index.ts";

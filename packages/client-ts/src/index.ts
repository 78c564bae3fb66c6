/** client-ts: client-go for TypeScript. */
export { ClientError, isClientError } from "./errors/index.ts";

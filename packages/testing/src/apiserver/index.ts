/** An API server in memory that speaks real HTTP. */
export { startApiServer } from "./api-server.ts";
export type { ApiServer, ApiServerOptions } from "./api-server-types.ts";
export type { Fault, FaultHandle, FaultMatch, Faults, FaultWhen } from "./faults.ts";
export type { Journal, JournalEntry } from "./journal.ts";
export { hashOf } from "./journal.ts";
export type { Snapshot } from "./snapshot.ts";
export type { AccessQuestion, DenyRule, TokenUser } from "./users.ts";
export { runApiServerCommand } from "./command.ts";
export { tooLarge } from "./api-error.ts";
export { builtinResources } from "./builtin-resources.ts";
export { verbOf } from "./dispatch.ts";
export type { Exchange, ResponseHeaders, ResponseStream } from "./exchange.ts";
export { formOf, renderingFor } from "./rendering.ts";
export { RequestHandler } from "./request-handler.ts";
export { parseApiPath, parseQuery } from "./request-path.ts";
export type { ServedResource } from "./resources.ts";
export { Users } from "./users.ts";

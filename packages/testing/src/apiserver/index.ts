/** An API server in memory that speaks real HTTP. */
export type { ApiServer, ApiServerOptions } from "./api-server.ts";
export { startApiServer } from "./api-server.ts";
export type { Journal, JournalEntry } from "./journal.ts";

/** What is known about all built-in kinds, as data that loads when it is first asked for. */
export type { KindFacts, SubresourceFacts } from "./load-kinds.ts";
export { loadKinds } from "./load-kinds.ts";
export type { BuiltInSchemas } from "./load-schemas.ts";
export { loadSchemas } from "./load-schemas.ts";
export type { ProtobufField, ProtobufMessage, ProtobufTables, ProtobufType } from "./load-protobuf.ts";
export { loadProtobufTables } from "./load-protobuf.ts";

/** Work shared among replicas: shards on Leases. */
export type { ShardFleetOptions, ShardSignals } from "./shard-fleet.ts";
export { ShardFleet } from "./shard-fleet.ts";
export type { ShardedSourceOptions } from "./sharded-source.ts";
export { shardedSource } from "./sharded-source.ts";
export { shardOf, shardSelectorOf } from "./shard-hash.ts";
export { ShardedWork } from "./sharded-work.ts";
export { ShardSelection } from "./shard-selection.ts";

/** Leader election on a Lease: one of several processes does the work, and writes only while the lease is its own. */
export type { CoordinatedElectionOptions, LeaderElectorOptions } from "./settings.ts";
export type { ElectorParts } from "./leader-elector.ts";
export { LeaderElector, newLeaderElector } from "./leader-elector.ts";
export { LeaseSession } from "./lease-session.ts";
export type { ElectionRecord } from "./election-record.ts";
export { holdTimeMs, isSameWrite, recordOf, specOf } from "./election-record.ts";
export { jitterFactor } from "./settings.ts";
export { isLeadershipLost, LeadershipLostError } from "./leadership-lost-error.ts";
export type { LeaderHealthCheckOptions } from "./leader-health-check.ts";
export { LeaderHealthCheck, newLeaderHealthCheck } from "./leader-health-check.ts";

/** Leader election on a Lease, and a client that writes only while its process leads. */
export {
  isLeadershipLost,
  LeadershipLostError,
  newLeaderElector,
  newLeaderHealthCheck,
} from "../leaderelection/index.ts";
export type {
  LeaderElector,
  LeaderElectorOptions,
  LeaderHealthCheck,
} from "../leaderelection/index.ts";

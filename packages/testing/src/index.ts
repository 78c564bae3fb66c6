/**
 * Test Kubernetes code without a cluster: an in-memory API server over real HTTP, and a launcher for a real control
 * plane.
 */
export { startApiServer } from "./apiserver/index.ts";
export type {
  ApiServer,
  ApiServerOptions,
  DenyRule,
  Fault,
  FaultHandle,
  FaultMatch,
  Faults,
  Journal,
  JournalEntry,
} from "./apiserver/index.ts";
export {
  shareControlPlane,
  sharedKubeconfig,
  startControlPlane,
  startFaultProxy,
  testNamespaceName,
} from "./control-plane/index.ts";
export type { ControlPlane, ControlPlaneOptions, FaultProxy } from "./control-plane/index.ts";

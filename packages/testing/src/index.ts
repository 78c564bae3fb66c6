/**
 * Test Kubernetes code without a cluster: a fake clientset without a server, an in-memory API server over real HTTP,
 * and a launcher for a real control plane.
 */
export { newFakeClientset, newFakeWatcher } from "./fake/index.ts";
export type {
  Action,
  FakeClientset,
  FakeClientsetOptions,
  FakeWatcher,
  ObjectTracker,
  Reactor,
  WatchReactor,
} from "./fake/index.ts";
export { newContainerLog, startApiServer } from "./apiserver/index.ts";
export type {
  ApiServer,
  ApiServerOptions,
  ContainerLog,
  ContainerProcess,
  ContainerScript,
  DenyRule,
  Fault,
  FaultHandle,
  FaultMatch,
  Faults,
  Journal,
  JournalEntry,
} from "./apiserver/index.ts";
export type { ControllerName } from "./controllers/index.ts";
export { runController } from "./controller/index.ts";
export type { ControllerRun, RunControllerOptions } from "./controller/index.ts";
export {
  shareControlPlane,
  sharedKubeconfig,
  startControlPlane,
  startFaultProxy,
  testNamespaceName,
} from "./control-plane/index.ts";
export type { ControlPlane, ControlPlaneOptions, ControlPlanePart, FaultProxy } from "./control-plane/index.ts";

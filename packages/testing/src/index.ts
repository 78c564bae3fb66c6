/** Test Kubernetes code without a cluster. */
export type { ApiServer, ApiServerOptions } from "./apiserver/index.ts";
export { startApiServer } from "./apiserver/index.ts";
export {
  buildFromSource,
  downloadBinaries,
  findBinaries,
  runControlPlaneCommand,
  shareControlPlane,
  sharedKubeconfig,
  sharedVariables,
  startControlPlane,
  startFaultProxy,
  testNamespaceName,
} from "./control-plane/index.ts";
export type {
  Binaries,
  BinaryName,
  BuildOptions,
  CommandSurroundings,
  ControlPlane,
  ControlPlaneOptions,
  ControlPlaneUser,
  CrdSource,
  DownloadOptions,
  FaultProxy,
  FindBinariesOptions,
  OnProgress,
  PartName,
  PartProcess,
  Parts,
} from "./control-plane/index.ts";

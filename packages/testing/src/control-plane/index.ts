/** A real control plane in one call. */
export { startControlPlane } from "./control-plane.ts";
export type { ControlPlane, ControlPlaneOptions, ControlPlaneUser } from "./control-plane.ts";
export { shareControlPlane, sharedKubeconfig, sharedVariables, testNamespaceName } from "./shared.ts";
export type { PartProcess } from "./part-process.ts";
export type { BinaryName, PartName, Parts } from "./parts.ts";
export { startFaultProxy } from "./fault-proxy.ts";
export type { FaultProxy } from "./fault-proxy.ts";
export type { CrdSource } from "./crds.ts";
export { findBinaries } from "./find-binaries.ts";
export type { Binaries, FindBinariesOptions } from "./find-binaries.ts";
export { buildFromSource } from "./build-from-source.ts";
export type { BuildOptions, OnProgress } from "./build-from-source.ts";
export { downloadBinaries } from "./download.ts";
export type { DownloadOptions } from "./download.ts";
export { runControlPlaneCommand } from "./command.ts";

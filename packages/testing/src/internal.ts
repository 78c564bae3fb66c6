/**
 * What only our own packages need: the `client-ts` command, the conformance suite and the benchmarks. Outside semver: a
 * name here may change or disappear in any release.
 */
export { hashOf, runApiServerCommand, sortedMembers } from "./apiserver/index.ts";
export type { AccessAttributes } from "./apiserver/index.ts";
export { runDemo, runDemoCommand } from "./demo/index.ts";
export type { DemoCommandIo, DemoIo, DemoOptions, Terminal, TerminalStreams } from "./demo/index.ts";
export {
  buildFromSource,
  downloadBinaries,
  findBinaries,
  runControlPlaneCommand,
  sharedVariables,
} from "./control-plane/index.ts";
export type {
  Binaries,
  BinaryName,
  BuildOptions,
  ControlPlaneUser,
  CRDSource,
  DownloadOptions,
  FindBinariesOptions,
  OnProgress,
  PartName,
  Parts,
} from "./control-plane/index.ts";

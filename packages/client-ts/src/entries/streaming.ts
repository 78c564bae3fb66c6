/** Streams between us and Pods, beyond the methods of a Pod's client. */
export { connectTerminal, findPod, mergeLogs } from "../streaming/index.ts";
export type {
  AttachOptions,
  CopyOptions,
  CopyResult,
  ExecOptions,
  ExitStatus,
  LogLine,
  LogOptions,
  LogStream,
  MergeLogsOptions,
  PodTarget,
  PortForward,
  PortForwardOptions,
  PortMapping,
  RemoteProcess,
} from "../streaming/index.ts";

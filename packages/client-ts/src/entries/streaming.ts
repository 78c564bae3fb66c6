/** Streams between us and Pods, beyond the methods of a Pod's client. */
export { mergeLogs } from "../streaming/index.ts";
export type {
  AttachOptions,
  ExecOptions,
  ExitStatus,
  LogLine,
  LogOptions,
  LogStream,
  MergeLogsOptions,
  RemoteProcess,
} from "../streaming/index.ts";

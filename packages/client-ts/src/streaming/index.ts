/** Streams between us and a Pod: commands, logs, forwarded ports, copied files. */
export type { ExitStatus } from "./exit-status.ts";
export type { RemoteProcess, TerminalSize } from "./remote-process.ts";
export type { AttachOptions, ExecOptions, ProcessProtocol } from "./exec.ts";
export { attach, exec } from "./exec.ts";
export type { LogOptions, LogStream } from "./logs.ts";
export { readLogs } from "./logs.ts";
export type { LogLine, LogReader, MergeLogsOptions } from "./merge-logs.ts";
export { mergeLogs } from "./merge-logs.ts";

/** Streams between us and a Pod: commands, logs, forwarded ports, copied files. */
export type { ExitStatus } from "./exit-status.ts";
export type { RemoteProcess, TerminalSize } from "./remote-process.ts";
export type { AttachOptions, ExecOptions, ProcessProtocol } from "./exec.ts";
export { attach, exec } from "./exec.ts";
export { annotatedContainer, defaultContainerAnnotation, inContainer } from "./default-container.ts";
export type { LogOptions, LogStream } from "./logs.ts";
export { readLogs } from "./logs.ts";
export type { LogLine, LogReader, MergeLogsOptions } from "./merge-logs.ts";
export { mergeLogs } from "./merge-logs.ts";
export type { PortForward, PortForwardOptions } from "./port-forward.ts";
export { forwardPorts } from "./port-forward.ts";
export type { PortMapping } from "./port-mapping.ts";
export type { PodTarget } from "./find-pod.ts";
export { findPod } from "./find-pod.ts";
export type { CopyOptions, CopyResult } from "./copy.ts";
export { copyFrom } from "./copy-from.ts";
export { copyTo } from "./copy-to.ts";
export { connectTerminal } from "./node/terminal.ts";

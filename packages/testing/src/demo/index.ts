/** A live view of an operator at work: the `client-ts demo` command. */
export { runDemoCommand } from "./command.ts";
export type { DemoCommandIo } from "./command.ts";
export { runDemo } from "./demo.ts";
export type { DemoIo } from "./demo.ts";
export type { DemoOptions } from "./options.ts";
export type { Terminal, TerminalStreams } from "./terminal.ts";

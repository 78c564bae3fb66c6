/** How a plugin is run. */
export interface ExecRunOptions {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /**
   * Whether it gets our standard input and error, to ask the user. Else it has no input, and its errors are collected.
   */
  readonly interactive: boolean;
  readonly timeoutMs: number;
  /** The longest output that is accepted; a plugin that prints more is killed. */
  readonly maxOutputBytes: number;
  /** How many bytes of its errors are kept; the rest is dropped. */
  readonly maxErrorBytes: number;
}

/** How a run of a plugin ended. */
export type RunOutcome =
  | { readonly ended: "exit"; readonly code: number; readonly output: Uint8Array; readonly errors: Uint8Array }
  | { readonly ended: "signal"; readonly signal: string; readonly errors: Uint8Array }
  | { readonly ended: "timeout" | "limit"; readonly errors: Uint8Array }
  | { readonly ended: "not-started"; readonly code: string };

/**
 * The machine as exec plugins see it: environment, files, terminal and processes. Node's own is the default; a test
 * hands in another.
 */
export interface ExecHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As `process.platform`. */
  readonly platform: string;
  readonly cwd: string;
  /** Whether the path is a file that may be run. */
  isExecutable(path: string): Promise<boolean>;
  /** Whether standard input is a terminal. */
  isTerminal(): boolean;
  /**
   * Runs the file at a full path, with these arguments and no shell, until it ends. What it started ends with it when a
   * limit is reached.
   */
  run(path: string, options: ExecRunOptions): Promise<RunOutcome>;
}

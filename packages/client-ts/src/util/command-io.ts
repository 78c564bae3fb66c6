/** What a subcommand of the `client-ts` command receives from the program that runs it. */
export interface CommandIo {
  /** Prints one line for the user. */
  readonly print: (line: string) => void;
  /** Prints one line about progress or a problem. */
  readonly report: (line: string) => void;
  /** Ends a long-running command cleanly when it is aborted. */
  readonly signal: AbortSignal;
  /** Environment variables. Default: those of the process. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** A program that others wrote, or that uses a client that others wrote. */
export interface ForeignProgram {
  readonly name: string;
  /** Commands that must be on the machine. */
  readonly tools: readonly string[];
  /** Whether it waits for workloads: both servers then have controllers, ours the small ones. Default `false`. */
  readonly controllers?: boolean | undefined;
  /** Brings what the program needs into a folder of its own; that may be there from the last time. */
  prepare(folder: string): void;
  /** How it is run. It takes the server from `KUBECONFIG`, and prints one line for each result. */
  command(folder: string): { readonly file: string; readonly args: readonly string[]; readonly cwd?: string };
  /** The lines of its output that are compared; with their order, unless they are sorted here. */
  lines(output: string): string[];
}

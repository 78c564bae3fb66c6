import { parseArgs } from "node:util";
import { parseDurationMs } from "client-ts/meta";

/** What the command line asks for. */
export interface StartOptions {
  readonly durationMs: number;
  /** Without one, the in-memory server is used. */
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
}

/** Reads the command line of `npm start`. */
export function readOptions(args: readonly string[]): StartOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      duration: { type: "string", default: "1h" },
      kubeconfig: { type: "string" },
      context: { type: "string" },
    },
  });
  return { durationMs: parseDurationMs(values.duration), kubeconfig: values.kubeconfig, context: values.context };
}

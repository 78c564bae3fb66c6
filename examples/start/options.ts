import { parseArgs } from "node:util";
import { parseDurationMs } from "client-ts/meta";

/** What the command line asks for. */
export interface StartOptions {
  readonly durationMs: number;
  /** Without one, the in-memory server is used. */
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
}

const usage = `npm start -- [--duration 20s] [--kubeconfig FILE] [--context NAME]

Runs informers and a work queue under load and injected faults, then compares the cache with the server.
  --duration D       how long, as 20s or 5m (default 1h); ctrl-C ends it earlier
  --kubeconfig FILE  on a real cluster, in a namespace of its own (default: an in-memory API server)
  --context NAME     the context of the kubeconfig`;

/** Reads the command line of `npm start`. Ends the program after `--help`, or with one line when an option is wrong. */
export function readOptions(args: readonly string[]): StartOptions {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        duration: { type: "string", default: "1h" },
        kubeconfig: { type: "string" },
        context: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
    if (values.help !== true)
      return { durationMs: parseDurationMs(values.duration), kubeconfig: values.kubeconfig, context: values.context };
    console.log(usage);
    process.exit(0);
  } catch (error) {
    console.error(`${(error as Error).message.split("\n")[0]}; npm start -- --help shows the options`);
    process.exit(2);
  }
}

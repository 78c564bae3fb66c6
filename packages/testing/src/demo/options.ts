import { parseArgs } from "node:util";
import { parseDurationMs } from "client-ts/meta";

/** What the command line asks for. */
export interface DemoOptions {
  /** `undefined`: until the user ends it. */
  readonly durationMs: number | undefined;
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  /** Lines instead of a view, also on a terminal. */
  readonly plain: boolean;
}

/** What reading a command line gives: options, or text to print and an exit code. */
export type ReadOptions =
  | { readonly type: "run"; readonly options: DemoOptions }
  | { readonly type: "help"; readonly text: string }
  | { readonly type: "wrong"; readonly text: string };

const usage = `client-ts demo [--duration 20s] [--kubeconfig FILE] [--context NAME] [--plain]

Shows the whole pipeline at work, live: an in-memory API server, an operator that makes a Deployment, a Service and a
ConfigMap of each Website, and a scripted load. Keys cut the connection, force a 410, pause the server and more, and the
view says what was missed and how it was recovered. It ends by comparing the caches with the server.

  --duration D       end after this time, such as 20s or 5m; exit code 0 only if the caches and the server agree.
                     Default: until q or ctrl-C
  --kubeconfig FILE  run on a real cluster, in a namespace of its own that is deleted at the end, together with the
                     CustomResourceDefinition if it was not there before; the Deployments have no replicas
  --context NAME     run on a real cluster, with this context of the kubeconfig
  --plain            one line each second instead of the view; the default where there is no terminal. Faults are then
                     injected by a script
  --help             print this

NO_COLOR turns colours off, FORCE_COLOR turns them on.`;

/** Reads the command line of the demo. */
export function readOptions(argv: readonly string[]): ReadOptions {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        duration: { type: "string" },
        kubeconfig: { type: "string" },
        context: { type: "string" },
        plain: { type: "boolean", default: false },
        help: { type: "boolean", short: "h" },
      },
    });
    if (values.help === true) return { type: "help", text: usage };
    const { duration, kubeconfig, context, plain } = values;
    return { type: "run", options: { durationMs: durationOf(duration), kubeconfig, context, plain } };
  } catch (error) {
    const [line] = (error as Error).message.split("\n");
    return { type: "wrong", text: `${line}; "client-ts demo --help" shows the options` };
  }
}

function durationOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const durationMs = parseDurationMs(text);
  if (!(durationMs >= 1_000)) throw new Error(`--duration must be at least 1s, not ${JSON.stringify(text)}`);
  return durationMs;
}

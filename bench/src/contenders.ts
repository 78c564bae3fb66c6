import { defined } from "client-ts/internal";
import type { ClientConfig } from "./clients/protocol.ts";
import type { Programs } from "./programs.ts";
import type { ClientProgram } from "./processes.ts";

/** Who is measured. The names are those of tables and bars. */
export type ContenderName =
  | "client-ts"
  | "client-ts, all read"
  | "client-ts protobuf"
  | "client-ts protobuf, all read"
  | "client-ts protobuf, all read, frozen"
  | "client-ts, paged list"
  | "client-ts, Node 20"
  | "client-ts, earlier"
  | "client-node"
  | "client-go JSON"
  | "client-go JSON, streaming"
  | "client-go protobuf"
  | "client-go protobuf, streaming"
  | "client-go protobuf, memory limit"
  | "raw reader";

/** How a contender is started. */
export interface Contender {
  readonly name: ContenderName;
  readonly ours: boolean;
  /** The program for a corpus of some size. */
  program(size: number): ClientProgram;
  readonly config: Pick<ClientConfig, "protobuf" | "read" | "frozen" | "streaming">;
}

/** What is on this machine. */
export interface BenchEnvironment {
  readonly programs: Programs;
  /** Our client's program with an earlier state of the library, when that is asked for. */
  readonly earlier: string | undefined;
  /** Node 24, for ours and for client-node. */
  readonly node: string;
  /** The oldest supported Node (20), when it is another one. */
  readonly oldNode: string | undefined;
  readonly peers: string | undefined;
  readonly go: string | undefined;
  /** Flags for our client's Node: profiling. */
  readonly ourFlags: readonly string[];
}

/** Bytes of Go memory per Pod under the limit: what client-go keeps alive, and a third more. */
const limitedBytesPerObject = 14_000;

/** Those that can run here. */
export function contendersFor(here: BenchEnvironment): ReadonlyMap<ContenderName, Contender> {
  const found = new Map<ContenderName, Contender>();
  const add = (
    name: ContenderName,
    config: Partial<Contender["config"]>,
    program: (size: number) => ClientProgram,
  ): void => {
    found.set(name, {
      name,
      ours: name.startsWith("client-ts"),
      program,
      config: { protobuf: false, read: false, frozen: false, streaming: true, ...config },
    });
  };
  const run = (node: string, program: string, flags: readonly string[] = []): (() => ClientProgram) => {
    const args = ["--expose-gc", ...flags, program];
    return () => ({ command: node, args });
  };
  const { programs, earlier, node, oldNode, peers, go, ourFlags } = here;
  add("client-ts", {}, run(node, programs.ours, ourFlags));
  if (earlier !== undefined) add("client-ts, earlier", {}, run(node, earlier, ourFlags));
  add("client-ts, all read", { read: true }, run(node, programs.ours, ourFlags));
  add("client-ts protobuf", { protobuf: true }, run(node, programs.ours, ourFlags));
  add("client-ts protobuf, all read", { protobuf: true, read: true }, run(node, programs.ours, ourFlags));
  add(
    "client-ts protobuf, all read, frozen",
    { protobuf: true, read: true, frozen: true },
    run(node, programs.ours, ourFlags),
  );
  add("client-ts, paged list", { streaming: false }, run(node, programs.ours, ourFlags));
  if (oldNode !== undefined) add("client-ts, Node 20", {}, run(oldNode, programs.ours, ourFlags));
  if (peers !== undefined) add("client-node", {}, run(node, programs.clientNode));
  add("raw reader", {}, run(node, programs.rawReader));
  if (go === undefined) return found;
  const withGo =
    (streaming: boolean, limited = false) =>
    (size: number): ClientProgram => ({
      command: go,
      args: ["client"],
      env: {
        KUBE_FEATURE_WatchListClient: String(streaming),
        ...defined({ GOMEMLIMIT: limited ? String(size * limitedBytesPerObject + 64 * 2 ** 20) : undefined }),
      },
    });
  add("client-go JSON", {}, withGo(false));
  add("client-go JSON, streaming", {}, withGo(true));
  add("client-go protobuf", { protobuf: true }, withGo(false));
  add("client-go protobuf, streaming", { protobuf: true }, withGo(true));
  add("client-go protobuf, memory limit", { protobuf: true }, withGo(false, true));
  return found;
}

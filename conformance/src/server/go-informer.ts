import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Json } from "./json.ts";

/** What the Go program in `conformance/go/informer` prints. */
export interface InformerLine {
  readonly event: "add" | "update" | "delete" | "missed" | "synced" | "state";
  readonly key?: string;
  readonly rv?: string;
  readonly count?: number;
  readonly hash?: string;
}

/** The sum of a cache or of a server's objects. */
export interface CacheState {
  readonly count: number;
  readonly hash: string;
}

/** client-go's shared informer of ConfigMaps in a process of its own. */
export class GoInformer {
  /** Every notification since the start, in order. */
  readonly notifications: InformerLine[] = [];
  readonly #child: ChildProcess;
  readonly #directory: string;
  readonly #waiting: {
    readonly wanted: (line: InformerLine) => boolean;
    readonly resolve: (line: InformerLine) => void;
  }[] = [];

  constructor(program: string, kubeconfig: string, env: Readonly<Record<string, string>> = {}) {
    this.#directory = mkdtempSync(join(tmpdir(), "client-ts-informer-run-"));
    const file = join(this.#directory, "config");
    writeFileSync(file, kubeconfig, { mode: 0o600 });
    // client-go says on standard error what it retries: that is expected here.
    this.#child = spawn(program, ["-kubeconfig", file], {
      stdio: ["pipe", "pipe", "ignore"],
      env: { ...process.env, ...env },
    });
    createInterface({ input: this.#child.stdout! }).on("line", (text) => this.#take(JSON.parse(text) as InformerLine));
  }

  /** The state that the informer reports when it has synced. */
  synced(): Promise<CacheState> {
    return this.#next((line) => line.event === "synced") as Promise<CacheState>;
  }

  /** The state of the cache now. */
  state(): Promise<CacheState> {
    const answer = this.#next((line) => line.event === "state");
    this.#child.stdin!.write("state\n");
    return answer as Promise<CacheState>;
  }

  /** Waits for a notification of an object: of one version, or any from a position on. */
  async notified(
    key: string,
    { rv, since = 0 }: { readonly rv?: string; readonly since?: number } = {},
  ): Promise<void> {
    const wanted = (line: InformerLine): boolean => line.key === key && (rv === undefined || line.rv === rv);
    if (!this.notifications.slice(since).some(wanted)) await this.#next(wanted);
  }

  /** Ends the process. */
  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("close", resolve));
    this.#child.stdin!.end();
    await ended;
    rmSync(this.#directory, { recursive: true, force: true });
  }

  #next(wanted: (line: InformerLine) => boolean): Promise<InformerLine> {
    return new Promise((resolve) => this.#waiting.push({ wanted, resolve }));
  }

  #take(line: InformerLine): void {
    if (line.event !== "synced" && line.event !== "state") this.notifications.push(line);
    for (const waiter of [...this.#waiting]) {
      if (!waiter.wanted(line)) continue;
      this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
      waiter.resolve(line);
    }
  }
}

/** The same sum as the Go program's, of a server's list. */
export function stateOf(configMaps: readonly Json[]): CacheState {
  const lines = configMaps.map(({ metadata: { namespace, name, uid, resourceVersion }, data }) => {
    // As Go prints a map: keys in order.
    const sorted =
      data === undefined ? null : Object.fromEntries(Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1)));
    return `${namespace}/${name} ${uid} ${resourceVersion} ${JSON.stringify(sorted)}\n`;
  });
  lines.sort((a, b) => (a < b ? -1 : 1));
  return { count: lines.length, hash: createHash("sha256").update(lines.join("")).digest("hex") };
}

import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { writeHeapSnapshot } from "node:v8";
import type { ClientCommand, ClientConfig, Numbers } from "./protocol.ts";

/** What a handler reports to the harness. */
export interface HandlerReports {
  added(): void;
  /** `version` is asked for only when latency is measured. */
  updated(version: () => string): void;
  deleted(): void;
}

/** A client library as the harness drives it. What a library cannot do is absent. */
export interface Subject {
  /** Starts an informer whose handler makes these reports. */
  start(reports: HandlerReports): void | Promise<void>;
  /** All objects of the cache; the harness reads `status.phase` of each. */
  list?(): readonly object[];
  /** The objects with a label that nearly all have. */
  select?(): readonly object[];
  /** How many objects are on a node. */
  lookup?(node: string): number;
  /** One GET of a Pod. */
  get?(): Promise<unknown>;
  /** Reads a body to its end and says how many bytes it had; over the same connection each time. */
  transfer?(path: string, watch: boolean): Promise<number>;
  /** Nanoseconds for add, get and done of one key, or of many. */
  queue?(): Promise<Numbers>;
}

interface PodLike {
  readonly spec: { readonly nodeName: string };
  readonly status: { readonly phase: string };
}

/** Answers the runner's commands for one library until the runner asks it to exit. */
export async function drive(make: (config: ClientConfig) => Promise<Subject>): Promise<void> {
  const config = JSON.parse(process.argv[2] as string) as ClientConfig;
  const harness = new Harness(config, await make(config));
  for await (const line of createInterface({ input: process.stdin })) {
    const command = JSON.parse(line) as ClientCommand;
    if (command.do === "exit") break;
    say(await harness.perform(command));
  }
  process.exit(0);
}

class Harness {
  readonly #config: ClientConfig;
  readonly #subject: Subject;
  #adds = 0;
  #updates = 0;
  #firstUpdate = 0;
  #latencies: number[] | undefined;
  #onSynced: () => void = () => {};
  #onDeleted: () => void = () => {};

  constructor(config: ClientConfig, subject: Subject) {
    this.#config = config;
    this.#subject = subject;
  }

  perform(command: ClientCommand): Promise<Numbers> {
    switch (command.do) {
      case "sync":
        return this.#sync();
      case "settle":
        return settle();
      case "events":
        return this.#events();
      case "latency":
        return this.#latency();
      case "lister":
        return this.#lister();
      case "reads":
        return this.#reads();
      case "gets":
        return this.#gets(command.count);
      case "transport":
        return this.#transport(command.path, command.watch);
      case "queue":
        return needed(this.#subject.queue?.bind(this.#subject), "queue")();
      case "heap-snapshot":
        writeHeapSnapshot(command.file);
        return Promise.resolve({});
      case "exit":
        return Promise.resolve({});
    }
  }

  async #sync(): Promise<Numbers> {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const synced = new Promise<void>((resolve) => {
      this.#onSynced = resolve;
    });
    const reports: HandlerReports = {
      added: () => {
        if (++this.#adds === this.#config.size) this.#onSynced();
      },
      updated: (version) => {
        if (this.#latencies !== undefined) {
          const now = process.hrtime.bigint();
          this.#latencies.push(Number(now - (BigInt(version()) - 1_000_000_000_000_000n)) / 1000);
        } else if (this.#updates++ === 0) this.#firstUpdate = performance.now();
      },
      deleted: () => this.#onDeleted(),
    };
    await pause(50);
    delay.enable();
    const [cpu, began] = [cpuSeconds(), performance.now()];
    await this.#subject.start(reports);
    await synced;
    const [elapsed, used] = [(performance.now() - began) / 1000, cpuSeconds() - cpu];
    // The stall that ends the sync is counted once the loop turns again.
    await pause(20);
    delay.disable();
    return { syncS: elapsed, syncCpuS: used, stallMs: delay.max / 1e6, peakRssMB: memory().peak };
  }

  async #events(): Promise<Numbers> {
    const deleted = new Promise<void>((resolve) => {
      this.#onDeleted = resolve;
    });
    const cpu = cpuSeconds();
    say({ armed: 1 });
    await deleted;
    const [elapsed, used] = [(performance.now() - this.#firstUpdate) / 1000, cpuSeconds() - cpu];
    return {
      eventsPerS: this.#updates / elapsed,
      handled: this.#updates,
      eventCpuUs: (used / this.#updates) * 1e6,
      eventsPeakRssMB: memory().peak,
    };
  }

  async #latency(): Promise<Numbers> {
    const latencies: number[] = [];
    this.#latencies = latencies;
    const deleted = new Promise<void>((resolve) => {
      this.#onDeleted = resolve;
    });
    say({ armed: 1 });
    await deleted;
    latencies.sort((a, b) => a - b);
    const at = (share: number): number => latencies[Math.floor(share * (latencies.length - 1))] as number;
    return { latencyP50Us: at(0.5), latencyP99Us: at(0.99), handled: latencies.length, eventsPeakRssMB: memory().peak };
  }

  async #lister(): Promise<Numbers> {
    const list = needed(this.#subject.list?.bind(this.#subject), "list");
    const lookup = needed(this.#subject.lookup?.bind(this.#subject), "lookup");
    const times: number[] = [];
    const nodes = new Set<string>();
    let listed = 0;
    const cpu = cpuSeconds();
    const once = (): number => {
      const began = performance.now();
      for (const object of list()) if ((object as PodLike).status.phase === "Running") listed++;
      return performance.now() - began;
    };
    for (let i = 0; i < 10; i++) times.push(once());
    const used = cpuSeconds() - cpu;
    const total = times.reduce((sum, time) => sum + time, 0);
    const first = times[0] as number;
    // A list takes half a millisecond, which one interruption doubles: the median of many stands for the later ones.
    const rests = times.slice(1);
    const seen = listed;
    while (rests.length < 99) rests.push(once());
    rests.sort((a, b) => a - b);
    for (const object of list().slice(0, 500)) nodes.add((object as PodLike).spec.nodeName);
    const names = [...nodes];
    // Each value once is a fraction of a millisecond: the median of many rounds, for a second at most, because
    // client-node looks at every object.
    const lookups: number[] = [];
    let found = 0;
    const until = performance.now() + 1000;
    while (lookups.length < 99 && performance.now() < until) {
      const began = performance.now();
      found = 0;
      for (const name of names) found += lookup(name);
      lookups.push(((performance.now() - began) * 1000) / names.length);
    }
    lookups.sort((a, b) => a - b);
    return {
      listFirstMs: first,
      listRestMs: rests[49] as number,
      listAllMs: total,
      listCpuS: used,
      listed: seen / 10,
      lookupUs: lookups[lookups.length >> 1] as number,
      lookupFound: found / names.length,
    };
  }

  /** Every object of the cache in a loop that yields after each thousand: nothing decoded yet, and once more. */
  async #reads(): Promise<Numbers> {
    const list = needed(this.#subject.list?.bind(this.#subject), "list");
    const select = needed(this.#subject.select?.bind(this.#subject), "select");
    const selected = await yielding(select, 0);
    const cold = await yielding(list, 1000);
    const warm = await yielding(list, 1000);
    return {
      coldStallMs: cold.stallMs,
      coldSliceCpuMs: cold.sliceCpuMs,
      coldReadCpuS: cold.cpuS,
      warmStallMs: warm.stallMs,
      warmReadCpuS: warm.cpuS,
      selectCpuMs: selected.sliceCpuMs,
    };
  }

  async #gets(count: number): Promise<Numbers> {
    const get = needed(this.#subject.get?.bind(this.#subject), "get");
    const [cpu, began] = [cpuSeconds(), performance.now()];
    await Promise.all(Array.from({ length: count }, () => get()));
    return { getsMs: performance.now() - began, getsCpuMs: (cpuSeconds() - cpu) * 1000 };
  }

  async #transport(path: string, watch: boolean): Promise<Numbers> {
    const transfer = needed(this.#subject.transfer?.bind(this.#subject), "transfer");
    // Connecting, loading and the first compilation are not what a megabyte costs.
    await transfer("/api/v1/namespaces/team-000/pods/web", false);
    const [cpu, began] = [cpuSeconds(), performance.now()];
    const megabytes = (await transfer(path, watch)) / 1e6;
    const [elapsed, used] = [(performance.now() - began) / 1000, cpuSeconds() - cpu];
    return { transferMB: megabytes, transferMBPerS: megabytes / elapsed, cpuMsPerMB: (used * 1000) / megabytes };
  }
}

/**
 * Reads objects, and lets the event loop turn after each `atOnce` of them; with 0 only the list is made. Gives the
 * longest stall, and the longest slice in processor time of this thread, which a busy machine does not change.
 */
async function yielding(
  list: () => readonly object[],
  atOnce: number,
): Promise<{ stallMs: number; sliceCpuMs: number; cpuS: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await pause(20);
  delay.reset();
  const cpu = cpuSeconds();
  let [began, longest, read, running] = [threadMs(), 0, 0, 0];
  const turn = async (): Promise<void> => {
    longest = Math.max(longest, threadMs() - began);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    began = threadMs();
  };
  const objects = list();
  await turn();
  if (atOnce > 0) {
    for (const object of objects) {
      if ((object as PodLike).status.phase === "Running") running++;
      if (++read % atOnce === 0) await turn();
    }
    if (running === 0) throw new Error("no object was read");
    await turn();
  }
  const cpuS = cpuSeconds() - cpu;
  await pause(20);
  delay.disable();
  return { stallMs: delay.max / 1e6, sliceCpuMs: longest, cpuS };
}

/** Processor milliseconds of this thread; of all threads where the runtime does not know. */
function threadMs(): number {
  const { threadCpuUsage = process.cpuUsage } = process as { threadCpuUsage?: typeof process.cpuUsage };
  const { user, system } = threadCpuUsage.call(process);
  return (user + system) / 1000;
}

/** Memory, measured when all parts have had time to release theirs. */
async function settle(): Promise<Numbers> {
  await pause(300);
  const collect = (globalThis as { gc?: () => void }).gc;
  collect?.();
  collect?.();
  await pause(100);
  const { heapUsed, external } = process.memoryUsage();
  return { settledRssMB: memory().now, heapMB: (heapUsed + external) / 1e6, peakRssMB: memory().peak };
}

/** Processor seconds of all threads of this process. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Resident memory in MB, now and at its highest. */
export function memory(): { readonly now: number; readonly peak: number } {
  try {
    const status = readFileSync("/proc/self/status", "utf8");
    const of = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
    return { now: of("VmRSS"), peak: of("VmHWM") };
  } catch {
    return { now: process.memoryUsage.rss() / 2 ** 20, peak: process.resourceUsage().maxRSS / 1024 };
  }
}

function say(numbers: Numbers): void {
  process.stdout.write(`${JSON.stringify(numbers)}\n`);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

function needed<F>(ability: F | undefined, name: string): F {
  if (ability === undefined) throw new Error(`this client has no ${name}`);
  return ability;
}

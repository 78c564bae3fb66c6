import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect as connectTcp } from "node:net";
import { summarize } from "../stats.ts";

/** One way to move the bytes. */
export interface Contender {
  readonly name: string;
  /** Moves them once, and gives how many arrived. */
  run(): Promise<number>;
  /** The processor time so far of the process that moves them, in ms; only where it has a process for itself. */
  processorMs?: (() => number) | undefined;
  stop?: (() => Promise<void>) | undefined;
}

/** What one contender reached in each round; `undefined` when bytes were lost. */
type Result = { readonly seconds: number; readonly processorMs: number | undefined }[] | undefined;

/**
 * Lets every contender move the bytes once in each round, and prints the medians over the rounds of the ratios to
 * kubectl: a slow minute of the machine slows all of one round.
 */
export async function compare(
  what: string,
  contenders: readonly Contender[],
  { rounds, size }: { readonly rounds: number; readonly size: number },
): Promise<void> {
  const results = new Map<string, Result>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    // Each round begins with another one.
    const first = round % contenders.length;
    for (const { name, run, processorMs } of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      const [began, before] = [performance.now(), processorMs?.() ?? 0];
      if ((await run()) !== size) {
        results.set(name, undefined);
        continue;
      }
      const seconds = (performance.now() - began) / 1000;
      results.get(name)?.push({ seconds, processorMs: processorMs && processorMs() - before });
    }
  }
  for (const [name, result] of results)
    console.log(`figure: ${what}, ${name}: ${line(result, results.get("kubectl"), size)}`);
}

function line(own: Result, kubectl: Result, size: number): string {
  if (own === undefined) return "not all bytes arrived";
  const megabytes = size / 1024 / 1024;
  const ratios = (value: (one: NonNullable<Result>[number]) => number | undefined): string => {
    const all = own.flatMap((one, round) => {
      const peer = kubectl?.[round];
      const ratio = (value(one) ?? Number.NaN) / ((peer && value(peer)) ?? Number.NaN);
      return Number.isNaN(ratio) ? [] : [ratio];
    });
    return summarize(all)?.median.toFixed(2) ?? "?";
  };
  const rate = summarize(own.map(({ seconds }) => megabytes / seconds))?.median ?? 0;
  const speed = `${rate.toFixed(0)} MiB/s, ${ratios(({ seconds }) => 1 / seconds)} times kubectl's`;
  const cost = summarize(own.flatMap(({ processorMs = [] }) => processorMs))?.median;
  if (cost === undefined) return speed;
  const perMegabyte = (cost / megabytes).toFixed(1);
  return `${speed}; ${perMegabyte} ms of processor time per MiB, ${ratios((one) => one.processorMs)} times kubectl's`;
}

/** A process that forwards a port until its standard input ends or it is killed; it prints the local port. */
export async function startForwarder(
  name: string,
  command: string,
  args: readonly string[],
  size: number,
): Promise<Contender> {
  const child: ChildProcess = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const [text] = (await once(child.stdout as NonNullable<ChildProcess["stdout"]>, "data")) as [Buffer];
  const port = Number(/(?:127\.0\.0\.1:)?(\d+)(?: ->|\n)/.exec(String(text))?.[1]);
  return {
    name,
    async run() {
      let bytes = 0;
      const socket = connectTcp(port, "127.0.0.1");
      // client-node does not pass the end on.
      for await (const chunk of socket as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes >= size) break;
      }
      return bytes;
    },
    processorMs: () => processorMsOf(child.pid as number),
    async stop() {
      child.stdin?.end();
      if (name === "kubectl") child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "close");
    },
  };
}

/** User and system time of a process on Linux, whose ticks are 10 ms. */
function processorMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

import { parseArgs } from "node:util";

/** What can be measured alone. */
export const measures = [
  "sync",
  "events",
  "latency",
  "lister",
  "reads",
  "custom",
  "gets",
  "transport",
  "queue",
  "import",
  "ceiling",
  "million",
] as const;
/** One of {@link measures}. */
export type MeasureName = (typeof measures)[number];

/** What the command line asks for. */
export interface Arguments {
  /** Empty: all of the profile. */
  readonly only: readonly MeasureName[];
  readonly quick: boolean;
  /** Instead of the profile's sizes. */
  readonly sizes: readonly number[];
  /** The profile's sizes up to this one. */
  readonly maxSize: number;
  readonly rounds: number | undefined;
  readonly json: string | undefined;
  readonly cpuProf: boolean;
  readonly heapSnapshot: boolean;
  /** Only client-ts, client-node and client-go with protobuf: no variants. */
  readonly main: boolean;
  /** Only what speaks protobuf, on both sides, and its bars. */
  readonly protobuf: boolean;
  /** Measure the sources bundled, not the build. */
  readonly source: boolean;
  /** A commit: compare the sources with the library as it was there, and with no other client. */
  readonly against: string | undefined;
  /** Our client decodes everything: bars must fail, and the run succeeds when they do. */
  readonly selfTest: boolean;
  readonly help: boolean;
}

/** The command line is not understood. */
export class UsageError extends Error {}

/** How to call it. */
export const usage = `npm run bench -- [MEASURE...] [options]

  MEASURE          ${measures.join(", ")};
                   all but million without one
  --quick          the short profile of every change: small sizes, its own bars
  --size 50k,100k  sizes instead of the profile's (whole numbers, or with k)
  --max-size 100k  the profile's sizes up to this one
  --rounds N       rounds instead of the profile's
  --main           only the main contenders, without variants
  --protobuf       only protobuf, on both sides: sync, events, latency, lister and reads
  --json FILE      machine, versions, figures and bars as JSON
  --source         measure the sources, bundled, instead of the build
  --against REF    compare the sources with those of a commit in turns; fails when a median is worse than its spread
  --self-test      slow our client down on purpose; succeeds when the bars fail
  --cpu-prof       write CPU profiles of our client to bench/results/profiles
  --heap-snapshot  write heap snapshots of our client there`;

/** Reads the command line. Throws a {@link UsageError} for what it does not know. */
export function parseArguments(args: readonly string[]): Arguments {
  const flag = { type: "boolean", default: false } as const;
  const text = { type: "string" } as const;
  const options = {
    quick: flag,
    size: text,
    "max-size": text,
    rounds: text,
    main: flag,
    protobuf: flag,
    json: text,
    "cpu-prof": flag,
    "heap-snapshot": flag,
    source: flag,
    against: text,
    "self-test": flag,
    help: flag,
  };
  let parsed: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const { values, positionals } = parsed;
  for (const name of positionals)
    if (!(measures as readonly string[]).includes(name)) throw new UsageError(`no measure is called ${name}`);
  return {
    only: values["self-test"] === true && positionals.length === 0 ? ["events"] : (positionals as MeasureName[]),
    quick: values.quick === true || values["self-test"] === true,
    sizes: values.size === undefined ? [] : values.size.split(",").map(parseSize),
    maxSize: values["max-size"] === undefined ? Number.POSITIVE_INFINITY : parseSize(values["max-size"]),
    rounds: values.rounds === undefined ? undefined : parseSize(values.rounds),
    main: values.main === true,
    protobuf: values.protobuf === true,
    json: values.json,
    cpuProf: values["cpu-prof"] === true,
    heapSnapshot: values["heap-snapshot"] === true,
    source: values.source === true || values.against !== undefined,
    against: values.against,
    selfTest: values["self-test"] === true,
    help: values.help === true,
  };
}

/** `50k` and `500` as numbers. */
export function parseSize(text: string): number {
  const match = /^(\d+)(k?)$/.exec(text);
  const size = match === null ? 0 : Number(match[1]) * (match[2] === "k" ? 1000 : 1);
  if (size < 1) throw new UsageError(`${text} is not a size: a whole number, or one with k`);
  return size;
}

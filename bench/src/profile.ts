import type { Arguments, MeasureName } from "./args.ts";
import type { ContenderName } from "./contenders.ts";
import { getsJob, importJob, queueJob, transportJob } from "./measures/calls.ts";
import { eventsJob, latencyJob, listerJob, millionJob, readsJob, syncJob } from "./measures/informer.ts";
import type { Job } from "./measures/measure.ts";

/** What is run, and how often. */
export interface Profile {
  readonly name: "full" | "quick";
  readonly rounds: number;
  /** Rounds that an undecided bar gets in addition, at most. */
  readonly moreRounds: number;
  readonly jobs: readonly Job[];
}

const main: readonly ContenderName[] = [
  "client-ts",
  "client-ts, all read",
  "client-ts protobuf",
  "client-ts protobuf, all read",
  "client-ts protobuf, all read, frozen",
  "client-node",
  "client-go protobuf",
];
const everyContender: readonly ContenderName[] = [
  ...main,
  "client-ts, paged list",
  "client-ts, Node 20",
  "client-go JSON",
  "client-go JSON, streaming",
  "client-go protobuf, streaming",
  "client-go protobuf, memory limit",
];
const large: readonly ContenderName[] = [
  "client-ts",
  "client-ts protobuf",
  "client-node",
  "client-go protobuf",
  "client-go protobuf, streaming",
];
const paced = { count: 15_000, perSecond: 5_000 };

/** The jobs that the command line asks for. */
export function profileFor(args: Arguments): Profile {
  const name = args.quick ? "quick" : "full";
  const of = args.quick ? quickJobs(args) : fullJobs(args);
  const isAsked = ({ job, measure }: Choice): boolean =>
    job.size <= args.maxSize &&
    // Of an earlier state there is no build, which this one measures.
    !(args.against !== undefined && measure === "import") &&
    (args.only.length === 0 ? measure !== "million" : args.only.includes(measure));
  const isWanted = (job: Job, one: ContenderName): boolean =>
    (!args.main || main.includes(one)) && (!args.protobuf || speaksProtobuf(job, one));
  const jobsOf = of
    .filter(isAsked)
    .map(({ job }) => ({
      ...job,
      contenders:
        args.against === undefined ? job.contenders.filter((one) => isWanted(job, one)) : bothStates(job.contenders),
    }))
    .filter(({ contenders }) => contenders.length > 0);
  return { name, rounds: args.rounds ?? 5, moreRounds: args.quick ? 4 : 6, jobs: jobsOf };
}

/** Our client and its earlier state; neither where ours is not measured. */
function bothStates(contenders: readonly ContenderName[]): readonly ContenderName[] {
  return contenders.includes("client-ts") ? ["client-ts", "client-ts, earlier"] : [];
}

/** Those that read protobuf, and client-node where a bar compares with it. */
function speaksProtobuf({ measure }: Job, contender: ContenderName): boolean {
  if (contender === "client-node") return measure === "events";
  return contender.includes("protobuf") && !/streaming|memory limit/.test(contender) && measure !== "queue";
}

interface Choice {
  readonly measure: MeasureName;
  readonly job: Job;
}

function fullJobs({ sizes }: Arguments): Choice[] {
  const at = (wanted: readonly number[]): readonly number[] => (sizes.length > 0 ? sizes : wanted);
  return [
    { measure: "ceiling", job: transportJob("ceiling", ["raw reader"]) },
    { measure: "import", job: importJob(["client-ts", "client-node"]) },
    { measure: "queue", job: queueJob(["client-ts", "client-go protobuf"]) },
    { measure: "gets", job: getsJob(200, ["client-ts", "client-node", "client-go JSON"]) },
    { measure: "transport", job: transportJob("transport", ["client-ts", "client-node"]) },
    ...at([10_000]).map(
      (size): Choice => ({
        measure: "lister",
        job: listerJob(size, ["client-ts", "client-ts protobuf", "client-node", "client-go protobuf"]),
      }),
    ),
    ...at([10_000, 50_000, 100_000]).map(
      (size): Choice => ({ measure: "reads", job: readsJob(size, ["client-ts", "client-ts protobuf", "raw reader"]) }),
    ),
    ...at([10_000]).map((size): Choice => ({ measure: "events", job: eventsJob(size, 120_000, everyContender) })),
    ...at([10_000]).map(
      (size): Choice => ({
        measure: "latency",
        job: latencyJob(size, paced.count, paced.perSecond, [
          "client-ts",
          "client-ts, all read",
          "client-ts protobuf",
          "client-node",
          "client-go protobuf",
        ]),
      }),
    ),
    {
      measure: "custom",
      job: eventsJob(10_000, 20_000, ["client-ts", "client-ts, all read", "client-node", "client-go JSON"], "widgets"),
    },
    ...at([10_000, 50_000, 100_000, 500_000]).map((size): Choice => ({ measure: "sync", job: syncAt(size) })),
    { measure: "million", job: millionJob(["client-ts", "client-ts protobuf"]) },
  ];
}

/** The clients worth measuring at each size; half a million objects only where memory is known to suffice. */
function syncAt(size: number): Job {
  if (size > 100_000) return syncJob(size, ["client-ts", "client-go protobuf"], 3);
  if (size > 50_000) return syncJob(size, large);
  return syncJob(size, size === 50_000 ? everyContender : large);
}

function quickJobs({ sizes }: Arguments): Choice[] {
  const size = sizes[0] ?? 10_000;
  return [
    { measure: "ceiling", job: { ...transportJob("ceiling", ["raw reader"]), rounds: 2 } },
    { measure: "import", job: importJob(["client-ts", "client-node"]) },
    { measure: "queue", job: queueJob(["client-ts", "client-go protobuf"]) },
    { measure: "gets", job: getsJob(200, ["client-ts", "client-node", "client-go JSON"]) },
    { measure: "transport", job: transportJob("transport", ["client-ts", "client-node"]) },
    { measure: "lister", job: listerJob(size, ["client-ts", "client-node"]) },
    { measure: "events", job: eventsJob(size, 20_000, main) },
    {
      measure: "latency",
      job: { ...latencyJob(size, 5_000, paced.perSecond, ["client-ts", "client-node"]), rounds: 3 },
    },
  ];
}

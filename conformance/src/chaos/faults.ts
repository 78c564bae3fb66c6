import { type Clock, systemClock } from "client-ts/util";
import { sleep } from "client-ts/internal";
import type { ControlPlane, FaultProxy } from "client-ts-testing";

/** What faults act on. */
export interface Stage {
  readonly plane: ControlPlane;
  readonly proxies: readonly FaultProxy[];
  /** How long the API server stands still, once. */
  readonly pauseMs: number;
}

/** One thing that goes wrong, and settles when the worst of it is over. */
export interface ChaosFault {
  readonly name: string;
  readonly run: (stage: Stage) => void | Promise<void>;
  /** How long to wait before the next one, for informers to see good times too. */
  readonly calmMs: number;
}

const cut: ChaosFault = {
  name: "cut",
  run: ({ proxies }) => proxies.forEach((proxy) => void proxy.cut({ reset: true })),
  calmMs: 3_000,
};
const close: ChaosFault = {
  name: "close",
  run: ({ proxies }) => proxies.forEach((proxy) => void proxy.cut()),
  calmMs: 3_000,
};
const compact: ChaosFault = {
  name: "compact",
  run: async ({ plane }) => void (await plane.compactEtcd()),
  calmMs: 2_000,
};
const blackHole: ChaosFault = {
  name: "black hole",
  // Only the first: it has HTTP/2 behind it. HTTP/1.1 has no ping, and behind a proxy that still acknowledges no
  // keep-alive can tell.
  run: ({ proxies }) => proxies[0]?.blackHole(),
  calmMs: 16_000,
};
const kill: ChaosFault = {
  name: "kill -9",
  async run({ plane }) {
    const server = plane.part("kube-apiserver");
    await server.kill();
    await server.restart();
  },
  calmMs: 6_000,
};
const killAndCompact: ChaosFault = {
  name: "kill -9 and compact",
  async run({ plane }) {
    const server = plane.part("kube-apiserver");
    await server.kill();
    await plane.compactEtcd();
    await server.restart();
  },
  calmMs: 6_000,
};
const pause: ChaosFault = {
  name: "SIGSTOP",
  async run({ plane, pauseMs }) {
    const server = plane.part("kube-apiserver");
    server.pause();
    try {
      await sleep(pauseMs);
    } finally {
      server.resume();
    }
  },
  calmMs: 6_000,
};
const cutMidway: ChaosFault = {
  name: "cut midway",
  async run({ proxies }) {
    for (const proxy of proxies) proxy.cutAfter(5_000);
    await sleep(4_000);
    for (const proxy of proxies) proxy.heal();
  },
  calmMs: 3_000,
};
const refuse: ChaosFault = {
  name: "refuse",
  async run({ proxies }) {
    for (const proxy of proxies) proxy.refuse();
    for (const proxy of proxies) proxy.cut();
    await sleep(3_000);
    for (const proxy of proxies) proxy.heal();
  },
  calmMs: 3_000,
};
const slow: ChaosFault = {
  name: "slow",
  async run({ proxies }) {
    for (const proxy of proxies) proxy.delay(300);
    await sleep(3_000);
    for (const proxy of proxies) proxy.heal();
  },
  calmMs: 1_000,
};

/** Every fault at least once, in two minutes; the pause comes only here, because it must fit. */
const firstRound: readonly ChaosFault[] = [
  cut,
  compact,
  kill,
  pause,
  blackHole,
  cutMidway,
  compact,
  killAndCompact,
  refuse,
  slow,
  close,
];
const furtherRounds: readonly ChaosFault[] = [
  kill,
  cut,
  compact,
  blackHole,
  killAndCompact,
  close,
  cutMidway,
  compact,
  cut,
  refuse,
  kill,
  slow,
];

/** Lets things go wrong, one after the other, until the time is over; counts what did. */
export async function injectFaults(
  stage: Stage,
  {
    durationMs,
    say,
    clock = systemClock,
  }: { readonly durationMs: number; readonly say: (line: string) => void; readonly clock?: Clock },
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const began = clock.monotonic();
  const left = (): number => durationMs - (clock.monotonic() - began);
  await sleep(Math.min(5_000, Math.max(0, left())));
  for (let round = firstRound; ; round = furtherRounds) {
    for (const { name, run, calmMs } of round) {
      if (left() <= 0) return counts;
      say(`${name}${name === "SIGSTOP" ? ` for ${stage.pauseMs / 1000} s` : ""}`);
      await run(stage);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      await sleep(Math.min(calmMs, Math.max(0, left())));
    }
  }
}

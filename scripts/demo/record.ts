// Records the demo as an animated SVG for the documentation: starts it on the in-memory server, presses its keys by a
// script, and writes docs/images/demo.svg. Run: npm run record:demo
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runDemo, type Terminal } from "client-ts-testing/workspace";
import { systemClock, until } from "client-ts/util";
import { repository } from "../layers/source-tree.ts";
import { animatedSvg, type Frame } from "./animated-svg.ts";

const grid = { columns: 96, rows: 25 };
const framePeriodMs = 600;
/** The first seconds are not shown: there is no history to see yet. */
const preludeSeconds = 12;
/** Which key is pressed when, in seconds. */
const keys: readonly (readonly [seconds: number, key: string])[] = [
  [preludeSeconds + 1, "c"],
  [preludeSeconds + 3, "x"],
  [preludeSeconds + 8, "b"],
  [preludeSeconds + 11, "d"],
  [preludeSeconds + 13.5, "4"],
  [preludeSeconds + 18.5, "q"],
];

const frames: Frame[] = [];
let shown: readonly string[] = [];
let type: (text: string) => void = () => {};
const terminal: Terminal = {
  ...grid,
  draw: (lines) => {
    shown = lines;
  },
  onInput: (take) => {
    type = take;
  },
  close() {},
};
const recording = new AbortController();
const frameTaker = until(() => frames.push({ lines: shown, ms: framePeriodMs }), framePeriodMs, {
  signal: recording.signal,
  sliding: false,
  delayFirst: true,
});
for (const [seconds, key] of keys) systemClock.setTimer(seconds * 1000, () => type(key));
const code = await runDemo(
  { durationMs: undefined, kubeconfig: undefined, context: undefined, plain: false },
  {
    print: (line) => void console.log(line),
    terminal: () => terminal,
    colours: true,
    signal: new AbortController().signal,
    clock: systemClock,
  },
);
recording.abort();
await frameTaker;

// The last frame stays for a moment.
const film = frames.slice((preludeSeconds * 1000) / framePeriodMs);
const last = film.at(-1);
const svg = animatedSvg(last === undefined ? film : [...film, { ...last, ms: 3_000 }], grid, "client-ts demo");
mkdirSync(join(repository, "docs/images"), { recursive: true });
writeFileSync(join(repository, "docs/images/demo.svg"), svg);
console.log(`docs/images/demo.svg: ${film.length} frames, ${Math.round(svg.length / 1024)} KB`);
process.exitCode = code;

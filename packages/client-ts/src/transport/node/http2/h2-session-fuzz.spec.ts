import { Duplex, Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type Exchange, exchange } from "../../test-support/h2-sessions.ts";
import { frameOf, frameTypes, header, settingsOf, status, uint32 } from "../../test-support/raw-h2.ts";
import { seededRandom } from "../../../util/index.ts";
import { H2Session } from "./h2-session.ts";

const { data, headers, rst, settings, ping, goaway, window, continuation } = frameTypes;

/** Numbers below a limit, the same for the same seed. */
type Random = (below: number) => number;

function randomOf(seed: number): Random {
  const random = seededRandom(seed);
  return (below) => Math.floor(random() * below);
}

/** The server's side of a connection that is all in memory. */
class Wire extends Duplex {
  constructor() {
    super({ allowHalfOpen: false });
  }

  override _read(): void {}

  override _write(_chunk: Buffer, _encoding: string, done: () => void): void {
    done();
  }
}

/** Frames as a server sends them that answers three requests, in an order of their own. */
function validFrames(random: Random): Buffer[] {
  const frames = [
    frameOf(settings, 1, 0),
    frameOf(settings, 0, 0, settingsOf([4, random(100_000)], [1, random(5_000)], [3, random(200)])),
    frameOf(ping, 0, 0, Buffer.alloc(8, random(255))),
    frameOf(window, 0, 0, uint32(1 + random(100_000))),
    frameOf(window, 0, 3, uint32(1 + random(100_000))),
    frameOf(goaway, 0, 0, Buffer.concat([uint32(random(7)), uint32(random(14))])),
    frameOf(rst, 0, 1 + 2 * random(3), uint32(random(14))),
  ].filter(() => random(3) === 0);
  for (const stream of [1, 3, 5]) {
    const place = random(frames.length + 1);
    const block = Buffer.concat([status(200), header("x-a", "b"), Buffer.from([0x40, 1, 0x61, 0x81, 0x1f])]);
    const answer = [
      frameOf(headers, 4, stream, status(103)),
      frameOf(headers, 0, stream, block.subarray(0, 4)),
      frameOf(continuation, 4, stream, block.subarray(4)),
      frameOf(data, 0, stream, Buffer.alloc(random(500), "a")),
      frameOf(data, 8, stream, Buffer.from([2, 0x61, 0, 0])),
      random(2) === 0
        ? frameOf(headers, 5, stream, header("x-t", "u"))
        : frameOf(data, 1, stream, Buffer.alloc(random(3))),
    ];
    frames.splice(place, 0, Buffer.concat(answer));
  }
  return [frameOf(settings, 0, 0), ...frames];
}

/** The bytes with a few changes: some turned over, left out, doubled, or new. */
function mutate(bytes: Buffer, random: Random): Buffer {
  let changed = Buffer.from(bytes);
  for (let times = random(6); times > 0; times--) {
    const at = random(changed.length + 1);
    const to = Math.min(changed.length, at + random(30));
    const [before, part, after] = [changed.subarray(0, at), changed.subarray(at, to), changed.subarray(to)];
    const noise = Buffer.from(Array.from({ length: random(20) }, () => random(256)));
    const kinds = [
      [before, after],
      [before, part, part, after],
      [before, noise, part, after],
      [before, noise, after],
    ];
    if (random(2) === 0 && part.length > 0) part[0] = (part[0] as number) ^ (1 << random(8));
    else changed = Buffer.concat(kinds[random(kinds.length)] as Buffer[]);
  }
  return changed;
}

function noiseOf(random: Random): Buffer {
  const noise = Buffer.from(Array.from({ length: random(2_000) }, () => random(256)));
  // Half of them begin as a server does, so that what follows is read at all.
  return random(2) === 0 ? noise : Buffer.concat([frameOf(settings, 0, 0), noise]);
}

/** Three requests to a server that sends these bytes in pieces, and then ends or breaks off. */
async function run(bytes: Buffer, random: Random): Promise<{ sent: Exchange[]; closes: number }> {
  const wire = new Wire();
  let closes = 0;
  const session = new H2Session(wire, { onSettings() {}, onGoaway() {}, onClose: () => void closes++ });
  const hooks = {
    onResponse: ({ stream }: Exchange) => void (random(8) === 0 && stream.cancel()),
    onData({ stream }: Exchange) {
      const what = random(8);
      if (what === 0) stream.cancel();
      if (what === 1) stream.pause();
      if (what === 1) setImmediate(() => stream.resume());
      if (what === 2) session.destroy();
    },
  };
  const sent = [
    exchange(session, hooks),
    exchange(session, { ...hooks, method: "POST", body: "a".repeat(random(200_000)) }),
    exchange(session, { ...hooks, method: "POST", body: Readable.from(["a", "b", "c"]) }),
  ];
  for (let at = 0; at < bytes.length && !wire.destroyed; ) {
    const size = 1 + random(random(2) === 0 ? 20 : 2_000);
    wire.push(bytes.subarray(at, at + size));
    at += size;
    if (random(4) === 0) await nextTurn();
  }
  if (random(2) === 0) wire.push(null);
  else wire.destroy(random(2) === 0 ? new Error("broken") : undefined);
  await new Promise((resolve) => (wire.closed ? resolve(undefined) : wire.once("close", resolve)));
  // Those that were paused on purpose are resumed, and bodies that broke say so in a turn of their own.
  await nextTurn();
  await nextTurn();
  return { sent, closes };
}

describe("whatever bytes a server sends", () => {
  it.each([
    ["answers with mistakes in them", (random: Random) => mutate(Buffer.concat(validFrames(random)), random)],
    ["answers in any order", (random: Random) => Buffer.concat(validFrames(random))],
    ["noise", noiseOf],
  ])("every request comes to one end, and the session closes once (%s)", async (_what, bytesOf) => {
    const ends: Record<string, number> = {};
    for (let seed = 1; seed <= 400; seed++) {
      const random = randomOf(seed);
      const { sent, closes } = await run(bytesOf(random), random);
      expect([seed, closes]).toEqual([seed, 1]);
      for (const { calls } of sent) {
        const count = (name: string): number => calls.filter((call) => call === name).length;
        const which = `seed ${seed}: ${calls.join(", ")}`;
        expect([count("close"), which]).toEqual([1, which]);
        expect(count("response"), which).toBeLessThanOrEqual(1);
        expect(count("end") + count("failure"), which).toBeLessThanOrEqual(1);
        expect(count("body failure"), which).toBe(count("response") > 0 && count("failure") > 0 ? 1 : 0);
        const end = ["end", "failure"].find((name) => count(name) > 0) ?? "cancelled";
        ends[end] = (ends[end] ?? 0) + 1;
      }
    }
    // The test is worth something only when bytes get through.
    if (bytesOf !== noiseOf) expect(Math.min(ends["end"] ?? 0, ends["failure"] ?? 0)).toBeGreaterThan(50);
  });
});

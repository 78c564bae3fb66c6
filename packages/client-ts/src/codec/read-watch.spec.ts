import { PassThrough, Readable } from "node:stream";
import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isClientError, isResourceExpired } from "../errors/index.ts";
import type { KubeObject } from "../meta/index.ts";
import { FailedObjects } from "./failed-objects.ts";
import { type ReadWatchOptions, readWatch, type WatchEnd } from "./read-watch.ts";
import { UnknownEventError } from "./watch-decoder.ts";
import { bodyOf } from "./test-support/bodies.ts";
import { countTurns } from "./test-support/count-turns.ts";
import { rejection } from "./test-support/failures.ts";

interface Got {
  readonly end: WatchEnd;
  readonly log: unknown[];
}

async function read(
  body: string | Buffer | Readable,
  options: Partial<ReadWatchOptions<KubeObject>> = {},
  sizes?: readonly number[],
  log: unknown[] = [],
): Promise<Got> {
  const end = await readWatch<KubeObject>(
    typeof body === "string" || Buffer.isBuffer(body) ? bodyOf(body, sizes) : body,
    {
      onEvent: (type, entry) => void log.push([type, entry.key, entry.resourceVersion]),
      onBookmark: (version, initial) => void log.push(["BOOKMARK", version, initial]),
      ...options,
    },
  );
  return { end, log };
}

function event(type: string, name: string, version: number): string {
  return `{"type":"${type}","object":{"kind":"Pod","apiVersion":"v1","metadata":{"name":"${name}","namespace":"shop","uid":"u","resourceVersion":"${version}"}}}\n`;
}

const three = event("ADDED", "a", 1) + event("MODIFIED", "a", 2) + event("DELETED", "a", 3);
const wanted = [
  ["ADDED", "shop/a", "1"],
  ["MODIFIED", "shop/a", "2"],
  ["DELETED", "shop/a", "3"],
];

describe("reading a watch", () => {
  it("hands on events in order, however they are cut, one byte per chunk too (F-A30)", async () => {
    for (const sizes of [[1], [2, 5, 64], [65_536]]) {
      for (const scanner of ["wasm", "js"] as const) {
        const { end, log } = await read(three, { scanner }, sizes);
        expect(log).toEqual(wanted);
        expect(end).toEqual({ partial: false, events: 3, bookmarks: 0 });
      }
    }
  });

  it("gives the same characters when UTF-8 is split over chunks (F-A30)", async () => {
    const names = ["é", "名前", "😀", "a\u2028b"];
    const text = names.map((name, i) => event("ADDED", name, i + 1)).join("");
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }), async (sizes) => {
        const { log } = await read(text, {}, sizes);
        expect(log).toEqual(names.map((name, i) => ["ADDED", `shop/${name}`, String(i + 1)]));
      }),
      { numRuns: 200 },
    );
  });

  it("tolerates CRLF, blank lines, spaces before and between, and no line end at all (F-A32)", async () => {
    const text = `\r\n  ${three.replaceAll("\n", "\r\n\n \t")}\n\n`;
    expect((await read(text)).log).toEqual(wanted);
    expect((await read(three.replaceAll("\n", ""))).log).toEqual(wanted);
  });

  it("refuses a frame of several lines: servers send each in one", async () => {
    const spread = JSON.stringify(JSON.parse(event("ADDED", "a", 1)), null, 2);
    await expect(read(spread)).rejects.toThrow("a line that is not a whole JSON object");
  });

  it("never swallows the events after a stray quote, bracket or backslash (F-A28)", async () => {
    const first = three.indexOf("\n");
    let refused = 0;
    for (const stray of ['"', "{", "[", "\\", "}", '"]}{', '{"']) {
      for (let at = 0; at <= first; at++) {
        const damaged = `${three.slice(0, at)}${stray}${three.slice(at)}`;
        const log = await read(damaged).then(
          (result) => result.log,
          () => undefined,
        );
        // Inside a text some of them are harmless; then everything arrives.
        if (log === undefined) refused++;
        else expect(log, `${stray} at ${at}`).toHaveLength(wanted.length);
      }
    }
    expect(refused).toBeGreaterThan(first);
  });

  it("takes keys in any order, unknown ones, and escaped ones", async () => {
    const object = '{"metadata":{"name":"a","namespace":"shop","resourceVersion":"1"}}';
    for (const frame of [
      `{"object":${object},"type":"ADDED"}`,
      `{"x":[{}],"type":"ADDED","object":${object},"y":1}`,
      `{"t\\u0079pe":"AD\\u0044ED","object":${object}}`,
      `{"type":"DELETED","type":"ADDED","object":{},"object":${object}}`,
    ]) {
      expect((await read(frame)).log).toEqual([wanted[0]]);
    }
  });

  it("does not drop whole events with an object before them that was never closed (F-A28)", async () => {
    const error = await rejection(read(`${three}{\n${event("ADDED", "b", 4)}`));
    expect(isClientError(error, "Protocol")).toBe(true);
  });

  it("names the request in the error that the server sends", async () => {
    const status = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "Expired", code: 410 };
    const facts = { method: "GET", resource: "pods", namespace: "shop" };
    const body = Readable.from([Buffer.from(JSON.stringify({ type: "ERROR", object: status }))]);
    const error = await rejection(readWatch(body, { facts, onEvent: () => {} }));
    expect(String(error)).toContain('pods in namespace "shop"');
  });

  it("drops a frame that is cut off at the end, and reports it", async () => {
    const text = three + event("ADDED", "b", 4);
    for (let length = three.length + 1; length < text.length - 1; length += 7) {
      const { end, log } = await read(text.slice(0, length));
      expect(log).toEqual(wanted);
      expect(end.partial).toBe(true);
    }
    expect((await read(text.slice(0, -1))).end.partial).toBe(false);
  });

  it("rejects with the body's error when the connection breaks, after what came before was handed on", async () => {
    const body = new PassThrough();
    const log: unknown[] = [];
    const reading = rejection(read(body, {}, [], log));
    body.write(three);
    await new Promise((resolve) => setImmediate(resolve));
    body.destroy(new Error("ECONNRESET"));
    expect((await reading).message).toBe("ECONNRESET");
    expect(log).toEqual(wanted);
  });

  it("ends with a ProtocolError at invalid JSON, never skips it, and keeps earlier events (F-A28)", async () => {
    const bad = [
      "garbage\n",
      "<html></html>",
      "[]\n",
      "}\n",
      '{"type":"ADDED" "object":{}}',
      '{"type":"ADDED","object":{"metadata":{"name":"x"]}}',
      '{"type":"ADDED","object":{"metadata":{"name":x y}}}',
      '"text"',
      "null\n",
      "{}",
      '{"type":"ADDED"}',
      '{"type":"ADDED","object":5}',
      '{"type":"ADDED","object":[]}',
    ];
    for (const garbage of bad) {
      for (const sizes of [[1], [65_536]]) {
        const log: unknown[] = [];
        const error = await rejection(read(three + garbage + event("ADDED", "later", 9), {}, sizes, log));
        expect(isClientError(error, "Protocol"), garbage).toBe(true);
        expect(log).toEqual(wanted);
      }
    }
  });

  it("shows none of an event's content in the error about it", async () => {
    for (const frame of [
      '{"type":"ADDED","type":"ADDED","object":{"password":s3cret}}\n',
      '{"type":"ERROR","object":{"password":s3cret}}\n',
      '{"type":"ADDED","password":s3cret}\n',
    ])
      expect(inspect(await rejection(read(frame)), { depth: 10, showHidden: true })).not.toContain("s3c");
  });

  it("refuses a frame above the limit before it is complete (F-A29)", async () => {
    const body = new PassThrough();
    const reading = rejection(read(body, { maxFrameBytes: 100_000 }));
    body.write('{"type":"ADDED","object":{"x":"');
    for (let i = 0; i < 10; i++) body.write("x".repeat(20_000));
    const error = await reading;
    expect(error).toMatchObject({ kind: "Transport", code: "limit" });
    expect(body.destroyed).toBe(true);
  });

  it("takes an object of 10 MB and refuses one above 16 MiB (F-B13, F-A29)", async () => {
    const large = (bytes: number): string =>
      `{"type":"ADDED","object":{"metadata":{"name":"a","resourceVersion":"1"},"data":"${"x".repeat(bytes)}"}}\n`;
    expect((await read(large(10 << 20))).end.events).toBe(1);
    expect(await rejection(read(large(17 << 20)))).toMatchObject({ code: "limit" });
  });

  it("ends with a ProtocolError at invalid UTF-8, wherever it is (F-A31)", async () => {
    for (const broken of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xe2, 0x82]]) {
      const [before, after] = event("ADDED", "@", 1).split("@") as [string, string];
      const bytes = Buffer.concat([Buffer.from(before), Buffer.from(broken), Buffer.from(after)]);
      for (const sizes of [[1], [65_536]]) expect((await rejection(read(bytes, {}, sizes))).message).toContain("UTF-8");
    }
    expect(isClientError(await rejection(read(Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]))), "Protocol")).toBe(true);
  });

  it("throws the StatusError of an ERROR event", async () => {
    const log: unknown[] = [];
    const status =
      '{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Expired","code":410,"message":"too old resource version"}';
    const error = await rejection(
      read(`${three}{"type":"ERROR","object":${status}}\n${event("ADDED", "b", 5)}`, {}, undefined, log),
    );
    expect(isResourceExpired(error)).toBe(true);
    expect(log).toEqual(wanted);
    expect(isResourceExpired(await rejection(read(status)))).toBe(true);
  });

  it("finds the Status of an ERROR event that only a parser can read; no reader of bookmarks is needed", async () => {
    const status = '{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Expired","code":410}';
    expect(isResourceExpired(await rejection(read(`{"type":"ADDED","type":"ERROR","object":${status}}\n`)))).toBe(true);
    const bookmark = '{"type":"BOOKMARK","object":{"kind":"Pod","metadata":{"resourceVersion":"9"}}}\n';
    const { end } = await read(bookmark + three, { onBookmark: undefined });
    expect(end).toEqual({ partial: false, events: 3, bookmarks: 1 });
    const empty = '{"type":"BOOKMARK","object":{"kind":"Pod","metadata":{"resourceVersion":9}}}\n';
    expect((await rejection(read(empty))).message).toBe("the watch sent a bookmark without a resourceVersion");
  });

  it("fails once over an object that cannot be decoded, and then hands it on with the others", async () => {
    const failed = new FailedObjects();
    const bad = (version: string): string =>
      `{"type":"MODIFIED","object":{"metadata":{"name":"bad","resourceVersion":"${version}"},"spec":{} oops}}\n`;
    const log: unknown[] = [];
    await expect(read(three + bad("4") + three, { failed }, undefined, log)).rejects.toThrow(
      'object "bad" at resourceVersion "4" cannot be decoded: it is not valid JSON',
    );
    expect(log).toEqual(wanted);
    const second = await read(three + bad("4") + event("ADDED", "b", 5), { failed });
    expect(second.log).toEqual([...wanted, ["MODIFIED", "bad", "4"], ["ADDED", "shop/b", "5"]]);
    expect(second.end.events).toBe(5);
    await expect(read(bad("6"), { failed })).rejects.toThrow("cannot be decoded");
    // Without a memory of what failed, it fails each time.
    for (let again = 0; again < 2; again++) await expect(read(bad("4"))).rejects.toThrow("cannot be decoded");
  });

  it("throws a typed error for an ERROR event that carries no Status", async () => {
    expect(isClientError(await rejection(read('{"type":"ERROR","object":{"kind":"Pod"}}')), "Protocol")).toBe(true);
  });

  it("throws a typed error for an event of unknown type", async () => {
    const error = await rejection(read(event("RENAMED", "a", 1)));
    expect(error).toBeInstanceOf(UnknownEventError);
    expect((error as UnknownEventError).type).toBe("RENAMED");
    expect(isClientError(error, "Protocol")).toBe(true);
  });

  it("tells bookmarks and the end of the initial events", async () => {
    const bookmark = (more: string): string =>
      `{"type":"BOOKMARK","object":{"kind":"Pod","metadata":{"resourceVersion":"77"${more}}}}\n`;
    const end = ',"annotations":{"k8s.io/initial-events-end":"true"}';
    const noEnd = ',"annotations":{"k8s.io/initial-events-end":"false"}';
    const got = await read(bookmark("") + bookmark(noEnd) + bookmark(end));
    expect(got.log).toEqual([
      ["BOOKMARK", "77", false],
      ["BOOKMARK", "77", false],
      ["BOOKMARK", "77", true],
    ]);
    expect(got.end).toEqual({ partial: false, events: 0, bookmarks: 3 });
    expect(isClientError(await rejection(read('{"type":"BOOKMARK","object":{"metadata":{}}}')), "Protocol")).toBe(true);
  });

  it("gives all of 20,000 events in one burst, with turns of the event loop in between (F-A34)", async () => {
    const text = Buffer.from(
      Array.from({ length: 20_000 }, (_, i) => event("MODIFIED", `pod-${i % 500}`, i + 1)).join(""),
    );
    const endTurns = countTurns();
    let now = 0;
    const clock = { now: () => now, monotonic: () => (now += 0.5), setTimer: () => ({ cancel() {} }) };
    const versions: string[] = [];
    const body = bodyOf(text, [text.length]);
    const end = await readWatch(body, { clock, onEvent: (_type, entry) => void versions.push(entry.resourceVersion) });
    const turns = endTurns();
    expect(end.events).toBe(20_000);
    expect(versions).toEqual(Array.from({ length: 20_000 }, (_, i) => String(i + 1)));
    // 2.8 MB are 43 pieces of 64 KiB; this clock moves half a millisecond at each look, so a slice of 4 ms is at most
    // nine pieces.
    expect(turns).toBeGreaterThan(3);
  });

  it("holds the body back while an event is being taken, and goes on in order", async () => {
    const body = new PassThrough();
    const log: string[] = [];
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const reading = readWatch(body, {
      onEvent: (_type, { resourceVersion }) => {
        log.push(resourceVersion);
        return resourceVersion === "1" ? held : undefined;
      },
    });
    body.write(event("ADDED", "a", 1));
    await new Promise((resolve) => setImmediate(resolve));
    body.end(event("MODIFIED", "a", 2));
    await new Promise((resolve) => setImmediate(resolve));
    expect(log).toEqual(["1"]);
    release();
    expect((await reading).events).toBe(2);
    expect(log).toEqual(["1", "2"]);
  });

  it("survives a handler that reads fields and objects while a chunk is processed", async () => {
    const nodes: unknown[] = [];
    await readWatch<KubeObject>(bodyOf(three.repeat(50)), {
      onEvent: (_type, entry) => void nodes.push(entry.field(["metadata", "uid"]), entry.object.kind, entry.meta.name),
    });
    expect(nodes).toHaveLength(450);
    expect(new Set(nodes)).toEqual(new Set(["u", "Pod", "a"]));
  });
});

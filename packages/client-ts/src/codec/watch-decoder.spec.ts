import { describe, expect, it } from "vitest";
import type { KubeObject } from "../meta/index.ts";
import { plainWatchObjects } from "./plain-watch-objects.ts";
import { scannerFor } from "./scanner.ts";
import { UnknownEventError, WatchDecoder, type WatchDecoderOptions } from "./watch-decoder.ts";
import { failure } from "./test-support/failures.ts";

type Options = Partial<WatchDecoderOptions<KubeObject>>;

/** A decoder of plain objects, and what it has delivered. */
function decoder(options: Options = {}): { watch: WatchDecoder<KubeObject>; log: unknown[] } {
  const log: unknown[] = [];
  const watch = new WatchDecoder<KubeObject>({
    objects: plainWatchObjects<KubeObject>(),
    scanner: scannerFor("auto"),
    onEvent: (type, object) => void log.push([type, object]),
    onBookmark: (version, initial) => void log.push(["BOOKMARK", version, initial]),
    ...options,
  });
  return { watch, log };
}

function decode(text: string | Buffer, options?: Options): unknown[] {
  const { watch, log } = decoder(options);
  watch.push(Buffer.from(text));
  return log;
}

const message = (text: string | Buffer, options?: Options): string => failure(() => decode(text, options)).message;
const object = { metadata: { name: "a", resourceVersion: "1" } };
const frame = (type: string, of: object = object): string => `${JSON.stringify({ type, object: of })}\n`;

describe("a decoder of plain watch events", () => {
  it("gives each event as it was sent, whatever its keys and their order", () => {
    const text = JSON.stringify(object);
    for (const type of ["ADDED", "MODIFIED", "DELETED"])
      for (const line of [
        `{"type":"${type}","object":${text}}`,
        `{"object":${text},"type":"${type}"}`,
        `{"more":{},"object" : ${text} , "type" : "${type}","x":[1]}`,
        `{"\\u0074ype":"${type}","object":${text}}`,
        `{"type":"other","type":"${type}","object":${text}}`,
        `{"type":"${type}","object":{},"object":${text}}`,
        `{"type":"${type.replace("D", "\\u0044")}","object":${text}}`,
      ])
        expect(decode(`${line}\n`), line).toEqual([[type, object]]);
    const odd = { metadata: { name: "é" }, text: "ü" };
    expect(decode(frame("ADDED", odd))).toEqual([["ADDED", odd]]);
  });

  it("counts events and bookmarks, and passes the end of the initial events on", () => {
    const bookmark = (annotations?: object): string =>
      frame("BOOKMARK", { metadata: { resourceVersion: "7", annotations } });
    const { watch, log } = decoder();
    const frames = [
      frame("ADDED"),
      bookmark(),
      bookmark({ "k8s.io/initial-events-end": "true" }),
      bookmark({ "k8s.io/initial-events-end": "false" }),
      bookmark({ other: "true" }),
    ];
    for (const one of frames) watch.push(Buffer.from(one));
    expect(log).toEqual([
      ["ADDED", object],
      ["BOOKMARK", "7", false],
      ["BOOKMARK", "7", true],
      ["BOOKMARK", "7", false],
      ["BOOKMARK", "7", false],
    ]);
    expect([watch.events, watch.bookmarks, watch.partial]).toEqual([1, 4, false]);
    // A reader without interest in bookmarks needs no function for them.
    const quiet = decoder({ onBookmark: undefined });
    expect(quiet.watch.push(Buffer.from(bookmark()))).toBeUndefined();
    expect([quiet.watch.events, quiet.watch.bookmarks]).toEqual([0, 1]);
  });

  it("takes chunks of any size, and says when they end inside of a frame", () => {
    const large = (name: string): string => frame("ADDED", { metadata: { name }, data: "x".repeat(50_000) });
    const text = large("a") + large("b") + large("c");
    for (const chunk of [text.length, 65_536, 65_537, 1_000]) {
      const { watch, log } = decoder();
      for (let at = 0; at < text.length; at += chunk) {
        watch.push(Buffer.from(text.slice(at, at + chunk)));
        expect(watch.partial).toBe(
          !text.slice(0, at + chunk).endsWith("}\n") && !text.slice(0, at + chunk).endsWith("}"),
        );
      }
      expect(log.map((event) => (event as [string, KubeObject])[1].metadata?.name)).toEqual(["a", "b", "c"]);
    }
  });

  it("returns what its handlers wait for, together, and nothing when they do not wait", async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { watch } = decoder({ onEvent: () => held, onBookmark: () => Promise.reject(new Error("full")) });
    const waiting = watch.push(Buffer.from(frame("ADDED") + frame("ADDED")));
    let isDone = false;
    const done = waiting!.then((value) => {
      isDone = true;
      return value;
    });
    await Promise.resolve();
    expect(isDone).toBe(false);
    release();
    expect(await done).toBeUndefined();
    // Nothing of it is left for the next chunk.
    expect(watch.push(Buffer.from(" \n"))).toBeUndefined();
    await expect(watch.push(Buffer.from(frame("BOOKMARK")))).rejects.toThrow("full");
    expect(decoder().watch.push(Buffer.from(frame("ADDED")))).toBeUndefined();
  });

  it("refuses what is not an event, and says what it was", () => {
    const table: [text: string, message: string][] = [
      ["[]\n", "the watch sent an array instead of an event"],
      ["x", "the watch sent something that is not a JSON object"],
      ["\u000b", "the watch sent something that is not a JSON object"],
      [`${frame("ADDED")}x`, "the watch sent something that is not a JSON object"],
      ['{"type":"ADDED",\n"object":{}}', "the watch sent a line that is not a whole JSON object"],
      ['{"type":"ADDED","object":{\n', "the watch sent a line that is not a whole JSON object"],
      ['{"type":"ADDED","object":{}}\n{\n', "the watch sent a line that is not a whole JSON object"],
      ['{"type":"ADDED"}', "the watch sent an event of type ADDED without an object"],
      ['{"type":"ADDED","object":1}', "the watch sent an event of type ADDED without an object"],
      ['{"type":"ADDED","object":null}', "the watch sent an event of type ADDED without an object"],
      ['{"type":"ADDED","object":[]}', "the watch sent an event of type ADDED without an object"],
      ['{"type":"ADDED","type":"ADDED","object":null}', "the watch sent an event of type ADDED without an object"],
      ['{"type":"ADDED","type":"ADDED","object":[]}', "the watch sent an event of type ADDED without an object"],
      ['{"type":"ADDED","type":"ADDED","object":"x"}', "the watch sent an event of type ADDED without an object"],
      ['{"type":"ADDED","type":"ADDED"}', "the watch sent an event of type ADDED without an object"],
      ['{"type":"ADDED","object":{"a":tru}}', "the watch sent an event of 9 bytes that are not valid JSON"],
      ['{"type":"ERROR","object":{"a":tru}}', "the watch sent an event that is not valid JSON"],
      ['{"type":"ADDED","type":tru,"object":{}}', "the watch sent an event that is not valid JSON"],
      ['{"type":"BOOKMARK","object":{}}', "the watch sent a bookmark without a resourceVersion"],
      ['{"type":"BOOKMARK","object":{"metadata":{}}}', "the watch sent a bookmark without a resourceVersion"],
      [
        '{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":""}}}',
        "the watch sent a bookmark without a resourceVersion",
      ],
      [
        '{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":7}}}',
        "the watch sent a bookmark without a resourceVersion",
      ],
    ];
    for (const [text, expected] of table) {
      const error = failure(() => decode(text));
      expect([error.message, (error as { kind?: string }).kind], text).toEqual([expected, "Protocol"]);
    }
    expect((failure(() => decode('{"type":"ERROR","object":{"a":tru}}')).cause as Error).message).toBe("SyntaxError");
  });

  it("names the type of an event that it does not know", () => {
    const table: [text: string, type: string | undefined, said: string][] = [
      ['{"type":"RENAMED","object":{}}', "RENAMED", 'type "RENAMED"'],
      ['{"type":"ADDEX","object":{}}', "ADDEX", 'type "ADDEX"'],
      ['{"type":"","object":{}}', "", 'type ""'],
      ['{"type":1,"object":{}}', "1", 'type "1"'],
      ['{"type":null,"object":{}}', "null", 'type "null"'],
      ['{"object":{}}', undefined, "no type"],
      ['{"kind":"Pod"}', undefined, "no type"],
      ["{}", undefined, "no type"],
      ['{"__proto__":{"type":"ADDED","object":{}}}', undefined, "no type"],
      [`{"type":"${"x".repeat(150)}","object":{}}`, "x".repeat(150), `type "${"x".repeat(100)}"`],
    ];
    for (const [text, type, said] of table) {
      const error = failure(() => decode(text)) as UnknownEventError;
      expect(error).toBeInstanceOf(UnknownEventError);
      expect([error.name, error.type, error.message], text).toEqual([
        "UnknownEventError",
        type,
        `the watch sent an event of ${said}`,
      ]);
    }
    expect(() => decode('{"__proto__":{"object":{}},"type":"ADDED","type":"ADDED"}')).toThrow("without an object");
  });

  it("throws the Status of an ERROR event, or of a frame that is one", () => {
    const status = {
      kind: "Status",
      apiVersion: "v1",
      status: "Failure",
      reason: "Expired",
      code: 410,
      message: "old",
    };
    const facts = { method: "GET", resource: "pods", namespace: "shop" };
    for (const text of [
      frame("ERROR", status),
      `{"type":"ERROR","type":"ERROR","object":${JSON.stringify(status)}}`,
      JSON.stringify(status),
    ]) {
      const error = failure(() => decode(text, { facts }));
      expect(error).toMatchObject({ name: "StatusError", reason: "Expired", code: 410 });
      expect(error.message).toContain('pods in namespace "shop"');
    }
    expect(failure(() => decode(JSON.stringify({ ...status, type: "x" }))).name).toBe("UnknownEventError");
  });

  it("refuses bytes that are not UTF-8, in the object and around it", () => {
    const [before, after] = ['{"type":"ADDED","object":{"metadata":{"name":"', '"}}}\n'];
    const broken = (first: string, last: string): Buffer =>
      Buffer.concat([Buffer.from(first), Buffer.from([0xff]), Buffer.from(last)]);
    for (const bytes of [
      broken(before, after),
      broken(before.replace("ADDED", "BOOKMARK"), after),
      broken(before.replace("ADDED", "ERROR"), after),
      broken('{"type":"ADDED","type":"ADDED","object":{"a":"', '"}}\n'),
      broken('{"x":"', '","type":"RENAMED","object":{}}\n'),
    ])
      expect(message(bytes)).toBe("the watch sent an event that is not valid UTF-8");
  });

  it("refuses a frame above its limit, and takes one of just the limit", () => {
    const text = frame("ADDED").trim();
    expect(decode(text, { maxFrameBytes: text.length })).toHaveLength(1);
    const error = failure(() => decode(text, { maxFrameBytes: text.length - 1 }));
    expect(error).toMatchObject({ kind: "Transport", code: "limit" });
    expect(error.message).toBe(`a frame of the watch: larger than the limit of ${text.length - 1} bytes`);
  });
});

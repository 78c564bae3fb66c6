import { describe, expect, it } from "vitest";
import { signalViolations } from "./signal-rules.ts";
import { readPackageTexts } from "./source-tree.ts";

describe("the signals of the packages", () => {
  it("are combined by combineSignals, and none of a caller reaches a function of Node that checks its class", () => {
    expect(readPackageTexts().flatMap(signalViolations)).toEqual([]);
  });
});

describe("the check of signals", () => {
  it.each(["AbortSignal.any([a, b])", "globalThis.AbortSignal.any([a])", 'AbortSignal["any"]([a])', "AbortSignal.any"])(
    "finds %s",
    (expression) => {
      expect(signalViolations({ path: "a.ts", text: `const a = 1;\nconst c = ${expression};` })).toEqual([
        "a.ts:2: AbortSignal.any: use combineSignals, and release what it gives",
      ]);
    },
  );

  it.each(["AbortSignal.abort()", "AbortSignal.timeout(5)", "Promise.any([a])", '"AbortSignal.any"'])(
    "accepts %s",
    (expression) => {
      expect(signalViolations({ path: "a.ts", text: `// AbortSignal.any\nconst c = ${expression};` })).toEqual([]);
    },
  );

  it.each([
    ["once", 'import { once } from "node:events";\nonce(stream, "drain", { signal });'],
    ["once", 'import { once } from "node:events";\nonce(stream, "drain", { signal: options.signal });'],
    ["sleep", 'import { setTimeout as sleep } from "node:timers/promises";\nsleep(5, undefined, { signal });'],
    ["fs.readFile", 'import fs from "node:fs/promises";\nfs.readFile(path, { encoding: "utf8", signal });'],
    ["net.connect", 'import * as net from "node:net";\nnet.connect({ port, signal });'],
    ["execFile", 'import { execFile } from "node:child_process";\nexecFile("go", [], { signal });'],
    ["http.request", 'const http = process.getBuiltinModule("node:http");\nhttp.request(url, { signal });'],
    ["addAbortSignal", 'import { addAbortSignal } from "node:stream";\naddAbortSignal(signal, stream);'],
    ["Readable", 'import { Readable } from "node:stream";\nnew Readable({ signal });'],
    ["fetch", "\nfetch(url, { signal: signal ?? null });"],
    ["fetch", "const { signal } = combineSignals(a);\nconst f = (signal: AbortSignal) => fetch(url, { signal });"],
  ])("finds the signal of a caller for %s", (name, text) => {
    expect(signalViolations({ path: "a.ts", text })).toEqual([
      `a.ts:2: ${name} gets a signal that may be the caller's: give it the one of combineSignals, and release that`,
    ]);
  });

  it.each([
    ["one of combineSignals", "const { signal, release } = combineSignals(a);\nfetch(url, { signal });"],
    ["one of timeoutSignal", "const limit = timeoutSignal(5);\nif (a) {\n  fetch(url, { signal: limit.signal });\n}"],
    ["one of its own controller", "const stop = new AbortController();\nfetch(url, { signal: stop.signal });"],
    ["AbortSignal.timeout", "fetch(url, { signal: AbortSignal.timeout(5) });"],
    ["a function that is not Node's", 'import { sleep } from "./sleep.ts";\nsleep(5, { signal });'],
    ["no signal", 'import { once } from "node:events";\nconst a = { signal };\nonce(stream, "drain");'],
  ])("accepts %s", (_what, text) => {
    expect(signalViolations({ path: "a.ts", text })).toEqual([]);
  });

  it("finds setMaxListeners but where allowManyListeners is, and tests of the class", () => {
    const text = 'import { setMaxListeners } from "node:events";\nsetMaxListeners(0, signal);';
    expect(signalViolations({ path: "a.ts", text })).toEqual([
      "a.ts:2: setMaxListeners: use allowManyListeners, which takes every signal",
    ]);
    expect(signalViolations({ path: "packages/client-ts/src/util/abort.ts", text })).toEqual([]);
    expect(signalViolations({ path: "a.ts", text: "const is = a instanceof AbortSignal;" })).toEqual([
      "a.ts:1: instanceof AbortSignal: a signal of another implementation is none",
    ]);
  });
});

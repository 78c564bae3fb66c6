import { describe, expect, it } from "vitest";
import { divide, machineSpecs, usesTheMachine } from "./find-specs.ts";

describe("specs that use the machine", () => {
  it("are those with sockets, other processes or real time", () => {
    for (const text of [
      'import { createServer } from "node:http2";',
      'import { dial } from "./node/dial.ts";',
      'import { startApiServer } from "client-ts-testing";',
      "await sleep(20);",
      "const began = performance.now();",
      "AbortSignal.timeout(100)",
    ]) {
      expect(usesTheMachine(text), text).toBe(true);
    }
    for (const text of [
      'import { FakeClock } from "../util/index.ts";',
      "await sleep(20, { clock });",
      "await clock.advance(20);",
    ]) {
      expect(usesTheMachine(text), text).toBe(false);
    }
  });

  it("are found through helpers of tests too, and not through the library itself", () => {
    const files: Record<string, string> = {
      "conformance/src/a.spec.ts": 'import { run } from "./process/run.ts";',
      "conformance/src/process/run.ts": 'import { fork } from "../fork.ts";',
      "conformance/src/fork.ts": 'import { spawn } from "node:child_process";\nimport { run } from "./process/run.ts";',
      "packages/client-ts/src/cache/c.spec.ts": 'import { start } from "./test-support/world.ts";',
      "packages/client-ts/src/cache/test-support/world.ts": "startApiServer()",
      "packages/client-ts/src/util/b.spec.ts": 'import { sleep } from "./sleep.ts";',
      "packages/client-ts/src/util/sleep.ts": "setTimeout(run, 1)",
    };
    const specs = Object.keys(files).filter((file) => file.endsWith(".spec.ts"));
    expect(machineSpecs(specs, (file) => files[file])).toEqual([
      "conformance/src/a.spec.ts",
      "packages/client-ts/src/cache/c.spec.ts",
    ]);
  });
});

describe("the parts", () => {
  it("contain every run of every spec and end in time", () => {
    const seconds: Record<string, number> = { a: 60, b: 7, c: 5, d: 5, e: 90 };
    const files = Object.keys(seconds);
    const cost = (units: readonly { file: string; times: number }[]): number =>
      units.reduce((sum, { file, times }) => sum + times * (seconds[file] as number), 0);
    const parts = divide(files, 100, (file) => seconds[file] as number, 4000);
    for (const part of parts) expect(cost(part)).toBeLessThanOrEqual(4000);
    for (const file of files) {
      const runs = parts.flat().filter((unit) => unit.file === file);
      expect(runs.reduce((sum, { times }) => sum + times, 0)).toBe(100);
    }
    expect(parts.length).toBeLessThanOrEqual(6);
  });
});

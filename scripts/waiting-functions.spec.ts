import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { repository } from "./layers/source-tree.ts";
import { waitingFunctions } from "./waiting-functions.ts";

it("finds each exported function that waits in the test of what waiting leaves in memory", () => {
  const test = readFileSync(join(repository, "packages/client-ts/src/cache/waiting-memory.slow.spec.ts"), "utf8");
  const names = waitingFunctions(["util", "workqueue", "cache"]);
  expect(names).toEqual(expect.arrayContaining(["sleep", "WorkQueue.get", "SharedIndexInformer.atLeast"]));
  const isListed = (name: string): boolean => test.includes(`\n  "${name}": `) || test.includes(`\n  ${name}: `);
  expect(names.filter((name) => !isListed(name))).toEqual([]);
}, 120_000);

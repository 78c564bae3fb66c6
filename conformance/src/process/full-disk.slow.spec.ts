import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { httpCache, type ResponseStore } from "client-ts/internal";
import { isClientError } from "client-ts/errors";
import { type Logger, silentLogger } from "client-ts/util";
import { startApiServer } from "client-ts-testing";
import { buildFromSource } from "client-ts-testing/workspace";
import { describe, expect, it, type TestContext } from "vitest";
import { type ChildOptions, startChild } from "./child.ts";
import { onSources } from "./spawn-on-sources.ts";
import { emptyFolder, ordinaryUser, ownDisk } from "./disks.ts";
import type { FullDiskFacts, FullDiskInput } from "./programs/full-disk.ts";

type OnTestFinished = TestContext["onTestFinished"];

/** What a program with all our caches makes of such a disk. */
async function live(
  how: FullDiskInput["how"],
  folder: string,
  onTestFinished: OnTestFinished,
  options: ChildOptions = {},
): Promise<FullDiskFacts> {
  const server = await startApiServer();
  onTestFinished(() => server.close());
  const input: FullDiskInput = { kubeconfig: server.kubeconfig, folder, how };
  const child = startChild("full-disk.ts", {
    ...options,
    flags: ["--unhandled-rejections=strict", ...onSources],
    input,
  });
  onTestFinished(child.stop);
  const facts = await child.receive<FullDiskFacts>(() => true);
  expect((await child.ended()).code).toBe(0);
  return facts;
}

describe("caches on a disk", () => {
  it("that takes them are written, and nothing is said", async ({ onTestFinished }) => {
    const facts = await live("spacious", emptyFolder(onTestFinished), onTestFinished);
    expect(facts).toMatchObject({
      discoveryWarnings: [],
      token: "the new one",
      tokenWarnings: [],
      kubeconfigUntouched: false,
    });
    expect(facts.newFiles.length).toBeGreaterThan(2);
  });

  for (const [how, code] of [
    ["full", "ENOSPC"],
    ["read-only", "EROFS"],
  ] as const) {
    it(`that is ${how} are skipped with one warning each, and nothing is half-written (F-K6)`, async ({
      skip,
      onTestFinished,
    }) => {
      const folder = emptyFolder(onTestFinished);
      const disk = ownDisk(folder);
      if ("whyNot" in disk) {
        console.log(`skipped: caches on a disk that is ${how}: no file system can be mounted here (${disk.whyNot})`);
        return skip(disk.whyNot);
      }
      expectSkipped(await live(how, folder, onTestFinished, disk), code);
    });
  }

  it("that we may not write to are skipped with one warning each, and nothing is half-written (F-K6)", async ({
    skip,
    onTestFinished,
  }) => {
    const user = ordinaryUser();
    if ("whyNot" in user) {
      console.log(`skipped: caches in a folder without write permission: ${user.whyNot}`);
      return skip(user.whyNot);
    }
    expectSkipped(await live("forbidden", emptyFolder(onTestFinished), onTestFinished, user), "EACCES");
  });

  it("that fails at every turn cost no answer: not when it is read, kept or thrown away (F-K6)", async () => {
    const warnings: string[] = [];
    const fails = (code: string) => (): Promise<never> => Promise.reject(Object.assign(new Error(code), { code }));
    const kept = Buffer.from(`${JSON.stringify({ status: 200, headers: { etag: "old" }, freshUntilMs: 0 })}\nold`);
    const stores: ResponseStore[] = [
      { get: fails("EIO"), set: fails("ENOSPC"), delete: fails("EROFS") },
      { get: async () => kept, set: fails("ENOSPC"), delete: fails("EROFS") },
    ];
    for (const store of stores) {
      const logger: Logger = {
        ...silentLogger,
        warn: (message, fields) => void warnings.push(`${message}: ${String(fields?.["error"])}`),
      };
      for (const status of [200, 404, 200]) {
        const send = httpCache(store, { logger })(async () => ({
          status,
          headers: status === 200 ? { etag: "new" } : {},
          body: Readable.from([Buffer.from("new")]),
          protocol: "http/1.1",
        }));
        const { body } = await send({ method: "GET", path: "/api", headers: {}, purpose: "call" });
        expect(Buffer.concat(await body.toArray()).toString()).toBe("new");
      }
    }
    const told = (code: string): string => `an answer could not be kept; the server is asked each time: ${code}`;
    expect(warnings).toEqual(["EIO", "EIO", "EIO", "ENOSPC", "EROFS", "ENOSPC"].map(told));
  });

  it("that is none stop the building of a control plane with the name of the folder and what to do (F-K6)", async ({
    onTestFinished,
  }) => {
    const folder = emptyFolder(onTestFinished);
    writeFileSync(join(folder, "file"), "");
    const env = { ...process.env, CLIENT_TS_CACHE: join(folder, "file", "cache") };
    const error = await buildFromSource({ env }).catch((reason: unknown) => reason);
    expect(isClientError(error, "Config") && error.message).toMatch(
      /cache directory .*file\/cache.* cannot be written: set CLIENT_TS_CACHE/,
    );
    expect(readdirSync(folder)).toEqual(["file"]);
  });
});

function expectSkipped(facts: FullDiskFacts, code: string): void {
  const [first, second] = facts.found;
  expect(first).toBeGreaterThan(10);
  expect(second).toBe(first);
  // Two runs of discovery, each with a cache of its own on disk and one of HTTP: each says it once, however many files
  // it could not write.
  expect(
    facts.discoveryWarnings.filter((text) => text.includes("a discovery cache file could not be written")),
  ).toHaveLength(2);
  expect(facts.discoveryWarnings.filter((text) => text.includes("an answer could not be kept"))).toHaveLength(2);
  expect(facts.discoveryWarnings.filter((text) => !text.includes(code))).toEqual([]);
  expect(facts.discoveryWarnings).toHaveLength(4);
  expect(facts.token).toBe("the new one");
  expect(facts.tokenWarnings).toEqual([
    `the renewed tokens could not be saved; they are kept in memory ${JSON.stringify({ reason: code })}`,
  ]);
  expect(facts).toMatchObject({ kubeconfigUntouched: true, newFiles: [] });
}

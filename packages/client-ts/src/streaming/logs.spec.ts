/** What is asked for, and when, over the connections of one log. */
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import type { Pod } from "../api/core/v1.ts";
import { isAborted, newStatus, StatusError, TransportError } from "../errors/index.ts";
import { restClientFor } from "../rest/index.ts";
import type { TransportRequest } from "../transport/index.ts";
import { FakeClock } from "../util/index.ts";
import { type LogOptions, type LogStream, readLogs } from "./logs.ts";

/** One connection: what comes over it, and how it ends; or an error instead of an answer. */
type Connection = { readonly bytes: string; readonly cut?: boolean } | { readonly status: number } | Error;

const cut = (code: TransportError["code"] = "reset"): TransportError => new TransportError("cut", { code });
const running: Pod = { spec: { containers: [] }, status: { phase: "Running" } };
const succeeded: Pod = { spec: { containers: [] }, status: { phase: "Succeeded" } };

/** A log over these connections; the last one is repeated. */
function logOver(
  connections: readonly Connection[],
  options: LogOptions,
  pods: readonly (Pod | Error)[] = [running],
): { log: LogStream; clock: FakeClock; queries: Record<string, string>[]; podReads: () => number } {
  const clock = new FakeClock();
  const queries: Record<string, string>[] = [];
  let podReads = 0;
  const transport = async ({ path, signal }: TransportRequest) => {
    queries.push(Object.fromEntries(new URL(path, "https://api").searchParams));
    const connection = connections[Math.min(queries.length, connections.length) - 1] as Connection;
    if (connection instanceof Error) throw connection;
    const answer = { status: 200, headers: {}, protocol: "h2" as const };
    if ("status" in connection) return { ...answer, status: connection.status, body: Readable.from([]) };
    const body = new Readable({ read() {} });
    signal?.addEventListener("abort", () => body.destroy(new Error("aborted")));
    if (connection.bytes !== "") body.push(connection.bytes);
    if (connection.cut) setImmediate(() => body.destroy(cut()));
    else body.push(null);
    return { ...answer, body };
  };
  const rest = restClientFor({ host: "https://api", transport, clock });
  const log = readLogs(
    {
      request: () => rest.get().absPath("/log"),
      pod: async () => {
        const pod = pods[Math.min(podReads++, pods.length - 1)] as Pod | Error;
        if (pod instanceof Error) throw pod;
        return pod;
      },
      clock,
      random: () => 0,
    },
    options,
  );
  return { log, clock, queries, podReads: () => podReads };
}

/** Reads a log to its end, letting the waits between connections pass. Gives the lines and the waits. */
async function readAll(
  { log, clock }: { readonly log: LogStream; readonly clock: FakeClock },
  most = 50,
): Promise<{ lines: string[]; waits: number[]; error: unknown }> {
  const lines: string[] = [];
  const waits: number[] = [];
  let ended = false;
  let error: unknown;
  const reading = (async () => {
    for await (const line of log) lines.push(line);
  })().then(
    () => (ended = true),
    (problem: unknown) => {
      error = problem;
      ended = true;
    },
  );
  while (!ended && waits.length < most) {
    await new Promise((resolve) => setImmediate(resolve));
    const wait = clock.nextInMs;
    if (wait === undefined) continue;
    waits.push(wait);
    await clock.advance(wait);
  }
  if (ended) await reading;
  return { lines, waits, error };
}

const at = (second: number, text: string, digits = "123456789"): string =>
  `2026-01-01T00:00:0${second}.${digits}Z ${text}\n`;

describe("a log that is resumed (F-H16)", () => {
  it("asks for what follows by time, and gives the half line that was cut off when it comes whole", async () => {
    const over = logOver(
      [
        { bytes: at(1, "one") + at(2, "two") + at(3, "thr").slice(0, -1), cut: true },
        { bytes: at(2, "two") + at(3, "three") },
      ],
      { follow: true, whenCut: "resume", tailLines: 7, sinceSeconds: 60, container: "app" },
      [succeeded],
    );
    expect(await readAll(over)).toMatchObject({ lines: ["one", "two", "three"], error: undefined });
    expect(over.queries).toEqual([
      { container: "app", follow: "true", timestamps: "true", tailLines: "7", sinceSeconds: "60" },
      { container: "app", follow: "true", timestamps: "true", sinceTime: "2026-01-01T00:00:02Z" },
      // The container has ended: once more for what was not sent.
      { container: "app", timestamps: "true", sinceTime: "2026-01-01T00:00:03Z" },
    ]);
  });

  it("begins as it was asked to as long as no line has come", async () => {
    const over = logOver([cut(), { bytes: at(1, "one") }], { whenCut: "resume", tailLines: 1 });
    expect((await readAll(over)).lines).toEqual(["one"]);
    expect(over.queries[1]).toEqual(over.queries[0]);
  });

  it("keeps the times of lines when they were asked for", async () => {
    const { lines } = await readAll(logOver([{ bytes: at(1, "one") }], { whenCut: "resume", timestamps: true }));
    expect(lines).toEqual(["2026-01-01T00:00:01.123456789Z one"]);
  });

  it("waits longer after each failure, at most ten seconds, and as at first after a byte", async () => {
    const failures = Array.from({ length: 8 }, () => cut());
    const over = logOver([...failures, { bytes: at(1, "one"), cut: true }, cut(), { bytes: at(2, "two") }], {
      whenCut: "resume",
    });
    const { lines, waits } = await readAll(over);
    expect(lines).toEqual(["one", "two"]);
    expect(waits).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, 200, 400]);
  });

  it.each<[string, Connection, boolean]>([
    ["a cut", cut(), true],
    ["a timeout", cut("timeout"), true],
    ["a 500", { status: 500 }, true],
    ["a 503", { status: 503 }, true],
    ["a 429", { status: 429 }, true],
    ["a 400", { status: 400 }, false],
    ["a 401", { status: 401 }, false],
    ["a 404", { status: 404 }, false],
    ["a certificate that is not trusted", cut("tls"), false],
    ["a line that is too long", cut("limit"), false],
    ["a client that is closed", cut("closed"), false],
    ["an error of another kind", new Error("a bug"), false],
  ])("goes on after %s only when that may help", async (_what, connection, goesOn) => {
    const over = logOver([connection, { bytes: at(1, "one") }], { whenCut: "resume", container: "app" });
    const { lines, error } = await readAll(over);
    expect([lines, error === undefined]).toEqual(goesOn ? [["one"], true] : [[], false]);
  });

  it("goes on after an end without an error while the Pod may write more, and else gives its last line", async () => {
    const over = logOver(
      [{ bytes: at(1, "one") }, { bytes: at(2, "two") }, { bytes: at(3, "last").slice(0, -1) }],
      { follow: true, whenCut: "resume" },
      [running, { ...running, status: { phase: "Pending" } }, succeeded],
    );
    expect((await readAll(over)).lines).toEqual(["one", "two", "last"]);
    expect([over.queries.length, over.podReads()]).toEqual([4, 3]);
  });

  it("gives what a server that shut down as the container ended did not send", async () => {
    const over = logOver(
      [
        { bytes: at(1, "one") + at(2, "tw").slice(0, -1) },
        cut(),
        { bytes: at(2, "two") + at(3, "three").slice(0, -1) },
      ],
      { follow: true, whenCut: "resume" },
      [succeeded],
    );
    expect(await readAll(over)).toEqual({ lines: ["one", "two", "three"], waits: [200], error: undefined });
    expect([over.queries.map(({ follow }) => follow), over.podReads()]).toEqual([["true", undefined, undefined], 1]);
  });

  it("is complete when the rest of an ended container is gone, and then gives the line that it has", async () => {
    for (const status of [400, 404]) {
      const half = { bytes: at(1, "one") + at(2, "half").slice(0, -1) };
      const over = logOver([half, { status }], { follow: true, whenCut: "resume", container: "app" }, [succeeded]);
      expect(await readAll(over)).toEqual({ lines: ["one", "half"], waits: [], error: undefined });
    }
    // Lines may be missing: that is said.
    const refused = logOver([{ bytes: at(1, "one") }, { status: 401 }], { follow: true, whenCut: "resume" }, [
      succeeded,
    ]);
    expect(await readAll(refused)).toMatchObject({ lines: ["one"], error: { kind: "Status", code: 401 } });
  });

  it("ends with its signal also while the rest of an ended container is read", async () => {
    const abort = new AbortController();
    const options = { follow: true, whenCut: "resume", signal: abort.signal } as const;
    const { log, clock } = logOver([{ bytes: at(1, "one") }, cut()], options, [succeeded]);
    const reading = (async () => {
      for await (const line of log) expect(line).toBe("one");
    })();
    await expect.poll(() => clock.pending).toBe(1);
    abort.abort();
    await expect(reading).rejects.toSatisfy(isAborted);
    expect(clock.pending).toBe(0);
  });

  it.each<[string, boolean, string, string, number]>([
    ["has set the Pod up", true, "setup", "Always", 0],
    ["failed to set the Pod up", false, "setup", "Always", 1],
    ["failed to set up a Pod that is not restarted", true, "setup", "Never", 1],
    ["runs as a sidecar and is restarted", false, "sidecar", "OnFailure", 0],
    ["debugs", true, "debug", "Always", 1],
    ["is not restarted", true, "app", "Never", 1],
    ["is restarted after a failure", false, "app", "OnFailure", 1],
    ["has succeeded and is restarted after a failure", true, "app", "OnFailure", 0],
    ["is always restarted", false, "app", "Always", 0],
  ])(
    "of a Pod that runs, from a container that %s, ends: %s",
    async (_what, ends, container, restartPolicy, exitCode) => {
      const state = {
        name: container,
        image: "",
        imageID: "",
        ready: false,
        restartCount: 0,
        state: { terminated: { exitCode } },
      };
      const pod: Pod = {
        spec: {
          restartPolicy,
          containers: [{ name: "app" }, { name: "other" }],
          initContainers: [{ name: "setup" }, { name: "sidecar", restartPolicy: "Always" }],
          ephemeralContainers: [{ name: "debug" }],
        },
        status: {
          phase: "Running",
          containerStatuses: [
            { ...state, name: "other", state: { running: {} } },
            ...(container === "app" ? [state] : []),
          ],
          initContainerStatuses: [state],
          ephemeralContainerStatuses: [state],
        },
      };
      const over = logOver([{ bytes: at(1, "one") }], { follow: true, whenCut: "resume", container }, [pod]);
      const { lines, waits } = await readAll(over, 3);
      expect([lines, waits.length]).toEqual([["one"], ends ? 0 : 3]);
      // Without a name it is the container that the server chooses.
      if (container !== "app") return;
      const unnamed = logOver([{ bytes: at(1, "one") }], { follow: true, whenCut: "resume" }, [pod]);
      expect((await readAll(unnamed, 3)).waits).toHaveLength(ends ? 0 : 3);
    },
  );

  it("gives a last line that it has given before only once", async () => {
    const last = at(1, "last").slice(0, -1);
    const over = logOver([{ bytes: `${last}\n`, cut: true }, { bytes: last }], { whenCut: "resume" });
    expect((await readAll(over)).lines).toEqual(["last"]);
  });

  it("ends when the Pod is gone, tries on while the Pod cannot be read, and fails when it may not be", async () => {
    const status = (reason: "NotFound" | "Forbidden" | "ServiceUnavailable"): StatusError =>
      new StatusError(newStatus(reason, { resource: "pods", name: "web" }));
    const gone = logOver([{ bytes: at(1, "one") }], { follow: true, whenCut: "resume" }, [status("NotFound")]);
    expect(await readAll(gone)).toEqual({ lines: ["one"], waits: [], error: undefined });
    const busy = logOver([{ bytes: at(1, "one") }], { follow: true, whenCut: "resume" }, [
      status("ServiceUnavailable"),
      succeeded,
    ]);
    expect(await readAll(busy)).toMatchObject({ lines: ["one"], waits: [200], error: undefined });
    const refused = logOver([{ bytes: at(1, "one") }], { follow: true, whenCut: "resume" }, [status("Forbidden")]);
    expect(await readAll(refused)).toMatchObject({ lines: ["one"], error: { kind: "Status", code: 403 } });
  });

  it("does not look at the Pod when it is not followed", async () => {
    const over = logOver([{ bytes: at(1, "one") }], { whenCut: "resume" });
    expect((await readAll(over)).lines).toEqual(["one"]);
    expect(over.podReads()).toBe(0);
  });

  it("ends with its signal while it waits for the next connection, and leaves no timer", async () => {
    const abort = new AbortController();
    const { log, clock } = logOver([cut()], { follow: true, whenCut: "resume", signal: abort.signal });
    const reading = log[Symbol.asyncIterator]().next();
    await expect.poll(() => clock.pending).toBe(1);
    abort.abort();
    await expect(reading).rejects.toSatisfy(isAborted);
    expect(clock.pending).toBe(0);
  });
});

describe("a log that is not resumed", () => {
  it("sends its options, also those that are zero, and ends with an error when it is cut (F-H16)", async () => {
    const options: LogOptions = {
      follow: true,
      previous: false,
      tailLines: 0,
      limitBytes: 9,
      sinceTime: "2026-01-01T00:00:00Z",
    };
    const over = logOver([{ bytes: "one\nhalf", cut: true }], options);
    expect(await readAll(over)).toMatchObject({
      lines: ["one"],
      waits: [],
      error: { kind: "Transport", code: "reset" },
    });
    expect(over.queries).toEqual([
      { follow: "true", tailLines: "0", limitBytes: "9", sinceTime: "2026-01-01T00:00:00Z" },
    ]);
    const short = logOver([{ bytes: "one\nlast" }], {});
    expect((await readAll(short)).lines).toEqual(["one", "last"]);
  });

  it("is given as bytes, too", async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of logOver([{ bytes: "one\nla" }], {}).log.bytes()) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe("one\nla");
  });
});

it.each<[string, LogOptions]>([
  ["a negative number of lines", { tailLines: -1 }],
  ["a part of a byte", { limitBytes: 0.5 }],
  ["a text that is not a time", { sinceTime: "yesterday" }],
  ["two beginnings", { sinceSeconds: 1, sinceTime: "2026-01-01T00:00:00Z" }],
  ["a number of bytes over several connections", { whenCut: "resume", limitBytes: 1 }],
])("a log with %s is refused before anything is sent", (_what, options) => {
  expect(() => logOver([cut()], options)).toThrow(expect.objectContaining({ kind: "InvalidArgument" }) as Error);
});

it("a resumed log has no bytes to give, only lines", () => {
  const { log } = logOver([cut()], { whenCut: "resume" });
  expect(() => log.bytes()).toThrow(/read by lines/);
});

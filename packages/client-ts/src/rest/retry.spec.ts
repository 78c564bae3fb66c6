import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import {
  isServiceUnavailable,
  isTooManyRequests,
  OutcomeUnknownError,
  StatusError,
  TransportError,
} from "../errors/index.ts";
import type { TransportErrorCode } from "../errors/index.ts";
import { defined, FakeClock } from "../util/index.ts";
import { RecordingMeter } from "../util/test-support/recording-meter.ts";
import type { RESTClient } from "./index.ts";
import { mentionPrevious, parseRetryAfter, retryPlan } from "./retry.ts";
import { type Answer, scripted } from "./test-support/scripted.ts";
import { backoffFromEnv, noBackoff, urlBackoff } from "./url-backoff.ts";

const broken = (code: TransportErrorCode, sent = true): TransportError =>
  new TransportError(`GET /x: ${code}`, { code, sent });
const busy = (retryAfter?: string, status = 429): Answer => ({
  status,
  body: {},
  ...defined({ headers: retryAfter === undefined ? undefined : { "retry-after": retryAfter } }),
});
const core = { groupVersion: { group: "", version: "v1" } };

/** Runs a call on a fake clock to its end, and says how long it took. */
async function run<T>(clock: FakeClock, call: Promise<T>): Promise<{ value?: T; error?: Error; tookMs: number }> {
  let outcome: { value?: T; error?: Error } | undefined;
  const began = clock.monotonic();
  call.then(
    (value) => {
      outcome = { value };
    },
    (error: Error) => {
      outcome = { error };
    },
  );
  for (let i = 0; i < 200 && outcome === undefined; i++) {
    await clock.advance(0);
    if (outcome === undefined) await clock.advanceToNext();
  }
  if (outcome === undefined) throw new Error("the call never ended");
  return { ...outcome, tookMs: clock.monotonic() - began };
}

const get = (client: RESTClient) => client.get().resource("pods").name("web");
const post = (client: RESTClient) => client.post().resource("nodes").body({ a: 1 });

describe("the retry rule", () => {
  const errors: readonly TransportErrorCode[] = [
    "reset",
    "goaway",
    "refused-stream",
    "timeout",
    "refused",
    "dns",
    "tls",
    "unreachable",
    "other",
    "closed",
  ];

  it.each([
    ["do", "GET", ["reset", "goaway", "refused-stream"]],
    ["do", "POST", []],
    ["do", "PUT", []],
    ["do", "DELETE", []],
    ["watch", "GET", ["reset", "goaway", "refused-stream", "timeout"]],
    ["watch", "POST", ["reset", "goaway", "refused-stream", "timeout"]],
    ["stream", "GET", []],
    ["stream", "POST", []],
  ] as const)("for %s with %s tries broken connections again: %j (B426)", (mode, method, retried) => {
    expect(
      errors.filter((code) => retryPlan({ mode, method, replayable: true, error: broken(code) }, 0) !== undefined),
    ).toEqual(retried);
    // An answer that asks for it is tried again whatever the mode and method; without Retry-After, or as 3xx and 4xx,
    // never.
    const answers = [429, 500, 503, 504, 599, 301, 400, 404, 200].filter(
      (status) =>
        retryPlan({ mode, method, replayable: true, response: { status, headers: { "retry-after": "1" } } }, 0) !==
        undefined,
    );
    expect(answers).toEqual([429, 500, 503, 504, 599]);
    expect(
      [429, 500, 503].filter((status) =>
        retryPlan({ mode, method, replayable: true, response: { status, headers: {} } }, 0),
      ),
    ).toEqual([]);
  });

  it("waits as the server says or a second, prefers errors, names the flow schema, repeats no stream (B435)", () => {
    const response = { status: 429, headers: { "retry-after": "3", "x-kubernetes-pf-flowschema-uid": "u-1" } };
    const attempt = { mode: "do", method: "GET", replayable: true } as const;
    expect(retryPlan({ ...attempt, response }, 0)).toEqual({
      afterMs: 3_000,
      reason: 'the server answered 429 (flow schema "u-1")',
    });
    const hostile = { status: 429, headers: { "retry-after": "3", "x-kubernetes-pf-flowschema-uid": "u\u009b2J" } };
    expect(retryPlan({ ...attempt, response: hostile }, 0)?.reason).toContain('"u\\x9b2J"');
    expect(retryPlan({ ...attempt, response, error: broken("reset") }, 0)).toMatchObject({ afterMs: 1_000 });
    expect(retryPlan({ ...attempt, response, error: broken("tls") }, 0)).toBeUndefined();
    expect(retryPlan({ ...attempt, response, replayable: false }, 0)).toBeUndefined();
    expect(retryPlan({ ...attempt, error: new Error("not ours") }, 0)).toBeUndefined();
    expect(retryPlan(attempt, 0)).toBeUndefined();
  });

  it("stops at zero retries (B435)", async () => {
    const { client, sent } = scripted([busy("1")]);
    await expect(get(client).maxRetries(0).do()).rejects.toSatisfy(isTooManyRequests);
    expect(sent).toHaveLength(1);
  });

  it.each([
    ["5", 5_000],
    ["0", 0],
    ["-7", 0],
    ["1000000000000", 300_000],
    ["Thu, 01 Jan 2026 00:00:10 GMT", 10_000],
    ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
    ["Thu, 01 Jan 2099 00:00:00 GMT", 300_000],
    ["soon", undefined],
    ["1.5", undefined],
    ["1e12", undefined],
    ["", undefined],
  ])("reads Retry-After %j as %s ms and keeps it between zero and five minutes (F-C1)", (value, expected) => {
    expect(parseRetryAfter(value, Date.UTC(2026, 0, 1))).toBe(expected);
  });

  it("honours a date, which client-go does not (F-C1)", async () => {
    const clock = new FakeClock();
    const { client, sent } = scripted([busy("Thu, 01 Jan 2026 00:00:20 GMT", 503), {}], { clock });
    expect(await run(clock, post(client).do())).toMatchObject({ tookMs: 20_000 });
    expect(sent).toHaveLength(2);
  });
});

describe("a call that is tried again", () => {
  it.each([0, 1, 5])("makes %i retries and one attempt more (B421)", async (retries) => {
    const clock = new FakeClock();
    const { client, sent } = scripted([busy("1", 503)], { clock });
    const { error, tookMs } = await run(clock, get(client).maxRetries(retries).do());
    expect(error).toSatisfy(isServiceUnavailable);
    expect(sent).toHaveLength(retries + 1);
    expect(tookMs).toBe(retries * 1_000);
  });

  it("sends the whole body each time, reads each answer to its end and waits as asked (B418, B419)", async () => {
    const clock = new FakeClock();
    const { client, sent, bodies } = scripted([busy("2"), busy("3", 500), busy("1", 504), { body: { done: true } }], {
      clock,
    });
    const { value, tookMs } = await run(clock, post(client).do());
    expect(value?.into()).toEqual({ done: true });
    expect(sent.map(({ body }) => body)).toEqual(Array(4).fill('{"a":1}'));
    expect(tookMs).toBe(6_000);
    expect(bodies.every((body) => body.destroyed)).toBe(true);
  });

  it("is a GET whose connection was reset; a write is not (B420)", async () => {
    const clock = new FakeClock();
    const { client, sent } = scripted([broken("reset"), broken("goaway"), { body: { ok: 1 } }], { clock });
    expect((await run(clock, get(client).do())).value?.into()).toEqual({ ok: 1 });
    expect(sent).toHaveLength(3);
  });

  it("never has a stream as its body, and never repeats a streamed answer (B415, B422)", async () => {
    const clock = new FakeClock();
    const opaque = scripted([busy("1")], { clock });
    await expect(
      opaque.client
        .post()
        .resource("nodes")
        .body(Readable.from(["x"]))
        .do(),
    ).rejects.toSatisfy(isTooManyRequests);
    expect(opaque.sent).toHaveLength(1);
    const stream = scripted([busy("1"), broken("reset")], { clock });
    const { error } = await run(clock, stream.client.get().resource("pods").name("a").subresource("log").stream());
    expect(error).toMatchObject({ code: "reset" });
    expect(stream.sent).toHaveLength(2);
    const said = scripted([{ status: 400, headers: { "content-type": "text/plain" }, body: "container not found" }]);
    await expect(said.client.get().resource("pods").name("a").stream()).rejects.toThrow("container not found");
    const raw = scripted([busy("1"), { body: "raw" }], { clock });
    expect((await run(clock, get(raw.client).doRaw())).value?.toString()).toBe("raw");
    const watch = scripted([broken("timeout"), broken("reset"), { body: "" }], { clock });
    await run(clock, watch.client.get().resource("pods").watch().open());
    expect(watch.sent).toHaveLength(3);
    expect([...opaque.bodies, ...raw.bodies].every((body) => body.destroyed)).toBe(true);
  });

  it("is asked with a cap in a storm of errors; writes only when the server says when (F-C2)", async () => {
    const clock = new FakeClock();
    const asked = scripted([busy("30", 503)], { clock });
    const { tookMs } = await run(clock, get(asked.client).do());
    expect(asked.sent).toHaveLength(11);
    expect(tookMs).toBe(300_000);
    const silent = scripted([busy(undefined, 500)], { clock });
    await expect(post(silent.client).do()).rejects.toBeInstanceOf(StatusError);
    expect(silent.sent).toHaveLength(1);
    const delayed = scripted([busy("1", 500), {}], { clock });
    await run(clock, post(delayed.client).do());
    expect(delayed.sent).toHaveLength(2);
  });

  it("mentions the error before the last, once, and stays what it is (B425, B436)", async () => {
    const clock = new FakeClock();
    const { client } = scripted([busy("1", 503), broken("tls")], { clock });
    const { error } = await run(clock, get(client).do());
    expect(error).toMatchObject({ kind: "Transport", code: "tls" });
    expect(error?.message).toMatch(/^GET \/x: tls - error from a previous attempt: \[ServiceUnavailable\]/);
    const same = scripted([broken("reset")], { clock });
    expect((await run(clock, get(same.client).maxRetries(2).do())).error?.message).toBe("GET /x: reset");
    const watch = scripted([busy("1", 500), { status: 403 }], { clock });
    expect((await run(clock, watch.client.get().resource("pods").watch().open())).error?.message).toContain(
      "error from a previous attempt: [InternalError]",
    );
    const one = new Error("one");
    expect(mentionPrevious(one, undefined).message).toBe("one");
    expect(mentionPrevious(one, one).message).toBe("one");
    expect(mentionPrevious(one, new Error("one")).message).toBe("one");
    expect(mentionPrevious(one, new Error("two"))).toBe(one);
    expect(one.message).toBe("one - error from a previous attempt: two");
  });

  it("keeps its own count when many run at once (B424)", async () => {
    const clock = new FakeClock();
    const attempts = new Map<string, number>();
    const { client } = scripted(
      [
        ({ path }) => {
          const count = (attempts.get(path) ?? 0) + 1;
          attempts.set(path, count);
          return count <= 4 ? busy("1") : { body: { path } };
        },
      ],
      { clock },
    );
    const all = Array.from({ length: 10 }, (_, i) => client.get().resource("pods").name(`p${i}`).maxRetries(4).do());
    const { value } = await run(clock, Promise.all(all));
    expect(value).toHaveLength(10);
    expect([...attempts.values()]).toEqual(Array(10).fill(5));
  });
});

describe("a lost write", () => {
  it("is reported as outcome unknown, and never repeated (F-C7)", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const { client, sent } = scripted([broken("reset")]);
      const error = await client
        .verb(method)
        .resource("nodes")
        .name("n")
        .body({})
        .do()
        .catch((e: unknown) => e);
      expect(error).toBeInstanceOf(OutcomeUnknownError);
      expect(error).toMatchObject({ cause: { code: "reset" } });
      expect(String(error)).toContain(`${method} /api/v1/nodes/n`);
      expect(sent).toHaveLength(1);
    }
  });

  it("is an ordinary error when nothing was sent, and so is a lost read (F-C6)", async () => {
    const refused = scripted([broken("refused", false)]);
    await expect(post(refused.client).do()).rejects.toMatchObject({ kind: "Transport", code: "refused" });
    const read = scripted([broken("timeout")]);
    await expect(get(read.client).do()).rejects.toMatchObject({ kind: "Transport" });
    const reset = scripted([broken("reset")]);
    await expect(post(reset.client).do()).rejects.toThrow("may or may not have done it");
  });
});

describe("limits in time", () => {
  it("of the configuration end a call but not a watch (B446)", async () => {
    const clock = new FakeClock();
    const hang = (request: { signal?: AbortSignal | undefined }): Promise<Answer> =>
      new Promise((_resolve, reject) =>
        request.signal?.addEventListener("abort", () => reject(request.signal?.reason)),
      );
    const { client } = scripted([hang], { clock, timeoutMs: 5_000 });
    expect(await run(clock, get(client).do())).toMatchObject({ error: { kind: "Timeout" }, tookMs: 5_000 });
    const watch = scripted([{ body: "" }], { clock, timeoutMs: 5_000 });
    await watch.client.get().resource("pods").watch().open();
    await clock.advance(60_000);
    expect(watch.sent[0]?.signal?.aborted ?? false).toBe(false);
    expect(watch.sent[0]?.path).toBe("/api/v1/pods?watch=true");
  });

  it("begin when the rate limiter lets the first attempt go, not before", async () => {
    const clock = new FakeClock();
    const { client, sent } = scripted([{ body: { ok: 1 } }], { clock });
    const wait = (): Promise<void> => new Promise((resolve) => clock.setTimer(60_000, resolve));
    const limiter = { wait, tryAccept: () => true, qps: 1 };
    const { error, tookMs } = await run(clock, get(client).throttle(limiter).timeoutMs(5_000).do());
    expect([error, tookMs]).toEqual([undefined, 60_000]);
    expect(sent[0]?.signal?.aborted).toBe(false);
  });

  it("that are shorter than Retry-After end the call at the limit (F-C27)", async () => {
    const clock = new FakeClock();
    const { client, sent } = scripted([busy("60")], { clock });
    const { error, tookMs } = await run(clock, get(client).timeoutMs(7_000).do());
    expect(error).toMatchObject({ kind: "Timeout" });
    expect(error?.message).toContain("GET /api/v1/pods/web took longer than 7000 ms");
    expect(tookMs).toBe(7_000);
    expect(sent).toHaveLength(1);
  });

  it("leave a caller's signal what it is, also in the wait before the next attempt (F-C26, B416)", async () => {
    const clock = new FakeClock();
    for (const timeoutMs of [undefined, 60_000]) {
      const { client, sent } = scripted([busy("60")], { clock });
      const abort = new AbortController();
      const request = get(client);
      if (timeoutMs !== undefined) request.timeoutMs(timeoutMs);
      const call = request.do({ signal: abort.signal });
      call.catch(() => {});
      await clock.advance(1_000);
      expect(sent).toHaveLength(1);
      abort.abort(new Error("enough"));
      await expect(call).rejects.toMatchObject({ name: "AbortError", cause: { message: "enough" } });
      expect(clock.pending).toBe(0);
    }
    const { client, sent } = scripted([{}]);
    await expect(get(client).do({ signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: "Aborted" });
    expect(sent).toEqual([]);
    const failed = scripted([broken("tls", false)]);
    await expect(get(failed.client).do()).rejects.toMatchObject({ code: "tls" });
  });
});

describe("throttling and backoff", () => {
  function events(clock: FakeClock, script: Parameters<typeof scripted>[0]) {
    const log: string[] = [];
    const note = (what: string): void => void log.push(what);
    const meter: RecordingMeter = new RecordingMeter((name, _value, labels) => {
      if (meter.made[name]?.type === "counter") note(`${name.replace("rest_client_", "")} ${labels?.["code"]}`);
    });
    const rateLimiter = { qps: 1, tryAccept: () => true, wait: async () => note("limiter") };
    const backoff = {
      delayMs: () => {
        note("backoff?");
        return 2_000;
      },
      update: (_url: string, status: number) => note(`backoff ${status}`),
    };
    const made = scripted(
      script.map((line) => (request) => {
        note(`send at ${clock.monotonic()}`);
        return typeof line === "function" ? line(request) : line;
      }),
      { clock, meter, rateLimiter },
      { ...core, backoff },
    );
    return { log, ...made };
  }

  it("go limiter, backoff, send, metric, wait; a watch skips the first limiter (B423)", async () => {
    const clock = new FakeClock();
    const call = events(clock, [busy("1"), {}]);
    await run(clock, get(call.client).do());
    expect(call.log).toEqual([
      "limiter",
      "backoff?",
      "send at 2000",
      "requests_total 429",
      "backoff 429",
      "backoff?",
      "request_retries_total 429",
      "limiter",
      "send at 4000",
      "requests_total 200",
      "backoff 200",
    ]);
    const watch = events(new FakeClock(), [{ body: "" }]);
    const opening = watch.client.get().resource("pods").watch().open();
    await Promise.race([opening, new Promise((resolve) => setImmediate(resolve))]);
    expect(watch.log[0]).toBe("backoff?");
    const again = new FakeClock();
    const retried = events(again, [busy("1"), { body: "" }]);
    await run(again, retried.client.get().resource("pods").watch().open());
    expect(retried.log.filter((line) => line === "limiter")).toHaveLength(1);
  });

  it("grows 0, 1, 2, 4, 8 and is back at 0 after a success (B417)", () => {
    const backoff = urlBackoff({ baseMs: 1_000, maxMs: 60_000, clock: new FakeClock() });
    const seen: number[] = [];
    for (const status of [500, 503, 504, 429, 200]) {
      seen.push(backoff.delayMs("https://a/x"));
      backoff.update("https://a/x", status);
    }
    seen.push(backoff.delayMs("https://a/x"));
    expect(seen).toEqual([0, 1_000, 2_000, 4_000, 8_000, 0]);
  });

  it("is kept per host; 429 and 5xx make it grow up to its limit, anything else resets it (B437)", () => {
    const backoff = urlBackoff({ baseMs: 1_000, maxMs: 3_000, clock: new FakeClock() });
    for (let i = 0; i < 5; i++) backoff.update("https://a/x", 500);
    expect(backoff.delayMs("https://a/other/path?q")).toBe(3_000);
    expect(backoff.delayMs("https://b/x")).toBe(0);
    backoff.update("https://a/y", 404);
    expect(backoff.delayMs("https://a/x")).toBe(0);
    noBackoff.update("https://a/x", 500);
    expect(noBackoff.delayMs("https://a/x")).toBe(0);
  });

  it("is asked for by two whole numbers in the environment, and by nothing less (B438)", () => {
    const both = backoffFromEnv({ KUBE_CLIENT_BACKOFF_BASE: "2", KUBE_CLIENT_BACKOFF_DURATION: "8" }, new FakeClock());
    both.update("https://a", 500);
    expect(both.delayMs("https://a")).toBe(2_000);
    for (const env of [
      {},
      { KUBE_CLIENT_BACKOFF_BASE: "2" },
      { KUBE_CLIENT_BACKOFF_DURATION: "8" },
      { KUBE_CLIENT_BACKOFF_BASE: "a", KUBE_CLIENT_BACKOFF_DURATION: "8" },
      { KUBE_CLIENT_BACKOFF_BASE: "1.5", KUBE_CLIENT_BACKOFF_DURATION: "8" },
    ]) {
      expect(backoffFromEnv(env)).toBe(noBackoff);
    }
  });

  it("that is cancelled while it waits gives the plain cancel error (B430)", async () => {
    const clock = new FakeClock();
    const { client, sent } = scripted([{}], { clock, qps: 1, burst: 1 });
    await get(client).do();
    const abort = new AbortController();
    const call = get(client).do({ signal: abort.signal });
    call.catch(() => {});
    await clock.advance(500);
    abort.abort();
    const error = await call.catch((e: Error) => e);
    expect(error).toMatchObject({ name: "AbortError" });
    expect(String(error)).not.toMatch(/limit|throttl/i);
    expect(sent).toHaveLength(1);
  });

  it("lets five a second through with bursts of ten when asked", async () => {
    const clock = new FakeClock();
    const { client, sent } = scripted([{}], { clock, qps: 5 });
    const all = Promise.all(Array.from({ length: 15 }, () => get(client).do()));
    await clock.advance(0);
    expect(sent).toHaveLength(10);
    expect((await run(clock, all)).tookMs).toBe(1_000);
  });

  it("logs waits at most once a second, and warns at most once in ten seconds (B431)", async () => {
    const clock = new FakeClock();
    const lines: string[] = [];
    const level = (name: string) => (message: string) => void (message.includes("rate limit") && lines.push(name));
    const logger = { debug: level("debug"), info: level("info"), warn: level("warn"), error: level("error") };
    const { client } = scripted([{}], { clock, logger, qps: 2, burst: 1 });
    await run(clock, Promise.all(Array.from({ length: 41 }, () => get(client).do())));
    // Twenty seconds of waiting: the first waits are short ones.
    expect(lines.filter((name) => name === "warn").length).toBeLessThanOrEqual(3);
    expect(lines.filter((name) => name === "warn").length).toBeGreaterThanOrEqual(2);
    expect(lines.filter((name) => name === "info").length).toBeLessThanOrEqual(20);
    expect(lines.filter((name) => name === "info").length).toBeGreaterThan(10);
    expect(lines.filter((name) => name === "debug").length).toBeGreaterThan(10);
  });
});

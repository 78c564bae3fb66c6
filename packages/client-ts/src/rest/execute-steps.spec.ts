import { getEventListeners } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { abortedError, TransportError } from "../errors/index.ts";
import { newPrometheusMeter } from "../prometheus/index.ts";
import type { TransportRequest, TransportResponse } from "../transport/index.ts";
import { FakeClock, onAbort } from "../util/index.ts";
import { drain, errorFromResponse, readBeginning, readBody } from "./read-body.ts";
import { answer, request, retrying, scripted } from "./test-support/scripted.ts";
import { eventually } from "../util/test-support/eventually.ts";

const busy = { status: 429, headers: { "retry-after": "1" }, body: {} };

describe("a stream as the body of a request", () => {
  it("that fails while the request waits for its turn fails the request, not the process", async () => {
    const clock = new FakeClock();
    const { client } = scripted([(sent) => (sent.body as Readable).errored as Error], { clock });
    const wait = (): Promise<void> => new Promise((resolve) => clock.setTimer(2_000, resolve));
    const body = new PassThrough();
    const call = client
      .post()
      .resource("nodes")
      .throttle({ qps: 1, tryAccept: () => true, wait })
      .body(body)
      .do();
    const outcome = call.catch((error: unknown) => error);
    body.destroy(new Error("disk"));
    await clock.advance(2_000);
    expect(await outcome).toMatchObject({ message: "disk" });
  });

  it("is closed by a request that fails, also before it is sent or after the server's answer", async () => {
    const { client, sent } = scripted([{ status: 422, body: {} }]);
    const bodies = [new PassThrough(), new PassThrough()] as const;
    await expect(client.post().resource("nodes").body(bodies[0]).do()).rejects.toMatchObject({ code: 422 });
    const aborted = client.post().resource("nodes").body(bodies[1]).do({ signal: AbortSignal.abort() });
    await expect(aborted).rejects.toMatchObject({ kind: "Aborted" });
    expect(bodies.map(({ destroyed }) => destroyed)).toEqual([true, true]);
    expect(sent).toHaveLength(1);
  });

  it("is left to the transport by a request that succeeds", async () => {
    const { client } = scripted([{}]);
    const body = new PassThrough();
    await client.post().resource("nodes").body(body).do();
    expect(body.destroyed).toBe(false);
    body.destroy();
  });
});

describe("the metrics of a request", () => {
  it("count every attempt, also one without an answer, in seconds, and the sizes of bodies", async () => {
    const meter = newPrometheusMeter();
    const clock = new FakeClock();
    const { client } = scripted(
      [
        async () => {
          await clock.advance(3_000);
          return { body: {}, headers: { "content-length": "2" } };
        },
        new TransportError("no route", { code: "unreachable", sent: false }),
      ],
      { meter, clock },
    );
    await client.get().resource("pods").name("web").do();
    await client
      .post()
      .resource("nodes")
      .body("12345")
      .do()
      .catch(() => {});
    const shown = (name: string, labels: string): string | undefined =>
      new RegExp(`^rest_client_${name}\\{${labels}\\} (.*)$`, "m").exec(meter.text())?.[1];
    expect(shown("requests_total", 'code="200",host="api:6443",method="GET"')).toBe("1");
    expect(shown("requests_total", 'code="<error>",host="api:6443",method="POST"')).toBe("1");
    expect(shown("request_duration_seconds_sum", 'host="api:6443",verb="GET"')).toBe("3");
    expect(shown("request_size_bytes_sum", 'host="api:6443",verb="POST"')).toBe("5");
    expect(shown("request_size_bytes_count", 'host="api:6443",verb="GET"')).toBeUndefined();
    expect(shown("response_size_bytes_sum", 'host="api:6443",verb="GET"')).toBe("2");
  });

  it("have the seconds in the rate limiter, and the retries of broken connections", async () => {
    const meter = newPrometheusMeter();
    const clock = new FakeClock();
    const { client } = scripted([new TransportError("reset", { code: "reset" }), {}], { meter, clock });
    const wait = (): Promise<void> => new Promise((resolve) => clock.setTimer(2_000, resolve));
    const call = client
      .get()
      .resource("pods")
      .throttle({ qps: 1, tryAccept: () => true, wait })
      .do();
    await clock.advance(5_000);
    await call;
    const labels = 'host="api:6443",verb="GET"';
    expect(meter.text()).toContain(`rest_client_rate_limiter_duration_seconds_sum{${labels}} 4\n`);
    expect(meter.text()).toContain(`rest_client_request_retries_total{code="<error>",${labels}} 1\n`);
  });
});

describe("the limit of a call", () => {
  const never = ({ signal }: TransportRequest): Promise<never> =>
    new Promise((_, reject) => onAbort(signal, () => reject(abortedError(signal as AbortSignal))));

  it("is named in the error, with whether the server may have done it, and leaves nothing on the signal", async () => {
    const clock = new FakeClock();
    const { client } = scripted([never], { clock });
    const { signal } = new AbortController();
    const calls = [client.get().resource("pods").name("web"), client.post().resource("nodes").body({})].map((call) =>
      call
        .timeoutMs(1_000)
        .do({ signal })
        .catch((error: Error) => error.message),
    );
    await clock.advance(1_000);
    expect(await Promise.all(calls)).toEqual([
      "GET /api/v1/pods/web took longer than 1000 ms",
      "POST /api/v1/nodes took longer than 1000 ms; the server may or may not have done it",
    ]);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
    expect(clock.pending).toBe(0);
  });

  it("leaves no timer and no listener behind a call that succeeds", async () => {
    const clock = new FakeClock();
    const { client } = scripted([{}], { clock });
    const { signal } = new AbortController();
    await client.get().resource("pods").timeoutMs(1_000).do({ signal });
    expect([clock.pending, getEventListeners(signal, "abort").length]).toEqual([0, 0]);
  });

  it("does not hide a signal that fires before anything is sent", async () => {
    for (const timeoutMs of [undefined, 60_000]) {
      const clock = new FakeClock();
      const { client } = scripted([never], { clock, timeoutMs });
      const stopper = new AbortController();
      const call = client.get().resource("pods").do({ signal: stopper.signal });
      // In the same turn, while the call waits for its rate limiter.
      stopper.abort(new Error("enough"));
      await expect(call).rejects.toMatchObject({ kind: "Aborted", cause: { message: "enough" } });
      expect(clock.pending).toBe(0);
    }
  });

  it("counts the wait for the rate limiter before a further attempt", async () => {
    const clock = new FakeClock();
    const { client, sent } = scripted([busy], { clock });
    let waits = 0;
    const limiter = {
      qps: 1,
      tryAccept: () => true,
      wait: (): Promise<void> => (++waits === 1 ? Promise.resolve() : new Promise(() => {})),
    };
    const call = expect(client.get().resource("pods").throttle(limiter).timeoutMs(5_000).do()).rejects.toMatchObject({
      kind: "Timeout",
    });
    await clock.advance(5_000);
    await call;
    expect([waits, sent.length]).toEqual([2, 1]);
  });

  it("that ends a call in the rate limiter gives its turn to the next one", async () => {
    const clock = new FakeClock();
    const { client, sent } = scripted([{}], { clock, qps: 1, burst: 1 });
    await client.get().resource("pods").do();
    const stopper = new AbortController();
    const ended = expect(client.get().resource("pods").do({ signal: stopper.signal })).rejects.toMatchObject({
      kind: "Aborted",
    });
    await clock.advance(100);
    stopper.abort();
    await ended;
    const next = client.get().resource("pods").do();
    await clock.advance(900);
    await next;
    expect([sent.length, clock.monotonic()]).toEqual([2, 1_000]);
  });

  it("may be shared by many calls: Node warns of no leak", async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error): void => void (name === "MaxListenersExceededWarning" && warnings.push(name));
    process.on("warning", note);
    try {
      const clock = new FakeClock();
      const { client } = scripted([never], { clock, timeoutMs: 1_000 });
      const stopper = new AbortController();
      const { signal } = stopper;
      const calls = Array.from({ length: 20 }, () => client.get().resource("pods").do({ signal }));
      const watches = Array.from({ length: 20 }, () => client.get().resource("pods").watch({ signal }).open());
      const ended = Promise.allSettled([...calls, ...watches]);
      await clock.advance(0);
      stopper.abort();
      await ended;
      await new Promise((resolve) => setImmediate(resolve));
      expect([warnings, getEventListeners(signal, "abort").length]).toEqual([[], 0]);
    } finally {
      process.off("warning", note);
    }
  });
});

describe("the backoff of a host", () => {
  const backoff = (seen: number[] = []) => ({
    delayMs: () => 60_000,
    update: (_url: string, status: number) => void seen.push(status),
  });
  const core = { groupVersion: { group: "", version: "v1" } };

  it("ends with the signal and with the limit of the call, before anything is sent", async () => {
    const clock = new FakeClock();
    const { client, sent } = scripted([{}], { clock }, { ...core, backoff: backoff() });
    const stopper = new AbortController();
    const stopped = expect(client.get().resource("pods").do({ signal: stopper.signal })).rejects.toMatchObject({
      kind: "Aborted",
    });
    const limited = expect(client.get().resource("pods").timeoutMs(5_000).do()).rejects.toMatchObject({
      kind: "Timeout",
    });
    await clock.advance(1_000);
    stopper.abort();
    await stopped;
    await clock.advance(4_000);
    await limited;
    expect([sent.length, clock.pending]).toEqual([0, 0]);
  });

  it("learns from every attempt, also from one without an answer", async () => {
    const seen: number[] = [];
    const { client } = scripted(
      [new TransportError("reset", { code: "reset" }), busy, {}],
      {},
      {
        ...core,
        backoff: { ...backoff(seen), delayMs: () => 0 },
      },
    );
    await expect(client.post().resource("nodes").body({}).do()).rejects.toMatchObject({ kind: "OutcomeUnknown" });
    await expect(client.get().resource("nodes").maxRetries(0).do()).rejects.toMatchObject({ code: 429 });
    await client.get().resource("nodes").do();
    expect(seen).toEqual([0, 429, 200]);
  });
});

describe("the log of bodies", () => {
  it("begins at verbosity 8, and shows none that may hold a secret", async () => {
    for (const verbosity of [7, 8]) {
      const lines: string[] = [];
      const debug = (message: string, fields: Record<string, unknown> = {}): void => {
        if (message.endsWith("body")) lines.push(`${message} ${String(fields["body"])}`);
      };
      const logger = { debug, info() {}, warn() {}, error() {} };
      const { client } = scripted([{ body: {} }], { logger, verbosity });
      await client.post().resource("nodes").body({ a: 1 }).do();
      await client.post().absPath("/api/v1/namespaces/shop/secrets").body({ a: "hidden" }).do();
      const requests = lines.filter((line) => line.startsWith("request"));
      expect(requests).toEqual(
        verbosity === 7 ? [] : ['request body {"a":1}', "request body <not shown: may hold a secret>"],
      );
      expect(lines.join()).not.toContain("hidden");
    }
  });

  it("shows answers as well, of both kinds of calls, and those of Secrets in neither", async () => {
    const lines: string[] = [];
    const debug = (message: string, fields: Record<string, unknown> = {}): void => {
      if (message === "response body") lines.push(String(fields["body"]));
    };
    const logger = { debug, info() {}, warn() {}, error() {} };
    const { client } = scripted([{ body: { a: "shown" } }], { logger, verbosity: 8 });
    await client.get().resource("nodes").do();
    await client.get().resource("nodes").doRaw();
    await client.get().namespace("shop").resource("secrets").do();
    await client.get().namespace("shop").resource("secrets").doRaw();
    const hidden = "<not shown: may hold a secret>";
    expect(lines).toEqual(['{"a":"shown"}', '{"a":"shown"}', hidden, hidden]);
  });
});

describe("an attempt that is followed by another", () => {
  it("happens ten times at most, and each is counted from one", async () => {
    const clock = new FakeClock();
    let sent = 0;
    const attempts: number[] = [];
    const send = retrying({ clock, onRetry: ({ attempt }) => void attempts.push(attempt) })(async () => {
      sent++;
      return answer(429, { "retry-after": "1" });
    });
    const ended = send(request);
    await clock.advance(60_000);
    expect((await ended).status).toBe(429);
    expect([sent, attempts]).toEqual([11, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]);
  });

  it("waits as long as the server or the backoff asks for, then for the rate limiter", async () => {
    for (const [leastMs, tookMs] of [
      [0, 1_000],
      [5_000, 5_000],
    ] as const) {
      const clock = new FakeClock();
      const steps: string[] = [];
      const send = retrying({
        clock,
        leastDelayMs: () => leastMs,
        ready: async () => void steps.push(`ready at ${clock.monotonic()}`),
      })(async () => {
        steps.push(`sent at ${clock.monotonic()}`);
        return steps.length === 1 ? answer(429, { "retry-after": "1" }) : answer(200);
      });
      const ended = send(request);
      await clock.advance(10_000);
      await ended;
      expect(steps).toEqual(["sent at 0", `ready at ${tookMs}`, `sent at ${tookMs}`]);
    }
  });

  it("has its warnings reported as well, and its path without the query in the error", async () => {
    const clock = new FakeClock();
    const seen: string[] = [];
    const warning = { headers: { "retry-after": "1", warning: '299 - "slow down"' } };
    const { client } = scripted([{ ...busy, ...warning }, {}], {
      clock,
      onWarning: ({ text }) => void seen.push(text),
    });
    const call = client.get().resource("pods").do();
    await clock.advance(1_000);
    await call;
    expect(seen).toEqual(["slow down"]);
    const errors: string[] = [];
    const send = retrying({ clock, maxRetries: 1, onRetry: ({ error }) => void errors.push(error.message) })(async () =>
      answer(429, { "retry-after": "1" }),
    );
    const ended = send({ ...request, path: "/api?token=canary" });
    await clock.advance(1_000);
    await ended;
    expect(errors).toEqual([expect.stringContaining("GET /api:")]);
    expect(errors.join()).not.toContain("canary");
  });

  it("is reported with its status, its reason and the wait", async () => {
    const clock = new FakeClock();
    const seen: unknown[] = [];
    const answers = [
      () => Promise.reject(reset),
      async () => answer(503, { "retry-after": "3" }),
      async () => answer(200),
    ];
    const reset = new TransportError("reset", { code: "reset" });
    const send = retrying({
      clock,
      onRetry: ({ error, ...retry }) => void seen.push({ ...retry, kind: (error as TransportError).kind }),
    })(() => (answers.shift() as () => Promise<TransportResponse>)());
    const ended = send(request);
    await clock.advance(4_000);
    await ended;
    expect(seen).toEqual([
      { kind: "Transport", status: undefined, attempt: 1, delayMs: 1_000, reason: "the connection broke" },
      { kind: "Status", status: 503, attempt: 2, delayMs: 3_000, reason: "the server answered 503" },
    ]);
  });

  it("is logged with its path and without its query, and the last error says when to come back", async () => {
    const clock = new FakeClock();
    const lines: unknown[] = [];
    const debug = (message: string, fields?: object): void => void lines.push({ message, ...fields });
    const logger = { debug, info() {}, warn() {}, error() {} };
    const date = new Date(clock.now() + 20_000).toUTCString();
    const { client } = scripted([busy, { ...busy, headers: { "retry-after": date } }], { clock, logger });
    const call = client.get().resource("pods").param("token", "canary").maxRetries(1).do();
    const ended = expect(call).rejects.toMatchObject({ status: { details: { retryAfterSeconds: 19 } } });
    await clock.advance(1_000);
    await ended;
    expect(lines).toEqual([
      {
        message: "the request is tried again",
        method: "GET",
        path: "/api/v1/pods",
        attempt: 1,
        delayMs: 1_000,
        reason: "the server answered 429",
      },
    ]);
  });

  it("is not told apart from a lost write when it only asked", async () => {
    for (const method of ["HEAD", "OPTIONS"]) {
      const { client } = scripted([new TransportError("reset", { code: "reset" })]);
      await expect(client.verb(method).resource("nodes").do()).rejects.toMatchObject({ kind: "Transport" });
    }
  });

  it("gives its answer up, and ends the wait with the signal", async () => {
    const stopper = new AbortController();
    const { client, sent, bodies } = scripted([busy]);
    const ended = expect(
      client.get().resource("pods").name("web").do({ signal: stopper.signal }),
    ).rejects.toMatchObject({ kind: "Aborted" });
    await eventually(() => bodies[0]?.destroyed === true);
    stopper.abort();
    await ended;
    expect(sent).toHaveLength(1);
  });
});

describe("reading a body", () => {
  const body = (...chunks: readonly string[]): Readable =>
    Readable.from(
      chunks.map((chunk) => Buffer.from(chunk)),
      { objectMode: false },
    );

  it("gives all of it, or its beginning and no byte more, without reading on", async () => {
    expect((await readBody(body("ab", "cd"))).toString()).toBe("abcd");
    expect((await readBody(body("ab"))).toString()).toBe("ab");
    expect((await readBody(body())).length).toBe(0);
    let read = 0;
    async function* endless(): AsyncGenerator<Buffer> {
      for (; read < 100; read++) yield Buffer.from("abc");
    }
    expect((await readBeginning(Readable.from(endless(), { highWaterMark: 1 }), 7)).toString()).toBe("abcabca");
    expect(read).toBeLessThan(100);
  });

  it("fails when it breaks, ends too early or is gone already", async () => {
    const broken = new PassThrough();
    const first = expect(readBody(broken)).rejects.toThrow("cut");
    broken.write("abc");
    broken.destroy(new Error("cut"));
    await first;
    const early = new PassThrough();
    const second = expect(readBody(early)).rejects.toThrow("the body of the answer ended too early");
    early.write("abc");
    early.destroy();
    await second;
    await expect(readBody(broken)).rejects.toThrow("cut");
    await expect(readBody(early)).rejects.toMatchObject({ kind: "Protocol" });
  });

  it("gives what came before it broke off", async () => {
    async function* breaking(): AsyncGenerator<Buffer> {
      yield Buffer.from("abc");
      throw new Error("cut");
    }
    expect((await readBeginning(Readable.from(breaking()), 100)).toString()).toBe("abc");
  });

  it("that is not needed destroys it", async () => {
    const long = body("x".repeat(10_000));
    await drain(long);
    expect(long.destroyed).toBe(true);
  });

  it("of an error rounds the delay up to whole seconds, and keeps text that is not UTF-8", async () => {
    const clock = new FakeClock();
    const at = new Date(clock.now() + 1_500).toUTCString();
    const facts = { method: "GET", path: "/api" };
    const late = await errorFromResponse(answer(503, { "retry-after": at }), facts, 100, clock.now() - 500);
    expect(late.status.details?.retryAfterSeconds).toBe(2);
    const bytes = Buffer.from([0x63, 0x61, 0x66, 0xe9]);
    const latin = { ...answer(500, { "content-type": "text/plain" }), body: Readable.from([bytes]) };
    expect((await errorFromResponse(latin, facts, 100, clock.now())).message).toContain("café");
  });
});

import { getEventListeners } from "node:events";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { TransportError } from "../errors/index.ts";
import type { TransportRequest, TransportResponse } from "../transport/index.ts";
import { FakeClock, type MetricLabels, type Meter } from "../util/index.ts";
import { refuseContentType } from "./execute.ts";
import { drain, errorFromResponse, readBeginning, readBody } from "./read-body.ts";
import { type Answer, answer, request, retrying, scripted } from "./test-support/scripted.ts";

/** A body that is not destroyed when it was read to its end, so that no listener of Node's own is left on it. */
function lasting(text: string): Readable {
  const body = new Readable({ autoDestroy: false, read() {} });
  body.push(text);
  body.push(null);
  return body;
}

describe("the sizes of a call", () => {
  it("are bytes, of what can be counted before it is sent, and of what the answer says", async () => {
    const seen: [string, number, MetricLabels | undefined][] = [];
    const meter: Meter = {
      counter: () => ({ add() {} }),
      gauge: () => ({ set() {} }),
      histogram: (name) => ({
        observe: (value, labels) => void (name.endsWith("size_bytes") && seen.push([name, value, labels])),
      }),
    };
    const answers: Answer[] = [
      { headers: { "content-length": "17" } },
      { headers: { "content-length": "many" } },
      { headers: { "content-length": "0" } },
      {},
    ];
    const { client } = scripted(answers, { meter });
    for (const body of ["é€", new Uint8Array(5), Readable.from(["x"]), ""])
      await client.post().resource("nodes").body(body).do();
    const labels = { verb: "POST", host: "api:6443" };
    expect(seen).toEqual([
      ["rest_client_request_size_bytes", 5, labels],
      ["rest_client_response_size_bytes", 17, labels],
      ["rest_client_request_size_bytes", 5, labels],
      ["rest_client_response_size_bytes", 0, labels],
    ]);
  });

  it("are measured with the time of each attempt, whenever it begins", async () => {
    const clock = new FakeClock();
    const seen: [string, number][] = [];
    const meter: Meter = {
      counter: () => ({ add() {} }),
      gauge: () => ({ set() {} }),
      histogram: (name) => ({ observe: (value) => void seen.push([name, value]) }),
    };
    const slow = async (): Promise<Answer> => {
      await clock.advance(2_000);
      return {};
    };
    const { client } = scripted([slow], { clock, meter });
    await clock.advance(60_000);
    await client.get().absPath("/x").do();
    expect(seen).toEqual([["rest_client_request_duration_seconds", 2]]);
  });

  it("do not keep a body from the log: text and bytes are shown, a stream is not", async () => {
    const lines: unknown[] = [];
    const debug = (message: string, fields?: object): void =>
      void (message.endsWith("body") && lines.push([message, fields]));
    const { client } = scripted([{ body: "{}" }], {
      verbosity: 8,
      logger: { debug, info() {}, warn() {}, error() {} },
    });
    for (const body of ["text", Buffer.from("bytes"), Readable.from(["x"])])
      await client.put().resource("nodes").name("n").body(body).doRaw();
    await client.get().resource("nodes").stream();
    const response = ["response body", { method: "PUT", body: "{}" }];
    expect(lines).toEqual([
      ["request body", { method: "PUT", body: "text" }],
      response,
      ["request body", { method: "PUT", body: "bytes" }],
      response,
      response,
    ]);
  });
});

describe("a call", () => {
  it.each([
    [101, true],
    [100, false],
    [199, false],
    [200, true],
    [206, true],
    [207, false],
    [304, false],
  ])("that is answered with %i is a success: %s", async (status, success) => {
    const { client } = scripted([{ status, body: "x", headers: { "content-type": "text/plain" } }]);
    const ended = await client
      .get()
      .absPath("/x")
      .doRaw()
      .then(String, (error: { kind?: string }) => error.kind);
    expect(ended).toBe(success ? "x" : "Status");
  });

  it("has an unknown outcome when a write was sent and its answer was lost", async () => {
    const cause = new TransportError("reset", { code: "reset" });
    const { client } = scripted([cause]);
    await expect(client.put().resource("nodes").name("n").body({}).do()).rejects.toThrow(
      expect.objectContaining({
        kind: "OutcomeUnknown",
        message:
          "PUT /api/v1/nodes/n: the request was sent and its answer was lost; the server may or may not have done it",
        cause,
      }),
    );
    const other = scripted([new Error("a bug")]);
    await expect(other.client.put().resource("nodes").name("n").body({}).do()).rejects.toThrow(/^a bug$/);
  });

  it.each([
    ["GET", "/x", ""],
    ["HEAD", "/x", ""],
    ["POST", "/GET", "; the server may or may not have done it"],
    ["DELETE", "/x", "; the server may or may not have done it"],
  ])(
    "that ends by its limit says so for a %s to %s, and the transport learns the reason",
    async (method, path, unsure) => {
      const clock = new FakeClock();
      const { client, sent } = scripted([() => new Promise<Answer>(() => {}), {}], { clock });
      const aborted = (one: TransportRequest | undefined): Promise<never> =>
        new Promise((_, reject) =>
          one?.signal?.addEventListener("abort", () =>
            reject(new TransportError("cut", { code: "other", sent: false })),
          ),
        );
      const waiting = scripted([(one) => aborted(one)], { clock });
      const lost = expect(waiting.client.verb(method).absPath(path).timeoutMs(1_000).do()).rejects.toThrow(
        expect.objectContaining({ kind: "Transport", message: "cut" }),
      );
      const { signal } = new AbortController();
      const backoff = { delayMs: () => 5_000, update() {} };
      const held = scripted([{}], { clock }, { backoff });
      const ended = expect(held.client.verb(method).absPath(path).timeoutMs(1_000).do({ signal })).rejects.toThrow(
        expect.objectContaining({ kind: "Timeout", message: `${method} ${path} took longer than 1000 ms${unsure}` }),
      );
      void client.verb(method).absPath(path).timeoutMs(1_000).do({ signal });
      await clock.advance(1_000);
      await Promise.all([ended, lost]);
      expect(sent[0]?.signal?.reason).toMatchObject({
        kind: "Timeout",
        message: `${method} ${path} took longer than 1000 ms`,
      });
      expect(held.sent).toEqual([]);
    },
  );

  it("that ends by its signal gives the transport the error of the signal", async () => {
    const stopper = new AbortController();
    const clock = new FakeClock();
    const { client, sent } = scripted([() => new Promise<Answer>(() => {})], { clock, timeoutMs: 60_000 });
    void client.get().absPath("/x").do({ signal: stopper.signal });
    await clock.advance(0);
    stopper.abort(new Error("enough"));
    expect(sent[0]?.signal?.reason).toMatchObject({ kind: "Aborted", cause: { message: "enough" } });
  });

  it("is not delayed by a backoff of the host that is zero", async () => {
    const clock = new FakeClock();
    const { client, sent } = scripted([{}], { clock }, { backoff: { delayMs: () => 0, update() {} } });
    await client.get().absPath("/x").do();
    expect([sent.length, clock.pending]).toEqual([1, 0]);
  });

  it("names the request in the log of waits for the rate limiter", async () => {
    const clock = new FakeClock();
    const lines: unknown[] = [];
    const debug = (_message: string, fields?: object): void => void lines.push(fields);
    const { client } = scripted([{}], { clock, logger: { debug, info() {}, warn() {}, error() {} } });
    const wait = (): Promise<void> => new Promise((resolve) => clock.setTimer(700, resolve));
    const limiter = { wait, tryAccept: () => true, qps: 1 };
    const call = client.get().resource("pods").param("token", "canary").throttle(limiter).do();
    await clock.advance(700);
    await call;
    expect(lines).toEqual([{ waitedMs: 700, request: "GET /api/v1/pods" }]);
  });
});

describe("an answer of the wrong kind", () => {
  it("is named with its first kilobyte and given up, also when it breaks later", async () => {
    for (const [headers, type, text] of [
      [{}, "", "a".repeat(2_000)],
      [{ "content-type": "text/html" }, "text/html", "<html>"],
    ] as const) {
      const response = { ...answer(200, headers), body: lasting(text) };
      await expect(refuseContentType(response, "GET /x")).rejects.toThrow(
        expect.objectContaining({
          contentType: type,
          message: `UnexpectedContentType: GET /x answered with "${type}": ${text.slice(0, 1_024)}`,
        }),
      );
      expect(response.body.destroyed).toBe(true);
      expect(response.body.emit("error", new Error("late"))).toBe(true);
    }
  });
});

describe("further attempts of a request", () => {
  it("sends text and bytes again, and a stream once", async () => {
    for (const [body, times] of [
      ["text", 2],
      [new Uint8Array(1), 2],
      [Readable.from(["x"]), 1],
    ] as const) {
      const clock = new FakeClock();
      let sent = 0;
      const send = retrying({ clock })(async () => (++sent === 1 ? answer(503, { "retry-after": "1" }) : answer(200)));
      const ended = send({ ...request, method: "POST", body });
      await clock.advance(1_000);
      await ended;
      expect(sent).toBe(times);
    }
  });

  it("says what was asked for, hands on the signal, and applies the rule of the mode", async () => {
    const clock = new FakeClock();
    const { signal } = new AbortController();
    const said: unknown[] = [];
    const send = retrying({
      clock,
      mode: "watch",
      maxRetries: 2,
      facts: { method: "GET", path: "/api", resource: "pods", name: "web" },
      onRetry: ({ error }) => void said.push(error.message),
      ready: async (given) => void said.push(given === signal),
    });
    const answers = [
      async () => answer(503, { "retry-after": "0" }, "{}"),
      () => Promise.reject(new TransportError("slow", { code: "timeout" })),
      () => Promise.reject(new TransportError("slower", { code: "timeout" })),
    ];
    const ended = expect(
      send(() => (answers.shift() as () => Promise<TransportResponse>)())({ ...request, signal }),
    ).rejects.toThrow(/^slower$/);
    await clock.advance(5_000);
    await ended;
    expect(said).toEqual([expect.stringContaining('pods "web"'), true, "slow", true]);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });
});

describe("the body of an answer", () => {
  /** A body that counts the chunks that were taken from it. */
  function counted(...chunks: readonly string[]): { readonly body: Readable; readonly taken: () => number } {
    let taken = 0;
    async function* read(): AsyncGenerator<Buffer> {
      for (const chunk of chunks) {
        taken++;
        yield Buffer.from(chunk);
      }
    }
    return { body: read() as unknown as Readable, taken: () => taken };
  }

  it("is read as far as asked, and no chunk further", async () => {
    for (const [most, text, chunks] of [
      [2, "ab", 1],
      [3, "abc", 1],
      [4, "abcd", 2],
      [6, "abcdef", 2],
      [7, "abcdefg", 3],
      [100, "abcdefghi", 3],
    ] as const) {
      const { body, taken } = counted("abc", "def", "ghi");
      expect([(await readBeginning(body, most)).toString(), taken()]).toEqual([text, chunks]);
    }
  });

  it("is the chunk itself when there is one, and leaves no listener that would make an error", async () => {
    const chunk = Buffer.from("abc");
    const body = new Readable({ autoDestroy: false, read() {} });
    const read = readBody(body);
    body.push(chunk);
    body.push(null);
    expect(await read).toBe(chunk);
    expect(body.listenerCount("close")).toBe(0);
  });

  it("that is not needed is read to 2 KiB, and may break later", async () => {
    const body = lasting("a".repeat(100));
    await drain(body);
    expect([body.readableEnded, body.destroyed]).toEqual([true, true]);
    expect(body.emit("error", new Error("late"))).toBe(true);
    const { body: long, taken } = counted("a".repeat(2_047), "b", "c");
    await drain(Object.assign(long, { on: () => long, destroy: () => long }));
    expect(taken()).toBe(2);
  });

  it("of an error is what the server said, with the delay only if there is one", async () => {
    const facts = { method: "GET", path: "/api", resource: "pods", name: "web" };
    const text = { "content-type": "text/plain" };
    const read = async (headers: Record<string, string>, body: string, most = 1_000) =>
      (await errorFromResponse(answer(503, headers, body), facts, most, 0)).status.details;
    const said = (message: string, more: object = {}) => ({
      name: "web",
      kind: "pods",
      causes: [{ reason: "UnexpectedServerResponse", message }],
      ...more,
    });
    expect(await read(text, "größe")).toStrictEqual(said("größe"));
    expect(await read(text, "abcdef", 3)).toStrictEqual(said("abc"));
    expect(await read({}, "no type")).toStrictEqual(said("no type"));
    expect(await read({ ...text, "retry-after": "7" }, "x")).toStrictEqual(said("x", { retryAfterSeconds: 7 }));
    expect(await read({ "content-type": "text/plain", "retry-after": "soon" }, "x")).toStrictEqual(said("x"));
    expect(await read({ "content-type": "application/vnd.kubernetes.protobuf" }, "x")).toStrictEqual(said("unknown"));
    expect(await read({ "content-type": "application/json" }, "x")).toStrictEqual(said("unknown"));
  });

  it("of an attempt that is given up is read to 2 KiB for the error", async () => {
    const clock = new FakeClock();
    const errors: string[] = [];
    const page = "a".repeat(2_049);
    const first = answer(503, { "retry-after": "1", "content-type": "text/plain" }, page);
    const answers = [first, answer(200)];
    const send = retrying({ clock, onRetry: ({ error }) => void errors.push(error.message) });
    const ended = send(async () => answers.shift() as TransportResponse)(request);
    await clock.advance(1_000);
    await ended;
    expect([errors.length, first.body.destroyed, errors[0]?.includes("aaa")]).toEqual([1, true, true]);
  });
});

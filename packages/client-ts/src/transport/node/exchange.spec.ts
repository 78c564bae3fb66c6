import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { FakeClock } from "../../util/index.ts";
import { defaultLimits } from "../limits.ts";
import { ask } from "../test-support/pools.ts";
import type { TransportRequest, TransportResponse } from "../transport.ts";
import { sourceOf } from "./body-source.ts";
import { acceptResponse, limitInterim, type RawResponse, wireHeaders } from "./exchange.ts";

/** Accepts an answer to the request; `cancelled` says how often the answer was given up. */
function accept(
  request: TransportRequest,
  raw: Partial<Pick<RawResponse, "status" | "headers">> & { readonly body?: string | undefined },
) {
  const clock = new FakeClock();
  const source = new Readable({ read() {} });
  if (raw.body !== undefined) source.push(raw.body);
  const given = { cancelled: 0, clock, source };
  const accepted = (): TransportResponse =>
    acceptResponse(
      request,
      {
        status: 200,
        headers: {},
        source: sourceOf(source, () => true),
        protocol: "h2",
        explain: (error) => error ?? new Error("cut"),
        cancel: () => {
          given.cancelled++;
          source.destroy();
        },
        ...raw,
      },
      { clock, limits: { ...defaultLimits, objectBytes: 10, listBytes: 20 }, idleTimeoutMs: 60_000 },
    );
  return Object.assign(given, { accepted });
}

/** What reading the body comes to: its text, or the code of its error. */
async function read({ body }: TransportResponse): Promise<string> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe("interim answers", () => {
  it("are accepted up to twenty; the next one is an error, once", () => {
    const errors: unknown[] = [];
    const interim = limitInterim(ask("/api?limit=1"), (error) => errors.push(error));
    for (let n = 0; n < 20; n++) interim();
    expect(errors).toEqual([]);
    for (let n = 0; n < 5; n++) interim();
    expect(errors).toEqual([
      expect.objectContaining({
        code: "limit",
        message: "GET /api: the server sent more than 20 interim answers (1xx)",
      }),
    ]);
  });
});

describe("the head of an answer", () => {
  it.each([300, 301, 307, 399])("that is a redirect (%i) is given up, and nothing was done", (status) => {
    const given = accept(ask("/api"), { status });
    expect(given.accepted).toThrow(expect.objectContaining({ code: "other", sent: false }));
    expect(given.cancelled).toBe(1);
  });

  it.each([200, 299, 304, 400, 500])("that is not a redirect (%i) is an answer", (status) => {
    const given = accept(ask("/api"), { status });
    expect(given.accepted().status).toBe(status);
    expect(given.cancelled).toBe(0);
  });

  it("is at most 16 KiB, names and values of headers that came several times included", () => {
    const exactly = { "x-a": "a".repeat(16 * 1024 - 7) };
    expect(accept(ask(), { headers: exactly }).accepted().status).toBe(200);
    for (const headers of [{ "x-a": `${exactly["x-a"]}a` }, { "x-a": ["a".repeat(8_192), "a".repeat(8_192)] }]) {
      const given = accept(ask(), { headers });
      expect(given.accepted).toThrow(expect.objectContaining({ code: "limit" }));
      expect(given.cancelled).toBe(1);
    }
  });

  it("names an encoding that can be undone", () => {
    for (const encoding of ["", "identity", "gzip", " GZIP ", "x-gzip"])
      expect(accept(ask(), { headers: { "content-encoding": encoding } }).accepted().status).toBe(200);
    const given = accept(ask(), { headers: { "content-encoding": "br" } });
    expect(given.accepted).toThrow("unknown content encoding");
    expect(given.cancelled).toBe(1);
  });
});

describe("the body of an answer", () => {
  it("is limited by the purpose of its request, and by the request itself", async () => {
    const length = async (request: TransportRequest, bytes: number, status = 200): Promise<string> => {
      const given = accept(request, { body: "a".repeat(bytes), status });
      const response = given.accepted();
      given.source.push(null);
      const result = await read(response);
      return result === "limit" ? result : String(result.length);
    };
    expect(await length(ask(), 10)).toBe("10");
    expect(await length(ask(), 11)).toBe("limit");
    expect(await length(ask("/", { purpose: "list" }), 20)).toBe("20");
    expect(await length(ask("/", { purpose: "list" }), 21)).toBe("limit");
    for (const purpose of ["watch", "stream"] as const) {
      expect(await length(ask("/", { purpose }), 1_000)).toBe("1000");
      // What refuses a watch is an answer as any other.
      expect(await length(ask("/", { purpose }), 11, 403)).toBe("limit");
    }
    expect(await length(ask("/", { purpose: "watch", maxBodyBytes: 5 }), 6)).toBe("limit");
    expect(await length(ask("/", { maxBodyBytes: 15 }), 15)).toBe("15");
  });

  it("that the answer cannot have may have a length: it is that of another answer", async () => {
    const headers = { "content-length": "5" };
    const lengths = async (method: string, status: number): Promise<string> => {
      const given = accept(ask("/", { method }), { status, headers });
      const response = given.accepted();
      given.source.push(null);
      return read(response);
    };
    expect([await lengths("HEAD", 200), await lengths("GET", 304), await lengths("GET", 200)]).toEqual([
      "",
      "",
      "reset",
    ]);
  });

  it("has a limit of silence, except where silence is normal", async () => {
    const silent = async (request: TransportRequest, status = 200): Promise<string | undefined> => {
      const given = accept(request, { status });
      const result = read(given.accepted());
      await given.clock.advance(60_000);
      return Promise.race([result, new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined)))]);
    };
    expect(await silent(ask())).toBe("timeout");
    expect(await silent(ask("/", { purpose: "list" }))).toBe("timeout");
    expect(await silent(ask("/", { purpose: "watch" }))).toBeUndefined();
    expect(await silent(ask("/", { purpose: "watch" }), 403)).toBe("timeout");
    expect(await silent(ask("/", { purpose: "watch", idleTimeoutMs: 1_000 }))).toBe("timeout");
  });

  it("has the length that was announced, but for HEAD, which has none", async () => {
    const headers = { "content-length": "5" };
    const cut = accept(ask(), { headers, body: "abc" });
    const response = cut.accepted();
    cut.source.push(null);
    expect(await read(response)).not.toBe("abc");
    const head = accept(ask("/", { method: "HEAD" }), { headers });
    const none = head.accepted();
    head.source.push(null);
    expect(await read(none)).toBe("");
  });
});

describe("what goes out with a request", () => {
  it("asks for a compressed answer where that helps, unless the request says what it wants", () => {
    const encoding = (request: TransportRequest, compress: boolean) =>
      wireHeaders(request, compress)["accept-encoding"];
    expect(encoding(ask(), true)).toBe("gzip");
    expect(encoding(ask("/", { purpose: "list" }), true)).toBe("gzip");
    for (const purpose of ["watch", "stream", "upgrade"] as const)
      expect(encoding(ask("/", { purpose }), true)).toBe("identity");
    expect(encoding(ask(), false)).toBe("identity");
    expect(encoding(ask("/", { headers: { "accept-encoding": "br" } }), true)).toBe("br");
  });

  it("has the length of its body in bytes, and none for a stream", () => {
    const length = (body: NonNullable<TransportRequest["body"]>) =>
      wireHeaders(ask("/", { method: "POST", body }), true)["content-length"];
    expect([length("käse"), length(Buffer.from("käse")), length(Readable.from([]))]).toEqual(["5", "5", undefined]);
    expect(wireHeaders(ask(), true)["content-length"]).toBeUndefined();
  });
});

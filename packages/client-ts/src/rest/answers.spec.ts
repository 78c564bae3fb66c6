import { describe, expect, it } from "vitest";
import { loadProtobuf } from "../codec/index.ts";
import {
  isAlreadyExists,
  isConflict,
  isForbidden,
  isNotFound,
  isUnauthorized,
  isUnexpectedServerError,
  StatusError,
} from "../errors/index.ts";
import type { Warning } from "../transport/index.ts";
import { serve } from "../transport/test-support/servers.ts";
import { RecordingMeter } from "../util/test-support/recording-meter.ts";
import {
  newWarningWriter,
  logWarnings,
  parseWarnings,
  restClientFor,
  suppressWarnings,
  UnexpectedContentTypeError,
} from "./index.ts";
import type { Serializer } from "./serializer.ts";
import { type Answer, scripted } from "./test-support/scripted.ts";
import { urlTemplate } from "./url-template.ts";

const status = (more: object): object => ({ kind: "Status", apiVersion: "v1", status: "Failure", ...more });

/** Writes objects as Kubernetes' protobuf. */
async function codecOf(): Promise<{ readonly encode: (object: object) => Buffer }> {
  const codec = await loadProtobuf();
  return { encode: (object) => codec.encode(object as Parameters<typeof codec.encode>[0]) as Buffer };
}

async function errorOf(answer: Answer, method = "GET"): Promise<StatusError> {
  const { client } = scripted([answer]);
  return (await client
    .verb(method)
    .namespace("shop")
    .resource("pods")
    .name("web")
    .body(null)
    .do()
    .catch((e: unknown) => e)) as StatusError;
}

describe("an answer", () => {
  it.each([
    [200, undefined],
    [201, undefined],
    [202, undefined],
    [206, undefined],
    [400, "BadRequest"],
    [401, "Unauthorized"],
    [403, "Forbidden"],
    [404, "NotFound"],
    [405, "MethodNotAllowed"],
    [406, "NotAcceptable"],
    [409, "Conflict"],
    [415, "UnsupportedMediaType"],
    [422, "Invalid"],
    [429, "TooManyRequests"],
    [500, "InternalError"],
    [503, "ServiceUnavailable"],
    [504, "Timeout"],
    [599, "InternalError"],
  ])("with code %i is an object or the error %s (B411)", async (code, reason) => {
    const { client } = scripted([{ status: code, body: { kind: "Pod" } }]);
    const call = client.get().resource("pods").name("web").do();
    if (reason === undefined) expect((await call).into()).toEqual({ kind: "Pod" });
    else await expect(call).rejects.toMatchObject({ kind: "Status", reason, code });
  });

  it("is decoded by its content type, without one as requested; an unknown one is an error (B411)", async () => {
    const upper: Serializer = {
      mediaType: "text/x-upper",
      encode: (o) => JSON.stringify(o),
      decode: (body) => ({ text: body.toString().toUpperCase() }),
    };
    const answers: Answer[] = [
      { headers: { "content-type": "text/x-upper; charset=utf-8" }, body: "abc" },
      { headers: { "content-type": "Application/JSON;stream=watch" }, body: "{}" },
      { headers: { "content-type": "" }, body: '{"a":1}' },
      { headers: { "content-type": "application/unknown" }, body: "abc" },
    ];
    const { client } = scripted(answers, {}, { serializers: [upper] });
    const ask = () => client.get().absPath("/x").do();
    expect((await ask()).into()).toEqual({ text: "ABC" });
    expect((await ask()).into()).toEqual({});
    expect((await ask()).into()).toEqual({ a: 1 });
    await expect(ask()).rejects.toBeInstanceOf(UnexpectedContentTypeError);
  });

  it("409 is AlreadyExists for a POST and Conflict else; a failed Status in the body wins (B412)", async () => {
    expect(
      isAlreadyExists(await errorOf({ status: 409, headers: { "content-type": "text/plain" }, body: "" }, "POST")),
    ).toBe(true);
    expect(isConflict(await errorOf({ status: 409, body: {} }, "PUT"))).toBe(true);
    const refused = await errorOf({
      status: 500,
      body: status({ reason: "NotFound", code: 404, message: "gone", details: { name: "x" } }),
    });
    expect(isNotFound(refused)).toBe(true);
    expect(refused.status).toMatchObject({ message: "gone", details: { name: "x" } });
    expect(await errorOf({ status: 404, body: status({ status: "Success" }) })).toMatchObject({ reason: "NotFound" });
    expect(isUnexpectedServerError(await errorOf({ status: 404, body: status({ status: "Success" }) }))).toBe(true);
    expect((await errorOf({ status: 403, body: { kind: "Status", status: "Failure", reason: "Mine" } })).reason).toBe(
      "Mine",
    );
    expect((await errorOf({ status: 403, body: { apiVersion: "v1", status: "Failure", reason: "Mine" } })).reason).toBe(
      "Forbidden",
    );
  });

  it("names what was asked for, and decodes what the server says", async () => {
    expect(String(await errorOf({ status: 404, body: status({ reason: "NotFound", code: 404 }) }))).toBe(
      'StatusError: [NotFound] pods "web" in namespace "shop"',
    );
    const failed200 = await errorOf({ body: status({ reason: "Expired", code: 410 }) });
    expect(failed200).toMatchObject({ reason: "Expired", code: 410 });
    const { client } = scripted([{ body: { kind: "Status", apiVersion: "v1", status: "Success" } }]);
    expect((await client.delete().resource("nodes").name("n").do()).into()).toMatchObject({ status: "Success" });
    const text = await errorOf({
      status: 502,
      headers: { "content-type": "text/html" },
      body: "<b>bad gateway</b>".repeat(1000),
    });
    expect(text.message.length).toBeLessThan(4200);
    expect(isUnexpectedServerError(text)).toBe(true);
  });

  it("that is an error may be a Status in protobuf; one that cannot be read is what the code means", async () => {
    const { encode } = await codecOf();
    const headers = { "content-type": "application/vnd.kubernetes.protobuf" };
    const refused = encode(status({ reason: "NotFound", code: 404, message: "gone", details: { name: "x" } }));
    const error = await errorOf({ status: 404, headers, body: refused });
    expect(error.status).toMatchObject({ reason: "NotFound", message: "gone", details: { name: "x" } });
    expect(await errorOf({ status: 403, headers, body: refused.subarray(0, 9) })).toMatchObject({
      reason: "Forbidden",
      code: 403,
    });
  });

  it("gives code, warnings, type and object; an empty body is an error only for into() (B413)", async () => {
    const { client } = scripted([
      { status: 201, headers: { warning: '299 - "careful"' }, body: { a: 1 } },
      { status: 200, body: "" },
      { status: 500, body: {} },
    ]);
    const post = () => client.post().resource("nodes").body({});
    const made = await post().do<{ a: number }>();
    expect([made.statusCode, made.wasCreated, made.contentType, made.into().a, made.warnings]).toEqual([
      201,
      true,
      "application/json",
      1,
      [{ code: 299, agent: "-", text: "careful" }],
    ]);
    const empty = await post().do();
    expect(empty.wasCreated).toBe(false);
    expect(() => empty.into()).toThrow("an empty body");
    await expect(post().do()).rejects.toBeInstanceOf(StatusError);
  });

  it("that is a login page is an error with an escaped excerpt of at most 1 KiB (F-C13)", async () => {
    const page = `<html>\u001b[31m<title>Log in</title>${"x".repeat(5_000)}`;
    const { client } = scripted([{ headers: { "content-type": "text/html; charset=utf-8" }, body: page }]);
    const error = (await client
      .get()
      .resource("pods")
      .do()
      .catch((e: unknown) => e)) as Error;
    expect(error).toMatchObject({ kind: "Protocol", contentType: "text/html; charset=utf-8" });
    expect(error.message).toMatch(/^UnexpectedContentType: GET \/api\/v1\/pods answered with "text\/html; /);
    expect(error.message).toContain('charset=utf-8": <html>\\x1b[31m<title>Log in');
    expect(error.message.length).toBeLessThan(1_200);
    await expect(client.get().resource("pods").watch().open()).rejects.toThrow("UnexpectedContentType");
  });

  it("with text after its JSON, or bytes that are not UTF-8, is an error that repeats none of it (F-C28)", async () => {
    for (const body of [
      '{"a":1}{"b":2}',
      '{"a":1}canary',
      "{",
      '{"canary',
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    ]) {
      const { client } = scripted([{ body }]);
      const error = (await client
        .get()
        .resource("pods")
        .do()
        .catch((e: unknown) => e)) as Error;
      expect(error).toMatchObject({ kind: "Protocol" });
      expect(`${error.stack}${error.cause}`).not.toContain("canary");
    }
  });

  it("keeps hostile keys plain data (SEC-14)", async () => {
    const text =
      '{"metadata":{"labels":{"__proto__":"x","constructor":"y","hasOwnProperty":"z"}},"__proto__":{"polluted":true}}';
    const { client } = scripted([{ body: text, headers: JSON.parse('{"__proto__":"x"}') as Record<string, string> }]);
    const object = (await client.get().resource("pods").name("a").do<Record<string, unknown>>()).into();
    expect(JSON.stringify(object)).toBe(text);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(
      client
        .get()
        .versionedParams(JSON.parse('{"__proto__":"a","constructor":"b"}') as object)
        .url(),
    ).toBe("/api/v1?__proto__=a&constructor=b");
  });

  it("that is an error is read to 64 KiB and no further (SEC-16)", async () => {
    const server = await serve(
      (_request, response) => {
        response.writeHead(500, { "content-type": "text/plain" });
        const more = (): void => {
          while (response.write("y".repeat(64 * 1024)));
        };
        response.on("drain", more);
        more();
      },
      { protocol: "http" },
    );
    const client = restClientFor({ host: server.url });
    const error = (await client
      .get()
      .absPath("/x")
      .do()
      .catch((e: unknown) => e)) as StatusError;
    expect(error).toMatchObject({ code: 500 });
    expect(error.message.length).toBeLessThan(4_200);
    await client.close();
    await server.close();
  });

  it("that refuses a watch is a typed error, with and without a body", async () => {
    for (const [code, guard] of [
      [401, isUnauthorized],
      [403, isForbidden],
    ] as const) {
      for (const body of ["", status({ reason: code === 401 ? "Unauthorized" : "Forbidden", code }) as object]) {
        const { client } = scripted([{ status: code, body }]);
        await expect(client.get().resource("pods").watch().open()).rejects.toSatisfy(guard);
      }
    }
  });
});

describe("warnings", () => {
  it("are read with escapes, dates and several in one header, escaped for print, once each, and capped (F-C29)", () => {
    expect(parseWarnings('299 - "a \\"quoted\\" \\\\ text"')).toEqual([
      { code: 299, agent: "-", text: 'a "quoted" \\ text' },
    ]);
    expect(
      parseWarnings('299 - "one" "Wed, 21 Oct 2015 07:28:00 GMT", 199 agent "two"').map(({ text }) => text),
    ).toEqual(["one", "two"]);
    expect(parseWarnings(['299 - "a, b"', '299 - "a, b"']).map(({ text }) => text)).toEqual(["a, b"]);
    expect(parseWarnings('299 - "\u001b[31mred\u009b"')[0]?.text).toBe("\\x1b[31mred\\x9b");
    expect(parseWarnings(`299 - "${Buffer.from("größe").toString("latin1")}"`)[0]?.text).toBe("größe");
    for (const bad of ["", "x", "299", "299 -", "299 - text", '299 - "open', '29 - "x"', '299 - "x"y', '299 - "x\\'])
      expect(parseWarnings(bad)).toEqual([]);
    const many = Array.from({ length: 1_000 }, (_, i) => `299 - "warning ${i}"`);
    expect(parseWarnings(many)).toHaveLength(100);
    expect(parseWarnings(many.join(", "))).toHaveLength(100);
    expect(parseWarnings(`299 - "${"x".repeat(100_000)}"`)).toEqual([]);
  });

  it("and other texts of a megabyte are read in linear time (SEC-15)", () => {
    // Processor time, which a busy machine does not change. Quadratic time would be minutes.
    const began = process.cpuUsage();
    for (const evil of ["299 - ", '299 - "', "\\", '"', " ", '299 - "a",', ","])
      parseWarnings(evil.repeat(1_000_000 / evil.length));
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(1_500);
  });

  it("are logged for users, suppressed, or written with a count, once each, in colour (B447)", () => {
    const logged: string[] = [];
    const logger = { debug() {}, info() {}, error() {}, warn: (message: string) => void logged.push(message) };
    const warn = (text: string, code = 299): Warning => ({ code, agent: "-", text });
    const log = logWarnings(logger);
    for (const one of [warn("a"), warn("b", 199), warn("")]) log(one);
    expect(logged).toEqual(["a"]);
    suppressWarnings(warn("a"));
    const lines: string[] = [];
    const plain = newWarningWriter((line) => lines.push(line));
    for (const one of [warn("a"), warn("a"), warn("b", 1)]) plain.handler(one);
    expect([plain.count, lines]).toEqual([2, ["Warning: a\n", "Warning: a\n"]]);
    const once: string[] = [];
    const deduplicated = newWarningWriter((line) => once.push(line), { deduplicate: true, color: true });
    for (const one of [warn("a"), warn("a"), warn("b")]) deduplicated.handler(one);
    expect([deduplicated.count, once]).toEqual([
      2,
      ["\u001b[33;1mWarning:\u001b[0m a\n", "\u001b[33;1mWarning:\u001b[0m b\n"],
    ]);
  });

  it("go to the request's handler, else to the client's, else to the log (B429, B443)", async () => {
    const seen: string[] = [];
    const logger = { debug() {}, info() {}, error() {}, warn: (message: string) => void seen.push(`log ${message}`) };
    const answer: Answer = { headers: { warning: '299 - "w"' }, body: {} };
    const { client } = scripted([answer, answer, { ...answer, status: 404 }], {
      onWarning: ({ text }) => void seen.push(`client ${text}`),
    });
    await client
      .get()
      .resource("pods")
      .onWarning(({ text }) => void seen.push(`request ${text}`))
      .do();
    await client.get().resource("pods").do();
    await client
      .get()
      .resource("pods")
      .do()
      .catch(() => {});
    const other = scripted([answer], { logger });
    await other.client.get().resource("pods").watch().open();
    expect(seen).toEqual(["request w", "client w", "client w", "log w"]);
  });
});

describe("metrics", () => {
  it.each([
    ["/api/v1/namespaces/ns/r1/nm?p0=v0", "/api/v1/namespaces/{namespace}/r1/{name}?p0={value}"],
    ["/pre1/v1/namespaces/ns/r1/nm?p0=v0", "/{prefix}"],
    ["/api/v1/namespaces/ns/r1/name1", "/api/v1/namespaces/{namespace}/r1/{name}"],
    ["/apis/g1/v1/namespaces/ns/r1/name1", "/apis/g1/v1/namespaces/{namespace}/r1/{name}"],
    ["/api/v1/namespaces/ns/r1", "/api/v1/namespaces/{namespace}/r1"],
    ["/apis/g1/v1/namespaces/ns/r1", "/apis/g1/v1/namespaces/{namespace}/r1"],
    ["/api/v1/r1/name1", "/api/v1/r1/{name}"],
    ["/apis/g1/v1/r1/name1", "/apis/g1/v1/r1/{name}"],
    [
      "/apis/namespaces/namespaces/namespaces/namespaces/namespaces/namespaces/finalize",
      "/apis/namespaces/namespaces/namespaces/{namespace}/namespaces/{name}/finalize",
    ],
    [
      "/apis/namespaces/namespaces/namespaces/namespaces/namespaces/namespaces",
      "/apis/namespaces/namespaces/namespaces/{namespace}/namespaces/{name}",
    ],
    [
      "/apis/namespaces/namespaces/namespaces/namespaces/namespaces/finalize",
      "/apis/namespaces/namespaces/namespaces/{namespace}/namespaces/finalize",
    ],
    [
      "/apis/namespaces/namespaces/namespaces/namespaces/namespaces/status",
      "/apis/namespaces/namespaces/namespaces/{namespace}/namespaces/status",
    ],
    [
      "/apis/namespaces/namespaces/namespaces/namespaces/namespaces",
      "/apis/namespaces/namespaces/namespaces/{namespace}/namespaces",
    ],
    [
      "/apis/namespaces/namespaces/namespaces/namespaces/finalize",
      "/apis/namespaces/namespaces/namespaces/{name}/finalize",
    ],
    [
      "/apis/namespaces/namespaces/namespaces/namespaces/status",
      "/apis/namespaces/namespaces/namespaces/{name}/status",
    ],
    ["/apis/namespaces/namespaces/namespaces/namespaces", "/apis/namespaces/namespaces/namespaces/{name}"],
    ["/apis/namespaces/namespaces/namespaces", "/apis/namespaces/namespaces/namespaces"],
    ["/pre1/namespaces/namespaces/namespaces/namespaces/namespaces/namespaces/finalize", "/{prefix}"],
    ["/healthz", "/healthz"],
  ])("have %s as %s, with and without a base (B409)", (path, template) => {
    expect(urlTemplate(path)).toBe(template);
    const based = template === "/{prefix}" ? template : `/some/base${template}`;
    expect(urlTemplate(`/some/base${path}`, "/some/base")).toBe(based);
  });

  it("carry client-go's names and labels from small sets", async () => {
    const meter = new RecordingMeter();
    const { client } = scripted([{ headers: { "content-length": "2" } }], { meter });
    await client.post().resource("nodes").body({ a: "secret" }).do();
    const host = "api:6443";
    expect(meter.measured.map(([name, , labels]) => [name, labels])).toEqual([
      ["rest_client_requests_total", { code: "200", method: "POST", host }],
      ["rest_client_request_duration_seconds", { verb: "POST", host }],
      ["rest_client_request_size_bytes", { verb: "POST", host }],
      ["rest_client_response_size_bytes", { verb: "POST", host }],
    ]);
  });
});

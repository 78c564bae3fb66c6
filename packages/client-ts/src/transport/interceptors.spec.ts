import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { TransportError } from "../errors/index.ts";
import { checkHeader } from "./headers.ts";
import { escapeHeaderKey, impersonation, impersonationHeaders } from "./impersonation.ts";
import { logging, maskHeaders, maskHeaderValue, mayPrintBody, truncateBody } from "./logging.ts";
import { serve } from "./test-support/servers.ts";
import { tracing } from "./tracing.ts";
import { intercept, type Interceptor, type Transport, type TransportRequest } from "./transport.ts";
import { buildUserAgent, userAgent } from "./user-agent.ts";
import { newPool } from "./pool.ts";

const request: TransportRequest = { method: "GET", path: "/api/v1/pods?limit=1", headers: {}, purpose: "call" };

function recorder(): { sent: TransportRequest[]; send: Transport } {
  const sent: TransportRequest[] = [];
  return {
    sent,
    send: async (one) => {
      sent.push(one);
      return {
        status: 200,
        headers: { "content-type": "application/json", "set-cookie": "canary" },
        body: Readable.from([]),
        protocol: "h2",
      };
    },
  };
}

describe("interceptors", () => {
  it("wrap in order, the first outermost, and ignore what is absent (B459)", async () => {
    const order: string[] = [];
    const named =
      (name: string): Interceptor =>
      (next) =>
      (one) => {
        order.push(name);
        return next(one);
      };
    const { send } = recorder();
    await intercept(send, named("a"), undefined, named("b"))(request);
    expect(order).toEqual(["a", "b"]);
  });

  it("name the user agent unless the request does (B453)", async () => {
    const { sent, send } = recorder();
    await intercept(send, userAgent("shop/1"))(request);
    await intercept(send, userAgent("shop/1"))({ ...request, headers: { "user-agent": "mine" } });
    expect(sent.map(({ headers }) => headers["user-agent"])).toEqual(["shop/1", "mine"]);
  });

  it("build a user agent of program, version and system, with unknown for what is missing (B443)", () => {
    expect(buildUserAgent({ command: "/usr/bin/shop", version: "1.2.3-beta+x", os: "linux", arch: "x64" })).toBe(
      "shop/1.2.3 (linux/x64) client-ts",
    );
    expect(buildUserAgent({ command: "C:\\app\\shop.exe", version: "", os: "win32", arch: "arm64" })).toBe(
      "shop.exe/unknown (win32/arm64) client-ts",
    );
    expect(buildUserAgent({ command: "", version: "v1", os: "linux\r\n", arch: "" })).toBe(
      "unknown/v1 (linux/unknown) client-ts",
    );
  });
});

describe("impersonation", () => {
  it("sends user, uid, groups and extras, and leaves a request unchanged that names a user (B452)", async () => {
    const { sent, send } = recorder();
    const as = impersonation({
      userName: "eve",
      uid: "7",
      groups: ["a", "b"],
      extra: { "example.com/Scope": ["x", "y"], "50%": ["z"] },
    });
    await intercept(send, as)(request);
    await intercept(send, as)({ ...request, headers: { "impersonate-user": "bob" } });
    expect(sent[0]?.headers).toEqual({
      "impersonate-user": "eve",
      "impersonate-uid": "7",
      "impersonate-group": ["a", "b"],
      "impersonate-extra-example.com%2Fscope": ["x", "y"],
      "impersonate-extra-50%25": ["z"],
    });
    expect(sent[1]?.headers).toEqual({ "impersonate-user": "bob" });
  });

  it("escapes keys so that they come back as they were (B452)", () => {
    for (const key of ["simple", "with space", "a/b", "50%", "%41", "ключ", "a:b@c", 'quote"', "\u0000"]) {
      expect(decodeURIComponent(escapeHeaderKey(key))).toBe(key);
      expect(escapeHeaderKey(key)).toMatch(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]*$/);
    }
  });

  it("with line breaks, other alphabets, or groups without a user is refused unsent (SEC-12, F-D18)", () => {
    for (const bad of ["a\r\nAuthorization: Bearer x", "a\n", "a\u0000", "ключ", "\u{1f600}"]) {
      expect(() => impersonation({ userName: bad })).toThrow(/header impersonate-user has a/);
      expect(() => impersonation({ userName: "eve", uid: bad })).toThrow(/impersonate-uid/);
      expect(() => impersonation({ userName: "eve", groups: [bad] })).toThrow(/impersonate-group/);
      expect(() => impersonation({ userName: "eve", extra: { k: [bad] } })).toThrow(/impersonate-extra-k/);
    }
    for (const more of [{ uid: "7" }, { groups: ["a"] }, { extra: { k: ["v"] } }]) {
      expect(() => impersonation(more)).toThrow("needs a user name");
    }
    expect(impersonationHeaders({})).toEqual({});
  });

  it("keeps hostile extra keys plain data (SEC-14)", () => {
    const extra = JSON.parse('{"__proto__": ["x"], "constructor": ["y"]}') as Record<string, string[]>;
    const headers = impersonationHeaders({ userName: "eve", extra });
    expect(Object.keys(headers)).toEqual([
      "impersonate-user",
      "impersonate-extra-__proto__",
      "impersonate-extra-constructor",
    ]);
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });

  it("carries a thousand groups to the server (SEC-12)", async () => {
    const server = await serve((_r, response) => response.end("{}"), { protocol: "http", maxHeaderSize: 256 * 1024 });
    const pool = newPool(server.url);
    const groups = Array.from({ length: 1_000 }, (_, i) => `group-${i}`);
    await intercept(pool.send, impersonation({ userName: "eve", groups }))(request);
    expect(server.requests[0]?.headers["impersonate-group"]).toBe(groups.join(", "));
    await pool.close();
    await server.close();
  });

  it("and every other header pass the same check on the way out (SEC-12)", async () => {
    const pool = newPool("http://127.0.0.1:1");
    for (const headers of [
      { "x-a": "a\r\nb: c" },
      { "x-a": ["ok", "bad\n"] },
      { "bad name": "x" },
      { "x-é": "x" },
      { "": "x" },
    ]) {
      await expect(pool.send({ ...request, headers })).rejects.toMatchObject({ kind: "InvalidArgument" });
    }
    expect(() => checkHeader("x-token", "secret-canary\n")).toThrow(/^(?!.*secret-canary)/);
    await pool.close();
  });
});

describe("logging", () => {
  function lines(verbosity: number, send: Transport = recorder().send): Promise<unknown[]> {
    const out: unknown[] = [];
    const write = (message: string, fields?: object): void => void out.push({ message, ...fields });
    const logger = { debug: write, info: write, warn: write, error: write };
    const headers = { authorization: "Bearer canary-token", accept: "application/json", "x-api-key": "canary-key" };
    return intercept(
      send,
      logging({ logger, verbosity }),
    )({ ...request, headers }).then(
      () => out,
      () => out,
    );
  }

  it("says more with every level: 6 line, 7 request headers, 8 response headers, 9 the query (B453)", async () => {
    expect(await lines(5)).toEqual([]);
    expect(await lines(6)).toEqual([
      expect.objectContaining({ message: "response", method: "GET", path: "/api/v1/pods", status: 200 }),
    ]);
    expect(await lines(7)).toEqual([
      expect.objectContaining({ message: "request", headers: expect.anything() }),
      expect.not.objectContaining({ responseHeaders: expect.anything() }),
    ]);
    expect(await lines(8)).toEqual([
      expect.anything(),
      expect.objectContaining({ responseHeaders: { "content-type": "application/json", "set-cookie": "<masked>" } }),
    ]);
    expect(await lines(9)).toEqual([expect.objectContaining({ path: "/api/v1/pods?limit=1" }), expect.anything()]);
    const failing: Transport = async () => {
      throw new TransportError("GET /x: no", { code: "reset" });
    };
    expect(await lines(6, failing)).toEqual([expect.objectContaining({ message: "the request failed" })]);
  });

  it("never shows a credential, at any level (SEC-4)", async () => {
    for (const verbosity of [6, 7, 8, 9, 10]) expect(JSON.stringify(await lines(verbosity))).not.toContain("canary");
  });

  it.each([
    ["Basic YWxhZGRpbg==", "Basic <masked>"],
    ["basic", "basic"],
    ["Bearer abc.def", "Bearer <masked>"],
    ["bearer ", "bearer"],
    ["Negotiate xyz", "Negotiate <masked>"],
    ["negotiate", "negotiate"],
    ["abc xyz", "<masked>"],
    ["abc", "<masked>"],
    ["", ""],
  ])("masks Authorization: %s (B451)", (value, masked) => {
    expect(maskHeaderValue("Authorization", value)).toBe(masked);
    expect(maskHeaders({ authorization: value })).toEqual({ authorization: masked });
  });

  it("leaves well-known headers readable (B451)", () => {
    expect(maskHeaderValue("accept", "Negotiate abc")).toBe("Negotiate abc");
    expect(maskHeaderValue("warning", "299 - \u001b[31m")).not.toContain("\u001b");
  });

  it("cuts bodies at 1024 and 10240 bytes, and shows bytes that are not text as hex (B432)", () => {
    const body = "x".repeat(20_000);
    expect(truncateBody(body, 7)).toBeUndefined();
    expect(truncateBody(body, 8)).toBe(`${"x".repeat(1024)} [truncated 18976 bytes]`);
    expect(truncateBody(body, 9)).toBe(`${"x".repeat(10_240)} [truncated 9760 bytes]`);
    expect(truncateBody(body, 10)).toBe(body);
    expect(truncateBody("short", 8)).toBe("short");
    expect(truncateBody(new Uint8Array([0, 255, 16]), 8)).toBe("00ff10");
    expect(truncateBody("é".repeat(600), 8)).toMatch(/^é+ ?/);
  });

  it("prints no Secret and no token request (SEC-4)", () => {
    expect(mayPrintBody("/api/v1/namespaces/a/secrets/s", "{}")).toBe(false);
    expect(mayPrintBody("/api/v1/namespaces/a/serviceaccounts/s/token", "{}")).toBe(false);
    expect(mayPrintBody("/x", '{"kind":"SecretList","items":[]}')).toBe(false);
    expect(mayPrintBody("/x", Buffer.from('{"apiVersion":"v1","kind": "Secret"}'))).toBe(false);
    expect(mayPrintBody("/api/v1/pods", '{"kind":"PodList"}')).toBe(true);
  });
});

describe("tracing", () => {
  it("publishes start, end and error on node:diagnostics_channel, without the query", async () => {
    const seen: [string, unknown][] = [];
    const listen = (message: unknown, name: string | symbol): void =>
      void seen.push([String(name), { ...(message as object) }]);
    const names = ["start", "end", "error"].map((name) => `client-ts:request:${name}`);
    for (const name of names) subscribe(name, listen);
    try {
      await intercept(recorder().send, tracing)(request);
      const error = new TransportError("no", { code: "reset" });
      await expect(intercept(() => Promise.reject(error), tracing)(request)).rejects.toBe(error);
      const facts = { method: "GET", path: "/api/v1/pods", purpose: "call" };
      expect(seen).toEqual([
        ["client-ts:request:start", facts],
        ["client-ts:request:end", { ...facts, status: 200, protocol: "h2" }],
        ["client-ts:request:start", facts],
        ["client-ts:request:error", { ...facts, error }],
      ]);
    } finally {
      for (const name of names) unsubscribe(name, listen);
    }
  });
});

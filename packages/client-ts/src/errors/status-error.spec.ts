import { statusErrorFromResponse } from "./from-response.ts";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import {
  AbortedError,
  ConfigError,
  findUndecodable,
  isSecretValue,
  isUndecodable,
  newSecretValue,
  ProtocolError,
  revealed,
  TransportError,
  UndecodableObjectError,
  UnexpectedObjectError,
} from "./index.ts";
import { newStatus } from "./new-status.ts";
import { findStatusError, StatusError } from "./status-error.ts";

describe("a StatusError", () => {
  it("names the object and the place", () => {
    const error = new StatusError(newStatus("NotFound", { resource: "pods", name: "web" }), {
      method: "GET",
      resource: "pods",
      name: "web",
      namespace: "shop",
    });
    expect(error.message).toBe('[NotFound] pods "web" in namespace "shop"');
    expect([error.kind, error.reason, error.code]).toEqual(["Status", "NotFound", 404]);
    expect(error.request).toEqual({ method: "GET", resource: "pods", name: "web", namespace: "shop" });
  });

  it("adds what the server says beyond that", () => {
    const status = newStatus("Invalid", {
      resource: "Pod",
      name: "web",
      message: 'Pod "web" is invalid: spec.containers: Required value',
    });
    expect(new StatusError(status, { resource: "pods", name: "web", namespace: "shop" }).message).toBe(
      '[Invalid] pods "web" in namespace "shop": Pod "web" is invalid: spec.containers: Required value',
    );
  });

  it("names the namespace that does not exist, not the object that was to be made in it", () => {
    const missing = {
      reason: "NotFound",
      code: 404,
      message: 'namespaces "nope" not found',
      details: { kind: "namespaces", name: "nope" },
    };
    const request = { method: "POST", resource: "configmaps", namespace: "nope", path: "/api/v1/namespaces/nope/…" };
    expect(new StatusError(missing, request).message).toBe(
      '[NotFound] configmaps in namespace "nope": namespaces "nope" not found',
    );
    expect(new StatusError(missing, { ...request, name: "settings" }).message).toBe(
      '[NotFound] configmaps "settings" in namespace "nope": namespaces "nope" not found',
    );
    const own = { method: "GET", resource: "namespaces", name: "nope", path: "/api/v1/namespaces/nope" };
    expect(new StatusError(missing, own).message).toBe('[NotFound] namespaces "nope"');
  });

  it("says a thing once, whether the server writes the resource, the kind or a part of it", () => {
    const missing = (kind: string, name: string) => ({
      reason: "NotFound",
      code: 404,
      message: `${kind} "${name}" not found`,
      details: { kind, name },
    });
    const lease = { method: "GET", resource: "leases", name: "lock", namespace: "shop" };
    expect(new StatusError(missing("Lease", "lock"), lease).message).toBe(
      '[NotFound] leases "lock" in namespace "shop"',
    );
    const status = { method: "GET", resource: "pods/status", name: "web", namespace: "shop" };
    expect(new StatusError(missing("pods", "web"), status).message).toBe(
      '[NotFound] pods/status "web" in namespace "shop"',
    );
    const exists = { ...missing("pods", "web"), reason: "AlreadyExists", message: 'pods "web" already exists' };
    const post = { method: "POST", resource: "pods", namespace: "shop" };
    expect(new StatusError(exists, post).message).toBe('[AlreadyExists] pods "web" in namespace "shop"');
  });

  it("takes the subject from the server's details when the request is not known", () => {
    expect(
      new StatusError(newStatus("NotFound", { resource: "deployments", group: "apps", name: "web" })).message,
    ).toBe('[NotFound] deployments.apps "web"');
  });

  it("says how to install a kind that the server does not serve, and not when an object of it is missing", () => {
    const list = { method: "GET", resource: "websites", path: "/apis/example.com/v1/websites" };
    const pageNotFound = { body: "404 page not found\n", contentType: "text/plain" };
    expect(statusErrorFromResponse(404, { ...list, ...pageNotFound }).message).toMatch(
      /^\[NotFound\] websites: .*: GET \/apis\/example\.com\/v1\/websites: this kind is not installed: install its/,
    );
    const one = { ...list, name: "web", path: `${list.path}/web` };
    expect(statusErrorFromResponse(404, { ...one, ...pageNotFound }).message).toContain("installCRDs of client-ts/");
    const details = { name: "shop", kind: "namespaces" };
    for (const { message } of [
      new StatusError({ reason: "NotFound", message: "another text", details }, one),
      new StatusError({ reason: "NotFound", message: "no" }, { ...list, path: "/apis/apps/v1/deploymints" }),
      new StatusError({ reason: "NotFound", message: "no" }, { ...list, path: "/api/v1/namespaces/a.b/pods" }),
    ])
      expect(message).not.toContain("not installed");
  });

  it("names method and path where there is no resource", () => {
    expect(
      new StatusError({ code: 500, reason: "InternalError", message: "oh" }, { method: "GET", path: "/healthz" })
        .message,
    ).toBe("[InternalError] GET /healthz: oh");
  });

  it("has a message even for an empty Status", () => {
    expect(new StatusError({}).message).toBe("[Unknown] the server gave no further explanation");
    expect(new StatusError({ code: 418 }).message).toBe("[HTTP 418] the server gave no further explanation");
    expect(new StatusError({}).code).toBe(0);
  });

  it("shows terminal escapes from the server instead of executing them, in text, names and reason (SEC-18)", () => {
    const nasty = "\u001b[2J\u009b31m\r\u202egnp.exe\u2066\u0000\u0007\u2028";
    const error = new StatusError({
      code: 400,
      reason: `R${nasty}`,
      message: `m${nasty}`,
      details: { kind: `k${nasty}`, name: nasty },
    });
    expect(error.message).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u2028]/);
    expect(error.message).toContain("\\x1b[2J\\x9b31m\\r\\u202egnp.exe");
    expect(error.status.message).toBe(`m${nasty}`);
  });

  it("does not repeat megabytes of a server's text", () => {
    const error = new StatusError({ code: 400, reason: "BadRequest", message: "x".repeat(5_000_000) });
    expect(error.message.length).toBeLessThan(5000);
  });

  it("is found behind other errors, in circles and in groups too", () => {
    const status = new StatusError(newStatus("Conflict", { resource: "pods", name: "web" }));
    const circle = new Error("circle");
    circle.cause = circle;
    expect(findStatusError(new Error("while saving", { cause: new Error("inner", { cause: status }) }))).toBe(status);
    expect(findStatusError(new AggregateError([circle, status]))).toBe(status);
    const first = new StatusError(newStatus("NotFound"));
    expect(findStatusError(new AggregateError([first, status]))).toBe(first);
    expect(findStatusError(new AggregateError([status], "both", { cause: first }))).toBe(first);
    expect(findStatusError(circle)).toBeUndefined();
    expect(findStatusError("text")).toBeUndefined();
    expect(findStatusError(null)).toBeUndefined();
  });
});

describe("the other errors", () => {
  it("have their kind, their name and their cause", () => {
    const cause = new Error("ECONNRESET");
    const error = new TransportError("the connection broke", { code: "reset", method: "GET", path: "/api", cause });
    expect([error.kind, error.name, error.code, error.sent, error.cause]).toEqual([
      "Transport",
      "TransportError",
      "reset",
      true,
      cause,
    ]);
    expect([error.method, error.path]).toEqual(["GET", "/api"]);
    expect(new TransportError("refused", { code: "refused", sent: false }).sent).toBe(false);
    const config = new ConfigError(["no server", "no user"]);
    expect([config.message, config.problems]).toEqual(["no server; no user", ["no server", "no user"]]);
    expect(new ConfigError("no server").problems).toEqual(["no server"]);
    expect(new AbortedError().message).toBe("the operation was aborted");
  });

  it("find an object that cannot be decoded behind other errors, with what is known of it", () => {
    const facts = { key: "shop/web", uid: "u", resourceVersion: "7", reason: "it is not JSON" };
    const error = new UndecodableObjectError({ ...facts, cause: new Error("inner") });
    expect(error).toMatchObject({ ...facts, kind: "Protocol", cause: { message: "inner" } });
    expect(error.message).toBe('object "shop/web" at resourceVersion "7" cannot be decoded: it is not JSON');
    expect(findUndecodable(new Error("a", { cause: new Error("b", { cause: error }) }))).toBe(error);
    expect(findUndecodable(error)).toBe(error);
    const circle = new Error("circle");
    circle.cause = circle;
    expect([circle, undefined, "text", new ProtocolError("other")].map(findUndecodable)).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
    expect([isUndecodable(error), isUndecodable(new ProtocolError("other"))]).toEqual([true, false]);
  });

  it("hold a secret that no copy shows", () => {
    const secret = newSecretValue({ token: "hunter2" });
    for (const copy of [{ ...secret }, structuredClone({ ...secret }), Object.assign({}, secret)])
      expect(inspect(copy, { showHidden: true, depth: 9 })).not.toContain("hunter2");
    const foreign = Object.assign(Object.create({ [Symbol.for("client-ts.secret")]: true }) as object, {
      reveal: () => "theirs",
    });
    expect([secret, foreign, { reveal: () => "x" }, null, "text"].map(isSecretValue)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect([revealed("plain"), revealed(newSecretValue("held")), revealed(undefined)]).toEqual([
      "plain",
      "held",
      undefined,
    ]);
  });

  it("print a secret as redacted, however it is printed", () => {
    const secret = newSecretValue("hunter2");
    const seen = [
      `${secret}`,
      JSON.stringify({ secret }),
      inspect({ secret }, { showHidden: true, depth: 9 }),
      String(secret),
    ].join();
    expect(seen).not.toContain("hunter2");
    expect(seen).toContain("[redacted]");
    expect(secret.reveal()).toBe("hunter2");
  });
});

/** What a terminal executes: controls except tab and newline, and what turns the reading direction. */
const executed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;
const hostile = "a\u202eb\u001b[2Jc\u009bd\u2066e\u200f\u2028\ufeff\r";

describe("an error with text from a server", () => {
  const status = {
    message: hostile,
    reason: hostile,
    metadata: { continue: hostile },
    details: { name: hostile, [hostile]: hostile, causes: [{ message: hostile }] },
  };
  const errors = [
    new StatusError(status),
    new StatusError({ code: 400 }, { method: hostile, path: hostile }),
    new StatusError({ code: 400 }, { resource: hostile, name: hostile, namespace: hostile }),
    new TransportError(`the server says ${hostile}`, { code: "other", method: hostile, path: hostile }),
    new ConfigError([hostile, hostile]),
    new UnexpectedObjectError({ [hostile]: [hostile] }),
    new ProtocolError("cannot be read", { cause: new SyntaxError(`Unexpected token ${hostile}`) }),
    new ProtocolError("outer", { cause: new StatusError(status) }),
    new AbortedError(hostile, { cause: hostile }),
  ];

  it.each(errors)("prints nothing that a terminal executes (%#) (SEC-18)", (error) => {
    for (const text of [
      error.message,
      String(error),
      error.stack,
      inspect(error),
      inspect({ error }),
      inspect([error], { depth: 9 }),
    ])
      expect(text).not.toMatch(executed);
    const coloured = inspect(error, { colors: true });
    expect(coloured.replaceAll(/\u001b\[\d+m/g, "")).not.toMatch(executed);
  });

  it("prints otherwise as every error: name, stack, fields and cause, in Node's colours", () => {
    const error = new TransportError("broken", { code: "reset", path: "/x", cause: new TypeError("below") });
    const lines = inspect(error).split("\n");
    expect(lines[0]).toBe("TransportError: broken");
    expect(lines[1]).toMatch(/^ {4}at /);
    expect(inspect(error)).toContain("code: 'reset'");
    expect(inspect(error)).toContain("[cause]: TypeError: below");
    expect(inspect(error, { colors: true })).toContain("code: \u001b[32m'reset'\u001b[39m");
  });

  it("prints an error that is its own cause", () => {
    const error = new ProtocolError("round");
    error.cause = error;
    expect(inspect(error, { depth: null })).toMatch(/cause\]?: \[Circular\]/);
  });

  it("keeps in its fields what the server sent", () => {
    expect(new StatusError(status).status.message).toBe(hostile);
  });
});

import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { ConfigError, Secret, TransportError } from "./index.ts";
import { newStatus } from "./new-status.ts";
import { findStatusError, StatusError } from "./status-error.ts";

describe("a StatusError", () => {
  it("names the thing and the place", () => {
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
    const status = newStatus("Invalid", { resource: "Pod", name: "web", message: 'Pod "web" is invalid: spec.containers: Required value' });
    expect(new StatusError(status, { resource: "pods", name: "web", namespace: "shop" }).message).toBe(
      '[Invalid] pods "web" in namespace "shop": Pod "web" is invalid: spec.containers: Required value',
    );
  });

  it("takes the subject from the server's details when the request is not known", () => {
    expect(new StatusError(newStatus("NotFound", { resource: "deployments", group: "apps", name: "web" })).message).toBe(
      '[NotFound] deployments.apps "web"',
    );
  });

  it("names method and path where there is no resource", () => {
    expect(new StatusError({ code: 500, reason: "InternalError", message: "oh" }, { method: "GET", path: "/healthz" }).message).toBe(
      "[InternalError] GET /healthz: oh",
    );
  });

  it("has a message even for an empty Status", () => {
    expect(new StatusError({}).message).toBe("[Unknown] the server gave no further explanation");
    expect(new StatusError({ code: 418 }).message).toBe("[HTTP 418] the server gave no further explanation");
    expect(new StatusError({}).code).toBe(0);
  });

  it("shows terminal escapes from the server instead of obeying them, in text, names and reason (SEC-18)", () => {
    const nasty = "\u001b[2J\u009b31m\r\u202egnp.exe\u2066\u0000\u0007\u2028";
    const error = new StatusError({ code: 400, reason: `R${nasty}`, message: `m${nasty}`, details: { kind: `k${nasty}`, name: nasty } });
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
    expect(findStatusError(circle)).toBeUndefined();
    expect(findStatusError("text")).toBeUndefined();
    expect(findStatusError(null)).toBeUndefined();
  });
});

describe("the other errors", () => {
  it("have their kind, their name and their cause", () => {
    const cause = new Error("ECONNRESET");
    const error = new TransportError("the connection broke", { code: "reset", method: "GET", path: "/api", cause });
    expect([error.kind, error.name, error.code, error.sent, error.cause]).toEqual(["Transport", "TransportError", "reset", true, cause]);
    expect(new ConfigError(["no server", "no user"]).message).toBe("no server; no user");
  });

  it("print a secret as redacted, however it is printed", () => {
    const secret = new Secret("hunter2");
    const seen = [`${secret}`, JSON.stringify({ secret }), inspect({ secret }, { showHidden: true, depth: 9 }), String(secret)].join();
    expect(seen).not.toContain("hunter2");
    expect(seen).toContain("[redacted]");
    expect(secret.reveal()).toBe("hunter2");
  });
});

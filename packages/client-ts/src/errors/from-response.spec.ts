import { describe, expect, it } from "vitest";
import { statusErrorFromResponse } from "./from-response.ts";
import {
  asStatus,
  errorFromObject,
  hasStatusCause,
  isNotFound,
  isUnexpectedObjectError,
  isUnexpectedServerError,
  newStatus,
  parseStatus,
  StatusError,
  type StatusReason,
  suggestsClientDelay,
} from "./index.ts";

describe("the error of a failed answer", () => {
  it("takes the reason from the code when the body is not a Status", () => {
    const reasons = [400, 401, 403, 404, 405, 406, 409, 410, 413, 415, 418, 422, 429, 500, 502, 503, 504].map(
      (code) => [code, statusErrorFromResponse(code, { method: "PUT" }).reason],
    );
    expect(Object.fromEntries(reasons)).toEqual({
      400: "BadRequest",
      401: "Unauthorized",
      403: "Forbidden",
      404: "NotFound",
      405: "MethodNotAllowed",
      406: "NotAcceptable",
      409: "Conflict",
      410: "Gone",
      413: "RequestEntityTooLarge",
      415: "UnsupportedMediaType",
      418: "",
      422: "Invalid",
      429: "TooManyRequests",
      500: "InternalError",
      502: "InternalError",
      503: "ServiceUnavailable",
      504: "Timeout",
    });
    expect(statusErrorFromResponse(409, { method: "POST" }).reason).toBe("AlreadyExists");
  });

  it("uses a Status in the body, whatever the code", () => {
    const body = JSON.stringify(newStatus("Expired", { message: "too old" }));
    const error = statusErrorFromResponse(500, { body, contentType: "application/json" });
    expect([error.reason, error.code, error.status.message]).toEqual(["Expired", 410, "too old"]);
    expect(isUnexpectedServerError(error)).toBe(false);
  });

  it("accepts a Status without apiVersion and without code", () => {
    const error = statusErrorFromResponse(404, { body: '{"kind":"Status","reason":"NotFound","status":"Failure"}' });
    expect([error.reason, error.code, error.status.apiVersion]).toEqual(["NotFound", 404, "v1"]);
  });

  it("does not use a success, another kind or broken JSON in a failed answer", () => {
    for (const body of [
      '{"kind":"Status","status":"Success"}',
      '{"kind":"Pod"}',
      '{"status":"Failure"}',
      "{",
      "[]",
      "null",
      '{"kind":"Status","apiVersion":"v2"}',
    ]) {
      const error = statusErrorFromResponse(404, { body });
      expect(isNotFound(error), body).toBe(true);
      expect(isUnexpectedServerError(error), body).toBe(true);
    }
  });

  it("repeats at most 2048 characters, of text only", () => {
    const long = statusErrorFromResponse(500, { body: "y".repeat(100_000), contentType: "text/plain" });
    expect(long.status.details?.causes?.[0]?.message).toHaveLength(2048);
    expect(
      statusErrorFromResponse(500, { body: "\u0000binary", contentType: "application/octet-stream" }).message,
    ).not.toContain("binary");
    expect(statusErrorFromResponse(403, { body: "RBAC says no", resource: "pods" }).message).toBe(
      "[Forbidden] pods: RBAC says no",
    );
    expect(hasStatusCause(long, "UnexpectedServerResponse")).toBe(true);
  });

  it("keeps Retry-After, and the server's own word before it", () => {
    expect(suggestsClientDelay(statusErrorFromResponse(429, { retryAfterSeconds: 3 }))).toBe(3);
    const plain = JSON.stringify(newStatus("TooManyRequests"));
    expect(suggestsClientDelay(statusErrorFromResponse(429, { body: plain, retryAfterSeconds: 3 }))).toBe(3);
    const own = JSON.stringify(newStatus("TooManyRequests", { retryAfterSeconds: 9 }));
    expect(suggestsClientDelay(statusErrorFromResponse(429, { body: own, retryAfterSeconds: 3 }))).toBe(9);
  });

  it("drops fields of a Status that have the wrong type", () => {
    expect(
      parseStatus(
        '{"kind":"Status","code":"500","message":5,"reason":{},"details":{"name":1,"causes":[3,{"reason":"r"}]}}',
      ),
    ).toEqual({
      kind: "Status",
      apiVersion: "v1",
      details: { causes: [{ reason: "r" }] },
    });
    expect(asStatus(undefined)).toBeUndefined();
  });

  it("keeps every field of a Status that has the right type, also behind blank lines", () => {
    const status = {
      kind: "Status",
      apiVersion: "v1",
      metadata: { continue: "next", resourceVersion: "7" },
      status: "Failure",
      message: "too old",
      reason: "Expired",
      details: {
        name: "web",
        group: "apps",
        kind: "deployments",
        uid: "u",
        causes: [{ reason: "r", message: "m", field: "f" }],
        retryAfterSeconds: 3,
      },
      code: 410,
    };
    expect(parseStatus(`\n  ${JSON.stringify(status)}\n`)).toEqual(status);
    expect(asStatus({ ...status, code: 410.5 })).not.toHaveProperty("code");
  });

  it("repeats the text of a proxy where it says why, and has its own words elsewhere", () => {
    const repeats = [400, 401, 403, 404, 405, 406, 409, 410, 413, 415, 418, 422, 429, 500, 502, 503, 504].filter(
      (code) =>
        statusErrorFromResponse(code, { body: "the proxy's words", contentType: "text/plain" }).message.includes(
          "the proxy's words",
        ),
    );
    expect(repeats).toEqual([400, 403, 406, 410, 413, 415, 418, 500, 502, 503]);
    const html = statusErrorFromResponse(502, { body: "<b>no</b>", contentType: " Text/HTML; charset=utf-8" });
    expect(html.message).toContain("the server answered 502: <b>no</b>");
    expect(statusErrorFromResponse(502, { body: "{}", contentType: "application/json" }).message).toBe(
      "[InternalError] the server answered 502",
    );
  });

  it("names the object and the resource of the request where the body says nothing", () => {
    const { status, request } = statusErrorFromResponse(404, { method: "GET", resource: "pods", name: "web" });
    expect(status.details).toEqual({
      name: "web",
      kind: "pods",
      causes: [{ reason: "UnexpectedServerResponse", message: "unknown" }],
    });
    expect(request).toEqual({ method: "GET", resource: "pods", name: "web" });
  });

  it("comes from the object of an error event", () => {
    expect(isNotFound(errorFromObject(newStatus("NotFound")))).toBe(true);
    const other = errorFromObject({ kind: "Pod", metadata: { name: "web" } });
    expect(isUnexpectedObjectError(other)).toBe(true);
    expect(isUnexpectedObjectError(new Error("x", { cause: other }))).toBe(true);
    expect(isUnexpectedObjectError(errorFromObject(newStatus("NotFound")))).toBe(false);
  });

  it("gives each reason the code that Kubernetes has for it", () => {
    const codes: [StatusReason, number][] = [
      ["BadRequest", 400],
      ["Unauthorized", 401],
      ["Forbidden", 403],
      ["NotFound", 404],
      ["MethodNotAllowed", 405],
      ["NotAcceptable", 406],
      ["AlreadyExists", 409],
      ["Conflict", 409],
      ["Expired", 410],
      ["Gone", 410],
      ["RequestEntityTooLarge", 413],
      ["UnsupportedMediaType", 415],
      ["Invalid", 422],
      ["TooManyRequests", 429],
      ["InternalError", 500],
      ["ServerTimeout", 500],
      ["StoreReadError", 500],
      ["ServiceUnavailable", 503],
      ["Timeout", 504],
      ["SomethingNew", 500],
    ];
    expect(codes.map(([reason]) => [reason, newStatus(reason).code])).toEqual(codes);
    expect(newStatus("Conflict", { code: 499 }).code).toBe(499);
    expect(new StatusError({ reason: "Expired" }).code).toBe(410);
  });

  it("gives a new Status only the details that are known, and a copy of its causes", () => {
    expect(newStatus("Expired")).not.toHaveProperty("details");
    expect(newStatus("Invalid", { causes: [] })).not.toHaveProperty("details");
    const causes = [{ reason: "r", field: "spec" }];
    const status = newStatus("Invalid", { uid: "u", causes, retryAfterSeconds: 0, message: "no" });
    expect(status).toMatchObject({ message: "no", details: { uid: "u", causes, retryAfterSeconds: 0 } });
    status.details!.causes![0]!.field = "changed";
    expect(causes[0]?.field).toBe("spec");
  });

  it("gives a new Status the code and the words of its reason", () => {
    expect(newStatus("AlreadyExists", { resource: "deployments", group: "apps", name: "web" })).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: 'deployments.apps "web" already exists',
      reason: "AlreadyExists",
      details: { name: "web", group: "apps", kind: "deployments" },
      code: 409,
    });
  });
});

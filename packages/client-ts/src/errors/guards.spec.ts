import { describe, expect, expectTypeOf, it } from "vitest";
import { defined } from "../util/index.ts";
import * as errors from "./index.ts";
import { newStatus, StatusError, type StatusReason } from "./index.ts";

/** guard, its reason, the code by which it decides when the reason is unknown. */
const table: [(error: unknown) => boolean, StatusReason, number | undefined][] = [
  [errors.isNotFound, "NotFound", 404],
  [errors.isAlreadyExists, "AlreadyExists", undefined],
  [errors.isConflict, "Conflict", 409],
  [errors.isInvalid, "Invalid", 422],
  [errors.isGone, "Gone", 410],
  [errors.isResourceExpired, "Expired", undefined],
  [errors.isNotAcceptable, "NotAcceptable", 406],
  [errors.isUnsupportedMediaType, "UnsupportedMediaType", 415],
  [errors.isMethodNotSupported, "MethodNotAllowed", 405],
  [errors.isServiceUnavailable, "ServiceUnavailable", 503],
  [errors.isBadRequest, "BadRequest", 400],
  [errors.isUnauthorized, "Unauthorized", 401],
  [errors.isForbidden, "Forbidden", 403],
  [errors.isTimeout, "Timeout", 504],
  [errors.isServerTimeout, "ServerTimeout", undefined],
  [errors.isInternalError, "InternalError", 500],
  [errors.isTooManyRequests, "TooManyRequests", 429],
  [errors.isRequestEntityTooLarge, "RequestEntityTooLarge", 413],
  [errors.isStoreReadError, "StoreReadError", undefined],
];

describe("a guard", () => {
  for (const [guard, reason, code] of table) {
    it(`${guard.name} matches its own reason and no other`, () => {
      expect(guard(new StatusError(newStatus(reason)))).toBe(true);
      for (const [, other] of table) {
        const answer = guard(new StatusError(newStatus(other)));
        expect(answer, `${guard.name} on ${other}`).toBe(other === reason);
      }
      expect(guard(new Error(reason))).toBe(false);
      expect(guard(undefined)).toBe(false);
    });

    it(`${guard.name} uses the code only when the reason is unknown`, () => {
      const withCode = (said: string): StatusError => new StatusError({ reason: said, code: code ?? 409 });
      expect(guard(withCode("SomethingNew"))).toBe(code !== undefined);
      expect(guard(withCode(""))).toBe(code !== undefined);
      const byCodeAlone = guard === errors.isTooManyRequests || guard === errors.isRequestEntityTooLarge;
      expect(guard(withCode(reason === "Conflict" ? "NotFound" : "Conflict"))).toBe(byCodeAlone);
    });
  }

  it("finds an error that is wrapped in others", () => {
    const error = new Error("saving", { cause: new StatusError(newStatus("Conflict")) });
    expect(errors.isConflict(error)).toBe(true);
    expect(errors.reasonForError(error)).toBe("Conflict");
    expect(errors.reasonForError(new Error("other"))).toBe("");
  });

  it("works on an error of another copy of this package", () => {
    const foreign = Object.assign(Object.create({ [Symbol.for("client-ts.error")]: true }) as object, {
      kind: "Status",
      reason: "NotFound",
      code: 404,
      status: {},
    });
    expect(foreign instanceof StatusError).toBe(false);
    expect(errors.isNotFound(foreign)).toBe(true);
  });

  it("tells the delay that the server suggests", () => {
    const delayed = (reason: StatusReason, retryAfterSeconds?: number): number | undefined =>
      errors.suggestsClientDelay(new StatusError({ reason, details: defined({ retryAfterSeconds }) }));
    expect(delayed("TooManyRequests", 7)).toBe(7);
    expect(delayed("TooManyRequests", 0)).toBeUndefined();
    expect(delayed("ServerTimeout")).toBe(0);
    expect(delayed("ServerTimeout", 3)).toBe(3);
    expect(delayed("NotFound")).toBeUndefined();
    expect(delayed("TooManyRequests", 1_000_000_000)).toBe(300);
    expect(delayed("ServerTimeout", -5)).toBe(0);
    expect(delayed("ServerTimeout", "soon" as never)).toBe(0);
    expect(errors.suggestsClientDelay(new Error("x"))).toBeUndefined();
  });

  it("finds a cause of a Status", () => {
    const error = new StatusError(
      newStatus("Invalid", { causes: [{ reason: "FieldValueRequired", field: "spec", message: "needed" }] }),
    );
    expect(errors.hasStatusCause(error, "FieldValueRequired")).toBe(true);
    expect(errors.statusCause(error, "FieldValueRequired")?.field).toBe("spec");
    expect(errors.hasStatusCause(error, "FieldValueInvalid")).toBe(false);
  });

  it("knows a resourceVersion that is too large, from new servers and old ones", () => {
    const words = "Too large resource version";
    const says = (status: errors.Status): boolean => errors.isTooLargeResourceVersion(new StatusError(status));
    expect(says(newStatus("Timeout", { causes: [{ reason: "ResourceVersionTooLarge", message: words }] }))).toBe(true);
    expect(says(newStatus("Timeout", { causes: [{ message: words }] }))).toBe(true);
    expect(says(newStatus("Timeout", { message: `${words}: 9, current: 3` }))).toBe(true);
    expect(says(newStatus("Timeout"))).toBe(false);
  });

  it("tells an abort from other errors, ours and the platform's", () => {
    const controller = new AbortController();
    errors.throwIfAborted(controller.signal);
    errors.throwIfAborted(undefined);
    controller.abort();
    expect(errors.isAborted(controller.signal.reason)).toBe(true);
    expect(() => errors.throwIfAborted(controller.signal, "the list was aborted")).toThrow("the list was aborted");
    const error = errors.abortedError(controller.signal);
    expect([error.kind, error.name, error.cause]).toEqual(["Aborted", "AbortError", controller.signal.reason]);
    expect(errors.abortedError(AbortSignal.abort(error))).toBe(error);
    expect(errors.isAborted(new Error("x", { cause: error }))).toBe(true);
    expect(errors.isAborted(new Error("x"))).toBe(false);
  });
});

describe("isClientError", () => {
  it("narrows to the class of the kind that it is asked for", () => {
    const thrown: unknown = new errors.TransportError("broken", { code: "reset" });
    if (!errors.isClientError(thrown)) throw new Error("an error of this library");
    expectTypeOf(thrown).toEqualTypeOf<errors.ClientError>();
    const unknown: unknown = thrown;
    if (!errors.isClientError(unknown, "Transport")) throw new Error("a TransportError");
    expectTypeOf(unknown).toEqualTypeOf<errors.TransportError>();
    expect(unknown.code).toBe("reset");
    expect(errors.isClientError(unknown as unknown, "Status")).toBe(false);
    const refused: unknown = new StatusError({ code: 404 });
    if (errors.isClientError(refused, "Status")) expectTypeOf(refused).toEqualTypeOf<StatusError>();
  });
});

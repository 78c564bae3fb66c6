import { describe, expect, it } from "vitest";
import { TransportError } from "../errors/index.ts";
import { isBeforeSending, streamErrorCode, transportErrorCode } from "./error-code.ts";

describe("the code of a transport error", () => {
  it.each([
    ["ECONNREFUSED", "refused"],
    ["ECONNRESET", "reset"],
    ["EPIPE", "reset"],
    ["EHOSTUNREACH", "unreachable"],
    ["ENETDOWN", "unreachable"],
    ["ENOTFOUND", "dns"],
    ["EAI_AGAIN", "dns"],
    ["ETIMEDOUT", "timeout"],
    ["CERT_HAS_EXPIRED", "tls"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "tls"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "tls"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "tls"],
    ["HPE_HEADER_OVERFLOW", "limit"],
    ["EMFILE", "other"],
  ])("%s is %s", (code, expected) => {
    expect(transportErrorCode(Object.assign(new Error(code), { code }))).toBe(expected);
  });

  it("stays what it is, and is other for an unknown error", () => {
    expect(transportErrorCode(new TransportError("x", { code: "goaway" }))).toBe("goaway");
    for (const nothing of [undefined, null, "text", new Error("x"), { code: 7 }])
      expect(transportErrorCode(nothing)).toBe("other");
  });

  it("tells a refused stream from a broken one, and what was never sent (F-C5)", () => {
    expect([7, 8, 11, 2, 1].map(streamErrorCode)).toEqual(["refused-stream", "reset", "limit", "reset", "reset"]);
    expect((["refused", "dns", "tls", "refused-stream", "reset", "timeout"] as const).map(isBeforeSending)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { refusalOf } from "./endpoint-guard.ts";

const request = { method: "GET", host: "127.0.0.1:8081", origin: undefined };

describe("a request to a metrics or health server", () => {
  it.each([
    ["127.0.0.1:8081", undefined],
    ["127.8.9.10", undefined],
    ["localhost:8081", undefined],
    ["[::1]:8081", undefined],
    ["127.0.0.1.evil.example:8081", 421],
    ["localhost.evil.example", 421],
    ["10.1.2.3:8081", 421],
    [undefined, 421],
  ])("on a loopback address is answered for the host %s: refused with %s (SEC-20)", (host, status) => {
    expect(refusalOf({ ...request, host }, "127.0.0.1")).toBe(status);
  });

  it("on an open address is answered under any name, but not with other methods or from a web page (SEC-20)", () => {
    for (const host of ["10.1.2.3:8081", "websites.shop.svc", undefined])
      expect(refusalOf({ ...request, host }, "0.0.0.0")).toBeUndefined();
    expect(refusalOf({ ...request, method: "HEAD" }, "0.0.0.0")).toBeUndefined();
    expect(refusalOf({ ...request, method: "DELETE" }, "0.0.0.0")).toBe(405);
    expect(refusalOf({ ...request, origin: "https://evil.example" }, "0.0.0.0")).toBe(403);
  });
});

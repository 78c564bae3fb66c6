import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { isExcluded, isLoopback } from "./no-proxy.ts";
import { parseProxyUrl, proxyFor } from "./proxy.ts";

/** A list, and what it says about a host and a port: `true` goes directly. */
const table: [list: string, host: string, port: number, direct: boolean][] = [
  ["", "api.example.com", 443, false],
  [" , ,", "api.example.com", 443, false],
  ["*", "api.example.com", 443, true],
  ["*", "10.1.2.3", 443, true],
  ["*,x", "anything", 80, true],
  ["example.com", "example.com", 443, true],
  ["example.com", "api.example.com", 443, true],
  ["example.com", "EXAMPLE.com", 443, true],
  ["Example.COM", "api.example.com", 443, true],
  ["example.com", "notexample.com", 443, false],
  ["example.com", "example.com.evil.org", 443, false],
  [".example.com", "example.com", 443, false],
  [".example.com", "api.example.com", 443, true],
  ["*.example.com", "example.com", 443, false],
  ["*.example.com", "a.b.example.com", 443, true],
  ["exam*.com", "example.com", 443, false],
  ["example.com:6443", "api.example.com", 6443, true],
  ["example.com:6443", "api.example.com", 443, false],
  [":6443", "api.example.com", 6443, false],
  ["10.0.0.0/8", "10.1.2.3", 443, true],
  ["10.0.0.0/8", "11.1.2.3", 443, false],
  ["10.0.0.0/8", "api.example.com", 443, false],
  ["10.96.0.0/12", "10.111.255.254", 443, true],
  ["10.96.0.0/12", "10.112.0.1", 443, false],
  ["0.0.0.0/0", "203.0.113.9", 443, true],
  ["10.0.0.0/33", "10.0.0.0", 443, false],
  ["10.1.2.3", "10.1.2.3", 443, true],
  ["10.1.2.3", "10.1.2.30", 443, false],
  ["10.1.2.3:6443", "10.1.2.3", 6443, true],
  ["10.1.2.3:6443", "10.1.2.3", 443, false],
  ["fd00::/8", "fd12:3456::1", 443, true],
  ["fd00::/8", "fe80::1", 443, false],
  ["2001:db8::1", "2001:0db8:0:0::1", 443, true],
  ["[2001:db8::1]:6443", "2001:db8::1", 6443, true],
  ["[2001:db8::1]:6443", "2001:db8::1", 443, false],
  ["[2001:db8::1]", "2001:db8::1", 443, true],
  ["::ffff:10.1.2.3", "10.1.2.3", 443, true],
  ["foo, 10.0.0.0/8 ,bar", "10.9.9.9", 443, true],
  ["10.0.0.0/8", "10.1.2.3.example.com", 443, false],
];

describe("NO_PROXY", () => {
  it.each(table)("with %j and %s:%i goes directly: %s (F-C25, SEC-9)", (list, host, port, direct) => {
    expect(isExcluded(list, { host, port })).toBe(direct);
  });

  it("never counts for this machine (F-C25)", () => {
    for (const host of ["localhost", "LOCALHOST", "127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
      expect(isLoopback(host)).toBe(true);
    for (const host of ["128.0.0.1", "::2", "localhost.example.com", "127.example.com", "::", "1::2::3"])
      expect(isLoopback(host)).toBe(false);
  });
});

describe("the proxy on the way", () => {
  const https = new URL("https://api.example.com:6443");
  const http = new URL("http://api.example.com");
  const found = (server: URL, env: Record<string, string>) => proxyFor(server, { env });

  it("is chosen by the server's scheme, in upper or lower case (F-C25)", () => {
    const env = { HTTPS_PROXY: "http://secure:1", HTTP_PROXY: "http://plain:2", ALL_PROXY: "http://all:3" };
    expect(found(https, env)).toMatchObject({ scheme: "http", host: "secure", port: 1 });
    expect(found(http, env)).toMatchObject({ host: "plain", port: 2 });
    expect(found(https, { https_proxy: "socks5://lower" })).toEqual({ scheme: "socks5", host: "lower", port: 1080 });
    expect(found(https, { HTTPS_PROXY: "upper", https_proxy: "lower" })).toMatchObject({ host: "upper", port: 80 });
    expect(found(https, { ALL_PROXY: "http://all:3", HTTP_PROXY: "http://plain:2" })).toBeUndefined();
    expect(found(https, { HTTPS_PROXY: "" })).toBeUndefined();
    expect(found(https, { HTTPS_PROXY: "https://[fd00::1]" })).toEqual({ scheme: "https", host: "fd00::1", port: 443 });
  });

  it("is not used for NO_PROXY and this machine, unless the configuration names it (F-C25, SEC-9)", () => {
    const env = { HTTPS_PROXY: "http://p", no_proxy: "example.com:6443" };
    expect(found(https, env)).toBeUndefined();
    expect(found(new URL("https://api.example.com"), env)).toBeDefined();
    expect(found(new URL("https://127.0.0.1:1"), env)).toBeUndefined();
    expect(found(new URL("https://[::1]:1"), env)).toBeUndefined();
    expect(proxyFor(https, { env, proxyUrl: "http://mine" })).toMatchObject({ host: "mine" });
    expect(proxyFor(new URL("https://127.0.0.1:1"), { env, proxyUrl: "http://mine" })).toMatchObject({ host: "mine" });
  });

  it("is not taken from a CGI caller", () => {
    expect(() => found(http, { HTTP_PROXY: "http://evil", REQUEST_METHOD: "GET" })).toThrow("CGI");
    expect(found(https, { HTTPS_PROXY: "http://fine", REQUEST_METHOD: "GET" })).toBeDefined();
  });

  it("has its credentials decoded and parted at the first colon, and prints without them (SEC-9)", () => {
    const proxy = parseProxyUrl("http://us%40er:k4n%3Aary:x%2F@proxy:3128");
    expect(proxy.username).toBe("us@er");
    expect(proxy.password?.reveal()).toBe("k4n:ary:x/");
    expect(inspect(proxy) + JSON.stringify(proxy)).not.toContain("k4n");
  });

  it("is refused when it cannot be right, without being repeated (SEC-9)", () => {
    for (const bad of [
      "ftp://user:k4nary@p",
      "http://user:k4nary@",
      "http://user:k4nary%zz@p",
      "://k4nary",
      "socks4://k4nary@p",
      "k4nary:k4nary@p:3128",
    ]) {
      let error: unknown;
      try {
        parseProxyUrl(bad);
      } catch (thrown) {
        error = thrown;
      }
      expect(error, bad).toMatchObject({ kind: "Config" });
      expect(inspect(error)).not.toContain("k4nary");
    }
  });
});

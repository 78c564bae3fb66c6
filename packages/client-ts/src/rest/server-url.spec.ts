import { describe, expect, it } from "vitest";
import { groupVersionPath, isConfigTransportTls, serverUrl } from "./server-url.ts";

describe("the server of a configuration", () => {
  it.each([
    [{ host: "" }, "http://localhost", "/"],
    [{ host: "api:6443" }, "http://api:6443", "/"],
    [{ host: "api/" }, "http://api", "/"],
    [{ host: "api:6443", tls: { caFile: "ca.crt" } }, "https://api:6443", "/"],
    [{ host: "HTTPS://API:443/a%20b//c/" }, "https://api", "/a%20b/c"],
    [{ host: "https://api/k8s/clusters/c%2Fx" }, "https://api", "/k8s/clusters/c%2Fx"],
    [{ host: "https://api/%252F/%3f%23/%c3%A9" }, "https://api", "/%252F/%3f%23/%c3%A9"],
    [{ host: "https://api/é/a|b/system:node" }, "https://api", "/%C3%A9/a%7Cb/system:node"],
    [{ host: "https:api/x" }, "https://api", "/x"],
    [{ host: "https://api/x?" }, "https://api", "/x"],
    [{ host: "http://api:80" }, "http://api", "/"],
  ])("%o is %s with the path %s", (config, origin, path) => {
    expect(serverUrl(config)).toEqual({ origin, path });
  });

  const notHttp = (shown: string): string => `the server "${shown}" must be an https or http URL, or host:port`;
  const notUrl = (shown: string): string => `the server "${shown}" must be a URL or host:port`;
  const user = "the server's URL must not hold a user or a password";
  const query = 'the server "https://api/x" must not have a query or a fragment';
  const space = "the server's URL must not hold spaces or control characters";

  it.each([
    ["ftp://api", notHttp("ftp://api")],
    ["xhttps://api", notHttp("xhttps://api")],
    ["httpss://api", notHttp("httpss://api")],
    ["http://", notHttp("http://")],
    ["api/base", notUrl("api/base")],
    ["a b c", notUrl("a b c")],
    ["https://jane@api", user],
    ["https://:canary@api", user],
    ["https://jane:canary@api", user],
    ["https://api/x?q=canary", query],
    ["https://api/x#canary", query],
    [" https://api", space],
    ["https://api\u0000", space],
    ["https://api/a\nb", space],
    ["https://api/%zz", 'the server "https://api/%zz" has an invalid percent escape'],
    ["https://api/%ff", 'the server "https://api/%ff" has an invalid percent escape'],
    ["https://api/a/../b", 'the path of the server "https://api/a/../b" would lead to another path'],
    ["https://api/./b", 'the path of the server "https://api/./b" would lead to another path'],
    ["https://api/a/%2e%2E/b", 'the path of the server "https://api/a/%2e%2E/b" would lead to another path'],
    ["https://api/a%2F..%2Fb", 'the path of the server "https://api/a%2F..%2Fb" would lead to another path'],
    ["api/..", 'the path of the server "http://api/.." would lead to another path'],
    ["https://api\\x", 'the path of the server "https://api\\\\x" has a backslash'],
    ["https://api/a%5Cb", 'the path of the server "https://api/a%5Cb" has a backslash'],
    ["https://api/a%00", 'the path of the server "https://api/a%00" has a control character'],
  ])("is not %j, and the message says why", (host, message) => {
    expect(() => serverUrl({ host })).toThrow(expect.objectContaining({ kind: "Config", message }));
  });

  it("is shown without its password when it cannot be used", () => {
    expect(() => serverUrl({ host: "ftp://jane:canary@api" })).toThrow(notHttp("ftp://REDACTED@api/"));
    expect(() => serverUrl({ host: "jane:canary@api/x" })).toThrow(
      /^the server (?!.*canary).* must be a URL or host:port/,
    );
  });

  it("speaks TLS by its URL, or by what is said of certificates", () => {
    const configs = [
      { host: "http://https" },
      { host: "api" },
      { host: "api", tls: {} },
      { host: "api", tls: { serverName: "api" } },
      { host: "http://api", tls: { insecure: true } },
      { host: "https://api" },
      { host: "api", tls: { insecure: true } },
      { host: "api", tls: { ca: "x" } },
      { host: "api", tls: { caFile: "x" } },
      { host: "api", tls: { cert: "x" } },
      { host: "api", tls: { certFile: "x" } },
    ];
    expect(configs.map(isConfigTransportTls)).toEqual([...Array(5).fill(false), ...Array(6).fill(true)]);
  });
});

describe("the path of a group version", () => {
  it.each([
    [{ group: "", version: "v1" }, undefined, "/api/v1"],
    [{ group: "apps", version: "v1" }, undefined, "/apis/apps/v1"],
    [{ group: "", version: "" }, undefined, "/api"],
    [{ group: "apps", version: "v1" }, "/odd", "/odd/apps/v1"],
    [{ group: "", version: "v1" }, "odd/", "/odd/v1"],
    [{ group: "apps", version: "v1" }, "", "/apps/v1"],
  ])("of %o below %s is %s", (groupVersion, apiPath, path) => {
    expect(groupVersionPath(groupVersion, apiPath)).toBe(path);
  });

  it("needs a group and a version that are one segment each", () => {
    const message = (what: string) => `the API ${what} "a/b" has a character that is not allowed: / % ? or #`;
    expect(() => groupVersionPath({ group: "a/b", version: "v1" })).toThrow(message("group"));
    expect(() => groupVersionPath({ group: "", version: "a/b" })).toThrow(message("version"));
  });
});

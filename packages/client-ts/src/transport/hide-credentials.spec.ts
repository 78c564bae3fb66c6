import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { newSecretValue, revealed } from "../errors/index.ts";
import { hideCredentials, withoutUserinfo } from "./hide-credentials.ts";
import type { RestConfig } from "./rest-config.ts";

const config: RestConfig = {
  host: "https://api",
  proxyUrl: "http://user:k4nary@proxy:3128",
  env: { TOKEN: "k4nary" },
  exec: {
    apiVersion: "v1",
    command: "login",
    args: ["--token=k4nary"],
    env: [
      { name: "WORD", value: "k4nary" },
      { name: "HIDDEN", value: newSecretValue("k4nary") },
    ],
    config: { audience: "k4nary" },
  },
  authProvider: {
    name: "oidc",
    config: {
      "client-id": "me",
      "client-secret": "k4nary",
      "refresh-token": newSecretValue("k4nary"),
      "idp-issuer-url": "https://k4nary:k4nary@issuer",
      unknown: "k4nary",
    },
  },
};

describe("a configuration whose credentials are hidden (SEC-4, SEC-6)", () => {
  const hidden = hideCredentials(config);

  it("shows none of them, however it is printed or copied", () => {
    for (const shown of [hidden, { ...hidden }, structuredClone(JSON.parse(JSON.stringify(hidden)))])
      expect(inspect(shown, { depth: 9, showHidden: true })).not.toContain("k4nary");
  });

  it("still has them for callers that reveal them, and everything that is not secret as it was", () => {
    expect(revealed(hidden.proxyUrl)).toBe(config.proxyUrl);
    expect(revealed(hidden.env)).toEqual(config.env);
    expect(revealed(hidden.exec?.args)).toEqual(["--token=k4nary"]);
    expect(hidden.exec?.env?.map(({ name, value }) => [name, revealed(value)])).toEqual([
      ["WORD", "k4nary"],
      ["HIDDEN", "k4nary"],
    ]);
    expect(revealed(hidden.exec?.config)).toEqual({ audience: "k4nary" });
    expect(revealed(hidden.authProvider?.config["client-secret"])).toBe("k4nary");
    expect(hidden.authProvider?.config["client-id"]).toBe("me");
    expect(hidden.exec?.command).toBe("login");
    const plain = { host: "https://api", proxyUrl: "http://proxy:3128" };
    expect(hideCredentials(plain)).toEqual(plain);
  });
});

describe("a URL without its login (SEC-9)", () => {
  it.each([
    ["https://api:6443/path", "https://api:6443/path"],
    ["https://user:pass@api:6443/path", "https://REDACTED@api:6443/path"],
    ["https://user@api", "https://REDACTED@api/"],
    ["https://:pass@api", "https://REDACTED@api/"],
    ["https://api/a@b", "https://api/a@b"],
    ["user:pass@proxy", "REDACTED"],
    ["not a url @ all", "REDACTED"],
  ])("of %j is %j", (url, expected) => {
    expect(withoutUserinfo(url)).toBe(expected);
  });
});

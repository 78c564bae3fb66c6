import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { newSecretValue } from "../errors/index.ts";
import { redactErrors } from "./redact.ts";
import { failureOf, make } from "./test-support/exec-host.ts";

describe("what a plugin writes to standard error (F-D9)", () => {
  const redact = (text: string, known: readonly string[] = []): string => redactErrors(Buffer.from(text), known);

  it("stays readable where it cannot be a credential", () => {
    for (const text of [
      "session expired, run the login again",
      "the token has expired",
      "password file not found",
      "https://login.example.com/authorize",
      "connection refused by 10.0.0.1:443",
    ])
      expect(redact(text)).toBe(text);
  });

  it.each([
    ["token: abcdef"],
    ["Bearer abcdef"],
    ["api_key=abcdef"],
    ['{"password":"abcdef"}'],
    ["secret is fine, key abcdef"],
    ["-----BEGIN PRIVATE KEY-----\nabcdef"],
  ])("does not show what may be one: %j", (text) => {
    expect(redact(text)).not.toContain("abcdef");
    expect(redact(text)).toContain("[redacted]");
  });

  it("does not show long words with letters and digits in them, and shows shorter ones", () => {
    expect(redact("a1b2c3d4e5f6g7h8")).toBe("[redacted]");
    expect(redact("a1b2c3d4e5f6g7h")).toBe("a1b2c3d4e5f6g7h");
  });

  it("does not show known values of four characters and more, wherever they stand", () => {
    expect(redact("the pin is 1234 or 123", ["1234", "123"])).toBe("the pin is [redacted] or 123");
  });

  it("does not repeat the variables and the flags of the plugin, and keeps its own words", async () => {
    const { host, credential } = make({
      args: newSecretValue(["get", "login", "--pin", "zebra", "--code=horse"]),
      env: [{ name: "WORD", value: newSecretValue("giraffe") }],
    });
    const said = "login get: zebra horse giraffe are wrong";
    host.answer = () => ({ ended: "exit", code: 1, output: Buffer.alloc(0), errors: Buffer.from(said) });
    const error = await failureOf(credential);
    expect(error.message).toContain("login get: [redacted] [redacted] [redacted] are wrong");
    expect(inspect(error)).not.toMatch(/zebra|horse|giraffe/);
  });

  it("is logged without credentials when the plugin did well", async () => {
    const lines: unknown[] = [];
    const logger = { debug() {}, warn() {}, error() {}, info: (...line: unknown[]) => void lines.push(line) };
    const { host, credential } = make({}, { logger });
    const answer = { apiVersion: "client.authentication.k8s.io/v1", kind: "ExecCredential", status: { token: "t" } };
    const output = Buffer.from(JSON.stringify(answer));
    host.answer = () => ({ ended: "exit", code: 0, output, errors: Buffer.from("renewed token=abcdef\n") });
    await credential.headers();
    expect(lines).toEqual([[expect.any(String), { command: "login", errors: "renewed token=[redacted]" }]]);
    host.answer = () => ({ ended: "exit", code: 0, output, errors: Buffer.alloc(0) });
    await credential.onUnauthorized?.();
    expect(lines).toHaveLength(1);
  });
});

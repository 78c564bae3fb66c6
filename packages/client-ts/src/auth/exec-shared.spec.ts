import { describe, expect, it } from "vitest";
import type { Credential, RestConfig } from "../transport/index.ts";
import { sharedExecCredential } from "./exec-shared.ts";
import { SharedCredentials } from "./shared-credentials.ts";

const config = (command: string): RestConfig => ({
  host: "https://api.example.com",
  env: {},
  exec: { apiVersion: "client.authentication.k8s.io/v1", command, interactiveMode: "Never" },
});

describe("a plugin's credential that several clients share", () => {
  it("is one for equal configurations and another for different ones (B296)", async () => {
    const env = {};
    const first = await sharedExecCredential({ ...config("plugin"), env });
    const second = await sharedExecCredential({ ...config("plugin"), env });
    const other = await sharedExecCredential({ ...config("other"), env });
    expect(second.headers).toBe(first.headers);
    expect(other.headers).not.toBe(first.headers);
  });

  it("does not end when one of the clients closes", async () => {
    const credential = await sharedExecCredential(config("plugin"));
    expect(credential.headers).toBeTypeOf("function");
    expect("close" in credential).toBe(false);
  });

  it("is remembered for the newest 64 configurations; the oldest is closed", () => {
    const shared = new SharedCredentials();
    const closed: number[] = [];
    const make = (n: number) => (): Credential => ({ headers: async () => ({}), close: () => void closed.push(n) });
    const first = shared.get("0", make(0));
    for (let n = 1; n < 64; n++) shared.get(String(n), make(n));
    expect([closed, shared.get("0", make(-1)) === first]).toEqual([[], true]);
    shared.get("64", make(64));
    expect(closed).toEqual([0]);
    expect(shared.get("0", make(100)) === first).toBe(false);
    expect(closed).toEqual([0, 1]);
  });
});

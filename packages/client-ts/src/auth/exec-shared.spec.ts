import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Credential, ExecConfig, RestConfig } from "../transport/index.ts";
import { FakeClock } from "../util/index.ts";
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

  it("is another one for another environment, clock or policy (B296, SEC-25)", async () => {
    const env = {};
    const one = { ...config("plugin"), env };
    const { headers } = await sharedExecCredential(one);
    const others = await Promise.all(
      [
        { ...one, env: {} },
        { ...one, clock: new FakeClock() },
        { ...one, execPolicy: { policy: "DenyAll" } as const },
        { ...one, host: "https://another.example.com" },
        { ...one, tls: { serverName: "other" } },
      ].map(sharedExecCredential),
    );
    expect(new Set([headers, ...others.map((other) => other.headers)]).size).toBe(6);
  });

  it("runs with the environment of the configuration, and knows its cluster", async () => {
    const dir = await mkdtemp(join(tmpdir(), "shared-"));
    try {
      const answer = '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"%s"}}';
      const text = `#!/bin/sh\nprintf '%s' "$KUBERNETES_EXEC_INFO" > '${dir}/asked'; printf '${answer}' "$GIVEN"\n`;
      await writeFile(join(dir, "plugin"), text, { mode: 0o755 });
      const { exec, ...rest } = config("plugin");
      const credential = await sharedExecCredential({
        ...rest,
        exec: { ...(exec as ExecConfig), provideClusterInfo: true },
        env: { PATH: dir, GIVEN: "of-this-environment" },
      });
      expect(await credential.headers()).toEqual({ authorization: "Bearer of-this-environment" });
      expect(JSON.parse(await readFile(join(dir, "asked"), "utf8")).spec).toEqual({
        cluster: { server: "https://api.example.com" },
        interactive: false,
      });
    } finally {
      await rm(dir, { recursive: true });
    }
  });

  it("is refused with TLS settings that cannot be right, before anything runs", async () => {
    const wrong = { ...config("plugin"), tls: { insecure: true, ca: "CA" } };
    await expect(sharedExecCredential(wrong)).rejects.toMatchObject({ kind: "Config" });
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

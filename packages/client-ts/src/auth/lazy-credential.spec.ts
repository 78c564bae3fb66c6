import type { Credential } from "../transport/index.ts";
import { describe, expect, it } from "vitest";
import { ConfigError, newSecretValue } from "../errors/index.ts";
import { lazyCredential } from "./lazy-credential.ts";

describe("a credential whose code is loaded when it is needed", () => {
  it("is loaded once, and again after it could not be loaded", async () => {
    let loads = 0;
    const credential = lazyCredential(async () => {
      if (++loads === 1) throw new ConfigError("not yet");
      return { headers: async () => ({ authorization: "Bearer t" }) };
    });
    expect(loads).toBe(0);
    await expect(credential.headers()).rejects.toThrow("not yet");
    await Promise.all([credential.headers(), credential.headers(), credential.tls?.current()]);
    expect(loads).toBe(2);
  });

  it("passes changes of the certificate on until it is closed, and closes what it loaded", async () => {
    const listeners = new Set<() => void>();
    let closed = 0;
    const real: Credential = {
      headers: async () => ({}),
      tls: {
        current: async () => undefined,
        onChange(listener) {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      },
      close: () => void closed++,
    };
    const credential = lazyCredential(async () => real);
    let received = 0;
    credential.tls?.onChange(() => void received++);
    await credential.headers();
    for (const listener of listeners) listener();
    expect(received).toBe(1);
    credential.close?.();
    await Promise.resolve();
    expect([listeners.size, closed]).toEqual([0, 1]);
  });

  it("leaves no listener behind when it is closed while it is loaded", async () => {
    let listeners = 0;
    let closed = 0;
    let loaded = (_: Credential): void => {};
    const credential = lazyCredential(() => new Promise((resolve) => (loaded = resolve)));
    const asking = credential.headers();
    credential.close?.();
    loaded({
      headers: async () => ({}),
      tls: {
        current: async () => undefined,
        onChange() {
          listeners++;
          return () => void listeners--;
        },
      },
      close: () => void closed++,
    });
    await asking;
    expect([listeners, closed]).toEqual([0, 1]);
  });

  it("removes a listener again, and passes refusals and certificates on", async () => {
    const certificate = { cert: "c", key: newSecretValue("k") };
    let change = (): void => {};
    const refusals: unknown[] = [];
    const credential = lazyCredential(async () => ({
      headers: async () => ({}),
      onUnauthorized: async (options) => refusals.push(options) === 1,
      tls: {
        current: async () => certificate,
        onChange(listener) {
          change = listener;
          return () => {};
        },
      },
    }));
    let received = 0;
    const stop = credential.tls?.onChange(() => void received++);
    expect(await credential.tls?.current()).toBe(certificate);
    change();
    stop?.();
    change();
    expect(received).toBe(1);
    const refused = { authorization: "x" };
    expect(await credential.onUnauthorized?.({ refused })).toBe(true);
    expect(await credential.onUnauthorized?.({ refused })).toBe(false);
    expect(refusals).toEqual([{ refused }, { refused }]);
    const without = lazyCredential(async () => ({ headers: async () => ({}) }));
    expect([await without.onUnauthorized?.(), await without.tls?.current()]).toEqual([false, undefined]);
  });
});

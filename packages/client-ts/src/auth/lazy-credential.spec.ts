import type { Credential } from "../transport/index.ts";
import { describe, expect, it } from "vitest";
import { ConfigError } from "../errors/index.ts";
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
    let heard = 0;
    credential.tls?.onChange(() => void heard++);
    await credential.headers();
    for (const listener of listeners) listener();
    expect(heard).toBe(1);
    credential.close?.();
    await Promise.resolve();
    expect([listeners.size, closed]).toEqual([0, 1]);
  });
});

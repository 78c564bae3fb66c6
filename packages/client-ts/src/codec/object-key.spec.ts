import { describe, expect, it } from "vitest";
import { keyOf, keyOfBytes } from "./object-key.ts";

/** The key of a name that lies between other bytes. */
function made(namespace: string, name: string): string | undefined {
  const bytes = Buffer.from(`é"${name}"é`);
  return keyOfBytes(namespace, bytes, 3, 3 + Buffer.byteLength(name));
}

describe("the key of a name in bytes", () => {
  it("is the same as that of two texts", () => {
    for (const namespace of ["", "a", "kube-system", "n".repeat(253)])
      for (const name of ["", "b", "web-0", "x".repeat(253)])
        expect(made(namespace, name)).toBe(keyOf(namespace, name));
    expect(made("shop", "web-0")).toBe("shop/web-0");
    expect(made("", "web-0")).toBe("web-0");
  });

  it("is left to a reader of texts when it is not ASCII or very long", () => {
    expect(made("shop", "wéb")).toBeUndefined();
    expect(made("shöp", "web")).toBeUndefined();
    expect(made("sh\u4e2dop", "web")).toBeUndefined();
    expect(made("shop", "\u007f")).toBe("shop/\u007f");
    expect(made("n".repeat(255), "x".repeat(256))).toHaveLength(512);
    expect(made("n".repeat(256), "x".repeat(256))).toBeUndefined();
    expect(made("", "x".repeat(600))).toBeUndefined();
  });
});

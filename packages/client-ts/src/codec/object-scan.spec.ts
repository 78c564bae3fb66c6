import { describe, expect, it } from "vitest";
import type { KubeObject } from "../meta/index.ts";
import { readList } from "./read-list.ts";
import { bodyOf } from "./test-support/bodies.ts";

describe("the scan of an object", () => {
  it("distinguishes all namespaces, even when there are more than the string pool has slots", async () => {
    // 3,000 of one length in 1,024 slots; each comes twice, before and after others have taken its slot.
    const namespaces = Array.from({ length: 3_000 }, (_, n) => `team-${String(n).padStart(4, "0")}`);
    const all = [...namespaces, ...namespaces.map((namespace) => `${namespace}-b`), ...namespaces];
    const items = all.map(
      (namespace, n) => `{"metadata":{"name":"x${n}","namespace":"${namespace}","resourceVersion":"1"}}`,
    );
    const body = `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"42"},"items":[${items.join()}]}`;
    for (const scanner of ["wasm", "js"] as const) {
      const found: string[] = [];
      await readList<KubeObject>(bodyOf(body), { scanner, onItem: ({ namespace }) => void found.push(namespace) });
      expect(found).toEqual(all);
    }
  });
});

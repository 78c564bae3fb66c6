import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { eventObject, firstEventVersion, makeShard } from "./corpus.ts";
import { sorted } from "./widget.ts";

describe("the corpus", () => {
  it("is the same on every machine and in every run", () => {
    const sum = (corpus: "pods" | "widgets"): string =>
      createHash("sha256")
        .update(JSON.stringify(makeShard(corpus, 1, 50)))
        .digest("hex")
        .slice(0, 16);
    expect([sum("pods"), sum("widgets")]).toEqual([sum("pods"), sum("widgets")]);
    expect(sum("pods")).toMatchInlineSnapshot(`"255c0afb718e4863"`);
    expect(sum("widgets")).toMatchInlineSnapshot(`"583cdbf560b6e1cf"`);
  });

  it("has Pods of about 5 KB with managedFields, fields in Go's order and no name twice", () => {
    const pods = [...makeShard("pods", 0, 400), ...makeShard("pods", 1, 400)];
    const sizes = pods.map((pod) => JSON.stringify(pod).length);
    expect(sizes.reduce((a, b) => a + b) / sizes.length).toBeGreaterThan(4800);
    expect(sizes.reduce((a, b) => a + b) / sizes.length).toBeLessThan(6500);
    const metadata = pods[0]?.["metadata"] as Record<string, unknown>;
    expect(Object.keys(metadata)).toEqual([
      "name",
      "generateName",
      "namespace",
      "uid",
      "resourceVersion",
      "generation",
      "creationTimestamp",
      "labels",
      "annotations",
      "ownerReferences",
      "managedFields",
    ]);
    const labels = Object.keys(metadata["labels"] as object);
    expect(labels).toEqual([...labels].sort());
    const names = pods.map((pod) => (pod["metadata"] as { name: string }).name);
    expect(new Set(names).size).toBe(names.length);
  });

  it("has custom objects with every key in order and text beyond ASCII", () => {
    for (const widget of makeShard("widgets", 0, 20)) {
      expect(JSON.stringify(widget)).toBe(JSON.stringify(sorted(widget)));
      expect(JSON.stringify(widget)).toMatch(/[^\u0000-\u007f]/);
    }
  });

  it("gives events versions of sixteen digits and a kind", () => {
    const [pod] = makeShard("pods", 0, 1);
    const event = eventObject("pods", pod ?? {}, String(firstEventVersion), 7);
    expect(event).toMatchObject({ kind: "Pod", apiVersion: "v1", metadata: { resourceVersion: "2000000000000000" } });
    expect(JSON.stringify(pod)).not.toContain("2000000000000000");
  });
});

import { describe, expect, it } from "vitest";
import type { ObjectMeta } from "../meta/index.ts";
import type { ChangeEvent } from "./change-event.ts";
import { annotationsChanged, changed, generationChanged, labelsChanged, passes } from "./predicates.ts";

const event = (
  type: ChangeEvent["type"],
  meta: ObjectMeta = {},
  oldMeta: ObjectMeta | undefined = undefined,
  objects: Partial<Pick<ChangeEvent, "object" | "old">> = {},
): ChangeEvent => ({
  type,
  key: "shop/a",
  name: "a",
  namespace: "shop",
  meta,
  oldMeta,
  object: { metadata: meta },
  old: oldMeta && { metadata: oldMeta },
  initial: false,
  resync: false,
  ...objects,
});

describe("predicates", () => {
  it("let what is created, deleted or generic pass", () => {
    for (const predicate of [generationChanged, labelsChanged, annotationsChanged, changed(() => 1)])
      for (const type of ["create", "delete", "generic"] as const) expect(predicate(event(type))).toBe(true);
  });

  const generation: readonly [string, ObjectMeta, ObjectMeta, boolean][] = [
    ["a new generation passes", { generation: 2 }, { generation: 1 }, true],
    ["the same generation does not", { generation: 2, labels: { a: "1" } }, { generation: 2 }, false],
    ["without one, a new version passes", { resourceVersion: "2" }, { resourceVersion: "1" }, true],
    ["without one, the same version does not", { resourceVersion: "2" }, { resourceVersion: "2" }, false],
    ["a generation of 0 counts as none", { generation: 0, resourceVersion: "2" }, { resourceVersion: "1" }, true],
    ["the beginning of a deletion passes", { generation: 1, deletionTimestamp: "now" }, { generation: 1 }, true],
    [
      "its continuation does not",
      { generation: 1, deletionTimestamp: "now" },
      { generation: 1, deletionTimestamp: "now" },
      false,
    ],
  ];
  it.each(generation)("generationChanged: %s", (_title, now, before, expected) => {
    expect(generationChanged(event("update", now, before))).toBe(expected);
  });

  it("labelsChanged and annotationsChanged look at these alone", () => {
    const labels = event("update", { labels: { a: "1" }, annotations: { b: "1" } }, { annotations: { b: "1" } });
    const annotations = event("update", { labels: {}, annotations: { b: "2" } }, { annotations: { b: "1" } });
    expect([labelsChanged(labels), annotationsChanged(labels)]).toEqual([true, false]);
    expect([labelsChanged(annotations), annotationsChanged(annotations)]).toEqual([false, true]);
  });

  it("changed compares a part of the object, deeply", () => {
    const phase = changed((object) => (object as { status?: object }).status);
    const status = (phaseNow: string) => ({ status: { phase: phaseNow } }) as object;
    expect(phase(event("update", {}, {}, { object: status("a"), old: status("a") }))).toBe(false);
    expect(phase(event("update", {}, {}, { object: status("b"), old: status("a") }))).toBe(true);
    expect(phase(event("update", {}, {}, { object: {}, old: {} }))).toBe(false);
  });

  it("must all pass when there are several", () => {
    const update = event("update", { generation: 2 }, { generation: 1 });
    expect(passes([generationChanged, labelsChanged], update)).toBe(false);
    expect(passes([generationChanged], update)).toBe(true);
    expect(passes(undefined, update)).toBe(true);
  });
});

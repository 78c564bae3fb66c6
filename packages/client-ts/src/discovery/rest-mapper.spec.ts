import { describe, expect, it } from "vitest";
import type { APIGroup, APIResource, APIResourceList } from "../api/meta/v1.ts";
import {
  AmbiguousMatchError,
  type CachedDiscovery,
  newDeferredRestMapper,
  type DeferredRestMapper,
  discoveryCategories,
  type GroupsAndResources,
  getApiGroupResources,
  guessPlural,
  isNoMatch,
  newShortcutExpander,
  type RestMapper,
  type ShortcutExpander,
  tableCategories,
  unionOfCategories,
} from "./index.ts";
import { DiscoveryRestMapper } from "./rest-mapper.ts";
import { resource } from "./test-support/served.ts";

type Versions = Record<string, APIResource[]>;

function group(name: string, versions: Versions, preferred = Object.keys(versions)[0]!): [APIGroup, APIResourceList[]] {
  const named = (version: string): { groupVersion: string; version: string } => ({
    groupVersion: name === "" ? version : `${name}/${version}`,
    version,
  });
  const lists = Object.entries(versions).map(([version, resources]) => ({
    groupVersion: named(version).groupVersion,
    resources,
  }));
  return [{ name, versions: Object.keys(versions).map(named), preferredVersion: named(preferred) }, lists];
}

function answer(...groups: readonly ReturnType<typeof group>[]): GroupsAndResources {
  return { groups: groups.map(([one]) => one), resources: groups.flatMap(([, lists]) => lists) };
}

const core = group("", {
  v1: [
    resource("pods", "Pod", { shortNames: ["po"], categories: ["all"] }),
    resource("pods/status", "Pod"),
    resource("services", "Service"),
  ],
});
const extensions = group("extensions", {
  v1beta1: [
    resource("jobs", "Job"),
    resource("pods", "Pod"),
    resource("horizontalpodautoscalers", "HorizontalPodAutoscaler", { shortNames: ["hpa"] }),
  ],
});
const batch = group(
  "batch",
  {
    v1beta1: [resource("jobs", "Job"), resource("crons", "Cron", { singularName: "" })],
    v1: [resource("jobs", "Job", { categories: ["all"] }), resource("runs", "Run", { namespaced: false })],
  },
  "v1",
);

async function mapperOf(...groups: readonly ReturnType<typeof group>[]): Promise<DiscoveryRestMapper> {
  const found = answer(...groups);
  return new DiscoveryRestMapper(await getApiGroupResources({ serverGroupsAndResources: async () => found }));
}

describe("DiscoveryRestMapper", () => {
  it("prefers core v1, then each group's preferred version, then groups in order (B379)", async () => {
    const mapper = await mapperOf(extensions, batch, core);
    expect(mapper.resourceFor({ resource: "pods" })).toEqual({ group: "", version: "v1", resource: "pods" });
    expect(mapper.kindFor({ resource: "Pod" })).toEqual({ group: "", version: "v1", kind: "Pod" });
    expect(mapper.resourceFor({ resource: "jobs" })).toEqual({
      group: "extensions",
      version: "v1beta1",
      resource: "jobs",
    });
    expect(mapper.resourceFor({ group: "batch", resource: "jobs" })).toEqual({
      group: "batch",
      version: "v1",
      resource: "jobs",
    });
    expect(mapper.resourceFor({ group: "bat", resource: "job" })).toEqual({
      group: "batch",
      version: "v1",
      resource: "jobs",
    });
    expect(mapper.resourceFor({ resource: "crons" })).toEqual({
      group: "batch",
      version: "v1beta1",
      resource: "crons",
    });
    expect(mapper.resourceFor({ group: "batch", version: "v1beta1", resource: "jobs" }).version).toBe("v1beta1");
    expect(mapper.resourcesFor({ resource: "jobs" })).toHaveLength(3);
    expect(mapper.kindsFor({ resource: "jobs" })).toHaveLength(3);
  });

  it("says where a kind is, with its scope, in the asked version or the preferred one (B379)", async () => {
    const mapper = await mapperOf(core, batch);
    expect(mapper.restMapping({ group: "batch", kind: "Job" })).toMatchObject({
      resource: { version: "v1", resource: "jobs" },
      scope: "Namespaced",
    });
    expect(mapper.restMapping({ group: "batch", kind: "Job" }, ["v1beta1"]).groupVersionKind).toEqual({
      group: "batch",
      version: "v1beta1",
      kind: "Job",
    });
    expect(mapper.restMapping({ group: "batch", kind: "Job" }, ["v9", "v1beta1", "v1"]).groupVersionKind.version).toBe(
      "v1beta1",
    );
    expect(mapper.restMapping({ group: "batch", kind: "Run" }).scope).toBe("Cluster");
    expect(mapper.restMapping({ group: "batch", kind: "job" }).resource.resource).toBe("jobs");
    expect(mapper.restMapping({ group: "batch", kind: "JobList" }).groupVersionKind.kind).toBe("JobList");
    expect(mapper.restMapping({ group: "", kind: "Pod" }).descriptor).toMatchObject({
      plural: "pods",
      status: true,
      shortNames: ["po"],
    });
    expect(mapper.resourceSingularizer("jobs")).toBe("job");
    expect(mapper.resourceSingularizer("crons")).toBe("cron");
    expect(mapper.resourceSingularizer("others")).toBe("others");
    for (const miss of [
      () => mapper.restMapping({ group: "batch", kind: "Cat" }),
      () => mapper.restMapping({ group: "batch", kind: "Job" }, ["v9"]),
      () => mapper.kindFor({ resource: "pods/status" }),
      () => mapper.resourceFor({ group: "bat", version: "v1", resource: "jobs" }),
    ]) {
      expect(miss).toThrow(expect.toSatisfy(isNoMatch));
    }
  });

  it("finds the list of a kind in the versions that are asked for (B379)", async () => {
    const mapper = await mapperOf(core, batch);
    const versions = (asked?: string[]): string[] =>
      mapper
        .restMappings({ group: "batch", kind: "JobList" }, asked)
        .map(({ groupVersionKind }) => groupVersionKind.version);
    expect([versions(), versions(["v1beta1"])]).toEqual([["v1beta1", "v1"], ["v1beta1"]]);
    expect(mapper.restMapping({ group: "batch", kind: "JobList" }).resource.resource).toBe("joblists");
    for (const kind of ["List", "CatList"])
      expect(() => mapper.restMappings({ group: "batch", kind })).toThrow(expect.toSatisfy(isNoMatch));
  });

  it("guesses a plural roughly as English has it", () => {
    expect(["Pod", "Policy", "Ingress", "Endpoints"].map(guessPlural)).toEqual([
      "pods",
      "policies",
      "ingresses",
      "endpoints",
    ]);
  });

  it("leaves out group versions that could not be asked, and throws when two kinds are equal (B379)", async () => {
    const [batchGroup, lists] = batch;
    const partly = await mapperOf(core, [batchGroup, lists.slice(0, 1)]);
    expect(partly.restMapping({ group: "batch", kind: "Job" }).groupVersionKind.version).toBe("v1beta1");
    const ambiguous = await mapperOf(group("x", { v1: [resource("cats", "Cat"), resource("kitties", "Cat")] }));
    expect(() => ambiguous.restMapping({ group: "x", kind: "Cat" })).toThrow(AmbiguousMatchError);
  });
});

/** A cache that remembers what a test's server says until it is invalidated, and counts how often that was. */
function fakeCache(content: () => GroupsAndResources, fresh: boolean): CachedDiscovery & { invalidations: number } {
  let kept: GroupsAndResources | undefined;
  const cache = {
    invalidations: 0,
    fresh,
    invalidate() {
      this.invalidations++;
      this.fresh = true;
      kept = undefined;
    },
    async serverGroupsAndResources() {
      kept ??= content();
      return kept;
    },
  };
  return cache as unknown as CachedDiscovery & { invalidations: number };
}

describe("DeferredRestMapper", () => {
  it("forgets and asks once more after a miss when the cache may be old, and not when it is fresh (B380)", async () => {
    let content = answer(core);
    const stale = fakeCache(() => content, false);
    const mapper = newDeferredRestMapper(stale);
    expect(await mapper.kindFor({ resource: "pods" })).toMatchObject({ kind: "Pod" });
    expect(stale.invalidations).toBe(0);
    content = answer(core, batch);
    expect(await mapper.restMapping({ group: "batch", kind: "Job" })).toMatchObject({
      groupVersionKind: { version: "v1" },
    });
    expect(stale.invalidations).toBe(1);
    await expect(mapper.kindFor({ resource: "cats" })).rejects.toSatisfy(isNoMatch);
    expect(stale.invalidations).toBe(1);

    const fresh = fakeCache(() => content, true);
    for (const miss of [
      (one: DeferredRestMapper) => one.kindFor({ resource: "cats" }),
      (one: DeferredRestMapper) => one.kindsFor({ resource: "cats" }),
      (one: DeferredRestMapper) => one.resourceFor({ resource: "cats" }),
      (one: DeferredRestMapper) => one.resourcesFor({ resource: "cats" }),
      (one: DeferredRestMapper) => one.restMapping({ group: "x", kind: "Cat" }),
      (one: DeferredRestMapper) => one.restMappings({ group: "x", kind: "Cat" }),
    ]) {
      await expect(miss(newDeferredRestMapper(fresh))).rejects.toSatisfy(isNoMatch);
      const old = fakeCache(() => content, false);
      await expect(miss(newDeferredRestMapper(old))).rejects.toSatisfy(isNoMatch);
      expect(old.invalidations).toBe(1);
    }
    expect(fresh.invalidations).toBe(0);
  });

  it("keeps nothing that was asked before it was reset", async () => {
    let content = answer(core);
    let release: (() => void) | undefined;
    let asked = 0;
    const cache = {
      fresh: true,
      invalidate: () => {},
      async serverGroupsAndResources() {
        const old = content;
        if (++asked === 1) await new Promise<void>((resolve) => (release = resolve));
        return old;
      },
    } as unknown as CachedDiscovery;
    const mapper = newDeferredRestMapper(cache);
    const slow = mapper.kindFor({ resource: "pods" });
    mapper.reset();
    content = answer(core, batch);
    release?.();
    expect(await slow).toMatchObject({ kind: "Pod" });
    expect(await mapper.kindFor({ resource: "jobs" })).toMatchObject({ kind: "Job" });
    expect(asked).toBe(2);
    // From now on it is remembered.
    await mapper.kindFor({ resource: "pods" });
    expect(asked).toBe(2);
  });
});

describe("ShortcutExpander", () => {
  const expander = async (
    groups: readonly ReturnType<typeof group>[],
    warnings: string[] = [],
  ): Promise<ShortcutExpander> => {
    const found = answer(...groups);
    return newShortcutExpander(
      await mapperOf(...groups),
      { serverGroupsAndResources: async () => found },
      { onAmbiguous: (text) => warnings.push(text) },
    );
  };

  it("replaces short names, and leaves full names and unknown ones alone (B381)", async () => {
    const shortcuts = await expander([
      core,
      extensions,
      group("autoscaling", {
        v1: [resource("horizontalpodautoscalers", "HorizontalPodAutoscaler", { shortNames: ["hpa"] })],
      }),
    ]);
    expect(await shortcuts.expand({ resource: "po" })).toEqual({ group: "", resource: "pods" });
    expect(await shortcuts.expand({ resource: "hpa" })).toEqual({
      group: "extensions",
      resource: "horizontalpodautoscalers",
    });
    expect(await shortcuts.expand({ group: "autoscaling", resource: "hpa" })).toEqual({
      group: "autoscaling",
      resource: "horizontalpodautoscalers",
    });
    expect(await shortcuts.expand({ group: "autosc", resource: "hpa" })).toEqual({
      group: "autoscaling",
      resource: "horizontalpodautoscalers",
    });
    for (const same of [
      { resource: "pods" },
      { resource: "pod" },
      { resource: "cats" },
      { group: "x", resource: "po" },
    ]) {
      expect(await shortcuts.expand(same)).toEqual(same);
    }
    expect(await shortcuts.kindFor({ resource: "po" })).toMatchObject({ kind: "Pod" });
    expect(await shortcuts.resourceSingularizer("po")).toBe("pod");
    const exact = await expander([group("a", { v1: [resource("longs", "Long", { shortNames: ["pods"] })] }), core]);
    expect(await exact.expand({ resource: "pods" })).toEqual({ resource: "pods" });
  });

  it("finds the short name of a definition that is new since the cache was filled (B381)", async () => {
    const widgets = group("example.com", { v1: [resource("widgets", "Widget", { shortNames: ["wd"] })] });
    let content = answer(core);
    const cache = fakeCache(() => content, false);
    const shortcuts = newShortcutExpander(newDeferredRestMapper(cache), cache);
    expect(await shortcuts.kindFor({ resource: "po" })).toMatchObject({ kind: "Pod" });
    content = answer(core, widgets);
    expect(await shortcuts.kindFor({ resource: "wd" })).toEqual({
      group: "example.com",
      version: "v1",
      kind: "Widget",
    });
    expect(cache.invalidations).toBe(1);
  });

  it("passes any other failure on, and does not ask twice for it (B381)", async () => {
    let asked = 0;
    const mapper = {
      kindFor: async () => {
        asked++;
        throw new Error("refused");
      },
    } as unknown as RestMapper;
    const shortcuts = newShortcutExpander(mapper, { serverGroupsAndResources: async () => answer(core) });
    await expect(shortcuts.kindFor({ resource: "po" })).rejects.toThrow("refused");
    expect(asked).toBe(1);
  });

  it("warns once of each other resource that a short name could mean, not of other versions (B381)", async () => {
    const warnings: string[] = [];
    const short = (name: string, kind: string): APIResource => resource(name, kind, { shortNames: ["wd"] });
    const shortcuts = await expander(
      [
        group("b", { v1: [short("birds", "Bird")], v2: [short("birds", "Bird")] }),
        group("c", { v1: [short("cats", "Cat")], v2: [short("cats", "Cat")] }),
      ],
      warnings,
    );
    expect(await shortcuts.expand({ resource: "wd" })).toEqual({ group: "b", resource: "birds" });
    expect(warnings).toEqual(['short name "wd" could also match lower priority resource cats.c']);
    await shortcuts.expand({ group: "c", resource: "wd" });
    expect(warnings).toHaveLength(1);
  });
});

describe("categories", () => {
  it("expand to resources: from a table, from discovery, and from several together (B382)", async () => {
    const table = tableCategories({
      all: [
        { group: "", resource: "pods" },
        { group: "x", resource: "cats" },
      ],
    });
    expect(table.expand("all")).toHaveLength(2);
    expect(table.expand("none")).toBeUndefined();
    expect(table.expand("constructor")).toBeUndefined();
    const found = answer(core, batch);
    const discovered = discoveryCategories({ serverGroupsAndResources: async () => found });
    expect(await discovered.expand("all")).toEqual([
      { group: "", resource: "pods" },
      { group: "batch", resource: "jobs" },
    ]);
    expect(await discovered.expand("none")).toBeUndefined();
    expect(await unionOfCategories(table, discovered).expand("all")).toEqual([
      { group: "", resource: "pods" },
      { group: "x", resource: "cats" },
      { group: "batch", resource: "jobs" },
    ]);
    expect(await unionOfCategories(table, discovered).expand("none")).toBeUndefined();
  });
});

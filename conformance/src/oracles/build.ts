/**
 * How the informer of a world is built, chosen by the world's seed: over all namespaces, one or several; of objects or
 * of their metadata; with a transform; with a label or a field selector; with either queue; by hand or by a factory.
 * For each build this file also says which part of the server's journal the informer should see, and how to compare the
 * objects that it shows.
 */

import { ConfigMap } from "client-ts/api/core/v1";
import {
  type ListerWatcher,
  newListWatchForKind,
  newSharedIndexInformer,
  type SharedIndexInformer,
  type SharedIndexInformerOptions,
} from "client-ts/cache";
import { newMetadataSharedInformerFactory, newSharedInformerFactory } from "client-ts/informers";
import type { KubeObject, Resource } from "client-ts/meta";
import type { RESTClient } from "client-ts/rest";
import type { JournalEntry } from "client-ts-testing";
import { hashOf, sortedMembers } from "client-ts-testing/workspace";
import { pick } from "./random.ts";
import { contentHash } from "./recorder.ts";

/** The namespaces in which things happen. One name is the beginning of another. */
export const namespaces: readonly string[] = ["a", "ab", "b"];

/** What an informer is made of. */
export interface Build {
  /** Namespaces that it watches, each on its own; `undefined` is one watch over all. */
  readonly namespaces: readonly string[] | undefined;
  readonly form: "objects" | "metadata";
  readonly transform: boolean;
  readonly selector: "none" | "label" | "field";
  readonly queue: "ordered" | "delta";
  readonly by: "hand" | "factory";
  /** In which format it asks for objects. */
  readonly format: "JSON" | "protobuf";
}

/** The build of a world. */
export function randomBuild(random: () => number): Omit<Build, "format"> {
  const chance = (p: number): boolean => random() < p;
  return {
    namespaces: chance(0.4) ? undefined : pick(random, [["a"], ["a", "ab"], ["ab", "b"], namespaces, namespaces]),
    form: chance(0.25) ? "metadata" : "objects",
    transform: chance(0.3),
    selector: pick(random, ["none", "none", "label", "field"]),
    queue: chance(0.65) ? "ordered" : "delta",
    by: chance(0.5) ? "hand" : "factory",
  };
}

/** The namespaces that an informer watches, as a rule with one in which nothing happens: its lists are empty. */
export function withEmptyNamespace(random: () => number, { namespaces: own }: Build): Build["namespaces"] {
  return pick(random, [["empty"], ["a", "empty"], ["empty", "ab", "b"], own]);
}

/** The parts of a build that are counted over all worlds. */
export function partsOf({ namespaces: own, form, transform, selector, queue, by, format }: Build): readonly string[] {
  const count = own === undefined ? "all namespaces" : own.length === 1 ? "one namespace" : "several namespaces";
  const scope = own?.includes("empty")
    ? own.length === 1
      ? "an empty namespace"
      : `${count}, one of them empty`
    : count;
  const changed = transform ? "transform" : "no transform";
  return [scope, form, changed, `${selector} selector`, `${queue} queue`, `by ${by}`, format];
}

/** The selector of a build, as a list or watch takes it. */
export function selectorOf({ selector }: Build): { readonly labelSelector?: string; readonly fieldSelector?: string } {
  if (selector === "label") return { labelSelector: "chosen=yes" };
  return selector === "field" ? { fieldSelector: "metadata.name!=thing-3,metadata.name!=thing-4" } : {};
}

function isSelected({ selector }: Build, { metadata }: KubeObject): boolean {
  if (selector === "label") return metadata?.labels?.["chosen"] === "yes";
  return selector === "none" || (metadata?.name !== "thing-3" && metadata?.name !== "thing-4");
}

/** Whether the informer watches this namespace. */
export function isInScope({ namespaces: own }: Build, namespace: string): boolean {
  return own === undefined || own.includes(namespace);
}

const stamp = "world/transformed";

/** Counts in an annotation how often an object was transformed. */
function transformed<T extends KubeObject>(object: T): T {
  const annotations = object.metadata?.annotations;
  const times = Number(annotations?.[stamp] ?? 0) + 1;
  object.metadata = { ...object.metadata, annotations: { ...annotations, [stamp]: String(times) } };
  return object;
}

/** The object as the server has it; throws when it was not transformed exactly once. */
function original(object: KubeObject): KubeObject {
  const { annotations, ...metadata } = object.metadata ?? {};
  if (annotations?.[stamp] !== "1") throw new Error(`transformed ${annotations?.[stamp] ?? "0"} times`);
  return { ...object, metadata };
}

/** The hash by which objects that the informer shows are compared with the server's. */
export function shownHash(build: Build): (object: object) => string {
  const server = serverHash(build);
  if (!build.transform) return server;
  return (object) => {
    try {
      return server(original(object as KubeObject));
    } catch (error) {
      return String(error);
    }
  };
}

/** The same for an object of the server. */
export function serverHash(build: Build): (object: object) => string {
  if (hasJournalHash(build)) return contentHash;
  // Protobuf has the fields of objects and the keys of maps in an order of its own.
  return (object) =>
    hashOf(JSON.stringify(sortedMembers(build.form === "objects" ? object : (object as KubeObject).metadata)));
}

/** Whether objects are shown as the server's journal has them. */
function hasJournalHash({ form, format }: Build): boolean {
  return form === "objects" && format === "JSON";
}

/**
 * The journal as this informer's watches show it: only its namespaces, only what its selector lets through, and a
 * deletion where an object leaves the selector. `states` has the object of every entry that is not a deletion, by
 * `key@rv`.
 */
export function visibleJournal(
  build: Build,
  journal: readonly JournalEntry[],
  states: ReadonlyMap<string, KubeObject>,
): readonly JournalEntry[] {
  const hash = serverHash(build);
  const shown = new Set<string>();
  const visible: JournalEntry[] = [];
  for (const entry of journal) {
    const { key, resourceVersion: rv, type } = entry;
    if (!isInScope(build, key.slice(0, key.indexOf("/")))) continue;
    const state = type === "DELETED" ? undefined : states.get(`${key}@${rv}`);
    if (type !== "DELETED" && state === undefined) throw new Error(`no state is known for ${key}@${rv}`);
    if (state !== undefined && isSelected(build, state)) {
      visible.push(hasJournalHash(build) ? entry : { ...entry, hash: hash(state) });
      shown.add(key);
    } else if (shown.delete(key)) visible.push({ ...entry, type: "DELETED" });
  }
  return visible;
}

/** Makes the informer. `around` may put something between it and each of its sources. */
export function buildInformer(
  build: Build,
  rest: RESTClient,
  options: SharedIndexInformerOptions<ConfigMap>,
  around: (source: ListerWatcher<ConfigMap>) => ListerWatcher<ConfigMap>,
): SharedIndexInformer<ConfigMap> {
  const { namespaces: own, form, queue, transform } = build;
  const selector = selectorOf(build);
  const metadataOnly = form === "metadata";
  const { indexers = {}, ...all } = {
    ...options,
    queue,
    tweakListOptions:
      build.selector === "none" ? undefined : <O extends object>(asked: O): O => ({ ...asked, ...selector }),
  };
  if (build.by === "hand") {
    const source = (namespace: string): ListerWatcher<ConfigMap> =>
      around(newListWatchForKind(rest, ConfigMap, { keepManagedFields: true, namespace, metadataOnly }));
    const sources =
      own === undefined
        ? source("")
        : own.length === 1
          ? source(own[0] as string)
          : own.map((namespace) => ({ namespace, listerWatcher: source(namespace) }));
    return newSharedIndexInformer(sources, ConfigMap, {
      ...all,
      indexers,
      namespace: own?.length === 1 ? own[0] : undefined,
      transform: transform ? transformed : undefined,
      expected: metadataOnly ? { group: "meta.k8s.io", version: "v1", kind: "PartialObjectMetadata" } : undefined,
    });
  }
  const listerWatcher = <T extends KubeObject>(resource: Resource<T>, asked: object): ListerWatcher<T> =>
    around(
      newListWatchForKind(rest, resource, asked) as unknown as ListerWatcher<ConfigMap>,
    ) as unknown as ListerWatcher<T>;
  const newFactory = metadataOnly ? newMetadataSharedInformerFactory : newSharedInformerFactory;
  const factory = newFactory(
    { listerWatcher },
    {
      ...(all as object),
      keepManagedFields: true,
      namespace: own?.length === 1 ? own[0] : undefined,
      namespaces: own?.length === 1 ? undefined : own,
      transform: transform ? transformed : undefined,
    },
  );
  const informer = factory.forKind(ConfigMap).informer() as SharedIndexInformer<ConfigMap>;
  informer.addIndexers(indexers);
  return informer;
}

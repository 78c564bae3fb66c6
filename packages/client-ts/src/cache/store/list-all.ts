import { type Entry, type LabelKey, labelKeys, RawEntry } from "../../codec/index.ts";
import { isUndecodable } from "../../errors/index.ts";
import type { DeepReadonly, KubeObject, Selector } from "../../meta/index.ts";
import { lazyList } from "./lazy-list.ts";
import { LazyStore } from "./lazy-store.ts";
import { type Indexer, namespaceIndex, type Store } from "./store.ts";

/** Objects of a store whose labels match. In a {@link LazyStore} labels are read without decoding the objects. */
export function listAll<T extends KubeObject>(store: Store<T>, selector: Selector): DeepReadonly<T>[] {
  if (selector.selectsNothing) return [];
  if (selector.isEmpty) return store.list();
  if (store instanceof LazyStore) return matching<T>((store as LazyStore<T>).entries(), selector);
  return store.list().filter((object) => selector.matches(labelsOf(object as KubeObject)));
}

/** As {@link listAll}, in one namespace; `""` means all. Uses the index `namespace` when there is one. */
export function listAllByNamespace<T extends KubeObject>(
  indexer: Indexer<T>,
  namespace: string,
  selector: Selector,
): DeepReadonly<T>[] {
  if (namespace === "") return listAll(indexer, selector);
  if (selector.selectsNothing) return [];
  const indexed = namespaceIndex in indexer.getIndexers();
  if (indexed && indexer instanceof LazyStore && !selector.isEmpty) {
    return matching<T>((indexer as LazyStore<T>).entriesByIndex(namespaceIndex, namespace), selector);
  }
  const objects = indexed
    ? indexer.byIndex(namespaceIndex, namespace)
    : indexer.list().filter((object) => (object as KubeObject).metadata?.namespace === namespace);
  return selector.isEmpty ? objects : objects.filter((object) => selector.matches(labelsOf(object as KubeObject)));
}

function matching<T extends KubeObject>(entries: Iterable<Entry<T>>, selector: Selector): DeepReadonly<T>[] {
  const found: Entry<T>[] = [];
  const keys = labelKeys(selector.requirements.map(({ key }) => key));
  for (const entry of entries) if (hasLabels(entry, selector, keys)) found.push(entry);
  return lazyList(found);
}

/** Whether an object's labels match. As every list, this one leaves out what cannot be decoded. */
function hasLabels(entry: Entry<unknown>, selector: Selector, keys: readonly LabelKey[]): boolean {
  const values = entry instanceof RawEntry ? entry.labelValues(keys) : undefined;
  if (values !== undefined) return selector.matches(values);
  try {
    return selector.matches((entry.field(labelsPath) ?? {}) as { readonly [key: string]: string });
  } catch (error) {
    if (isUndecodable(error)) return false;
    throw error;
  }
}

const labelsPath = ["metadata", "labels"];

function labelsOf(object: KubeObject): { readonly [key: string]: string } {
  return object.metadata?.labels ?? {};
}

import type { Pod, PodTemplateSpec } from "client-ts/api/core/v1";
import { defined } from "client-ts/internal";
import {
  apiVersionOf,
  controllerOf,
  type DeepReadonly,
  deepClone,
  type KubeObject,
  type LabelSelector,
  type OwnerReference,
  type Resource,
  selectorFromLabelSelector,
} from "client-ts/meta";
import type { Cached, ControllerFrame } from "./controller-frame.ts";

/** An object that has a selector for what it manages. */
type Owner = Cached<KubeObject>;

/** A reference to the object that manages. */
export function controlledBy(owner: Owner, resource: Resource): OwnerReference {
  const { name, uid } = owner.metadata;
  return {
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    name,
    uid,
    controller: true,
    blockOwnerDeletion: true,
  };
}

/** The key of the object of a kind that manages an object, for `follow`. */
export function ownerKeys(kind: string): (object: Cached<KubeObject>) => string[] {
  return (object) => {
    const owner = controllerOf(object as DeepReadonly<KubeObject>);
    return owner?.kind === kind ? [`${object.metadata.namespace}/${owner.name}`] : [];
  };
}

/**
 * The objects of a kind that an owner manages. One that matches the selector and has no manager is adopted; one that no
 * longer matches is released.
 */
export async function claim<T extends KubeObject>(
  frame: ControllerFrame,
  resource: Resource<T>,
  { owner, ownerKind, selector }: { owner: Owner; ownerKind: Resource; selector: DeepReadonly<LabelSelector> },
): Promise<Cached<T>[]> {
  const matcher = selectorFromLabelSelector(selector as LabelSelector);
  const claimed: Cached<T>[] = [];
  for (const object of frame.list(resource, owner.metadata.namespace)) {
    const manager = controllerOf(object as DeepReadonly<KubeObject>);
    const matches = matcher.matches(object.metadata.labels ?? {});
    if (manager?.uid === owner.metadata.uid) {
      if (matches || object.metadata.deletionTimestamp !== undefined) claimed.push(object);
      else await setOwners(frame, resource, object, (known) => known.filter(({ uid }) => uid !== owner.metadata.uid));
    } else if (manager === undefined && matches && adoptable(owner) && adoptable(object)) {
      claimed.push(await setOwners(frame, resource, object, (known) => [...known, controlledBy(owner, ownerKind)]));
    }
  }
  return claimed;
}

function adoptable({ metadata }: Owner): boolean {
  return metadata.deletionTimestamp === undefined;
}

async function setOwners<T extends KubeObject>(
  frame: ControllerFrame,
  resource: Resource<T>,
  object: Cached<T>,
  change: (known: OwnerReference[]) => OwnerReference[],
): Promise<Cached<T>> {
  const draft = deepClone(object) as unknown as T & { metadata: { ownerReferences?: OwnerReference[] } };
  draft.metadata.ownerReferences = change(draft.metadata.ownerReferences ?? []);
  return (await frame.update(resource, draft)) as unknown as Cached<T>;
}

/** What a new Pod of an owner has in addition to its template. */
interface PodFacts {
  readonly owner: Owner;
  readonly ownerKind: Resource;
  /** The whole name; without it, one that begins with the owner's name. */
  readonly name?: string | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
}

/** A Pod from a template. */
export function podFrom(
  template: DeepReadonly<PodTemplateSpec>,
  { owner, ownerKind, name, labels, annotations }: PodFacts,
): Pod & { spec: NonNullable<Pod["spec"]> } {
  const { metadata = {}, spec } = deepClone(template) as PodTemplateSpec;
  const kept = { ...metadata.annotations, ...annotations };
  return {
    metadata: defined({
      generateName: name === undefined ? `${owner.metadata.name}-` : undefined,
      name,
      namespace: owner.metadata.namespace!,
      labels: { ...metadata.labels, ...labels },
      annotations: Object.keys(kept).length !== 0 ? kept : undefined,
      finalizers: metadata.finalizers,
      ownerReferences: [controlledBy(owner, ownerKind)],
    }),
    spec: spec ?? { containers: [] },
  };
}

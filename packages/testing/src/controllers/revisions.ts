import { ControllerRevision } from "client-ts/api/apps/v1";
import type { PodTemplateSpec } from "client-ts/api/core/v1";
import { defined } from "client-ts/internal";
import {
  deepClone,
  type DeepReadonly,
  deepEqual,
  type KubeObject,
  type LabelSelector,
  type Resource,
} from "client-ts/meta";
import type { Cached, ControllerFrame } from "./controller-frame.ts";
import { claim, controlledBy } from "./owned.ts";
import { templateHash } from "./template-hash.ts";

/** What revisions are kept for: a StatefulSet or a DaemonSet. */
interface Revised {
  readonly owner: Cached<KubeObject>;
  readonly ownerKind: Resource;
  readonly selector: DeepReadonly<LabelSelector>;
  readonly template: DeepReadonly<PodTemplateSpec>;
  /** The label of a revision that holds its hash. */
  readonly hashLabel: string;
}

/** The revisions of an object, oldest first; the last one is that of the present template. */
export async function syncRevisions(frame: ControllerFrame, revised: Revised): Promise<Cached<ControllerRevision>[]> {
  const { owner, ownerKind, selector, template, hashLabel } = revised;
  const known = await claim(frame, ControllerRevision, { owner, ownerKind, selector });
  known.sort((a, b) => (a.revision ?? 0) - (b.revision ?? 0));
  const data = { spec: { template: { ...(deepClone(template) as PodTemplateSpec), $patch: "replace" } } };
  const next = (known.at(-1)?.revision ?? 0) + 1;
  const same = known.find((one) => deepEqual(one.data, data));
  if (same === undefined) {
    const hash = templateHash(data);
    const created = await frame.create(ControllerRevision, {
      metadata: {
        name: `${owner.metadata.name}-${hash}`,
        namespace: owner.metadata.namespace!,
        labels: { ...template.metadata?.labels, [hashLabel]: hash },
        ...defined({ annotations: owner.metadata.annotations && { ...owner.metadata.annotations } }),
        ownerReferences: [controlledBy(owner, ownerKind)],
      },
      data,
      revision: next,
    } as ControllerRevision);
    return [...known, created as Cached<ControllerRevision>];
  }
  const others = known.filter((one) => one !== same);
  if (same === known.at(-1)) return known;
  const renewed = await frame.update(ControllerRevision, {
    ...(deepClone(same) as ControllerRevision),
    revision: next,
  });
  return [...others, renewed as Cached<ControllerRevision>];
}

/** Deletes the oldest revisions that are neither in use nor within the limit. */
export async function pruneRevisions(
  frame: ControllerFrame,
  revisions: readonly Cached<ControllerRevision>[],
  used: ReadonlySet<string>,
  limit: number,
): Promise<void> {
  const unused = revisions.slice(0, -1).filter((one) => !used.has(one.metadata.name) && !used.has(hashOf(one)));
  for (const one of unused.slice(0, Math.max(0, unused.length - limit))) await frame.delete(ControllerRevision, one);
}

/** The hash at the end of a revision's name. */
export function hashOf({ metadata }: Cached<ControllerRevision>): string {
  return metadata.name.slice(metadata.name.lastIndexOf("-") + 1);
}

/** The Pod template of a revision. */
export function templateOf({ data }: Cached<ControllerRevision>): PodTemplateSpec {
  const { $patch: _patch, ...template } = (
    deepClone(data) as unknown as { spec: { template: PodTemplateSpec & { $patch?: string } } }
  ).spec.template;
  return template;
}

import type { Client } from "../client/index.ts";
import { InvalidArgumentError } from "../errors/index.ts";
import {
  newMergePatch,
  type DeepReadonly,
  deepClone,
  deepEqual,
  type KubeObject,
  type Resource,
  type ResourceTraits,
  type Stored,
} from "../meta/index.ts";
import { defined } from "../util/index.ts";
import { isEmptyPatch } from "./create-or-update.ts";
import { openClientOf } from "./open-client.ts";

/** Options of {@link patchStatus}. */
export interface PatchStatusOptions {
  readonly signal?: AbortSignal | undefined;
  /** Fail with a conflict when the object has changed since it was read. Default `false`. */
  readonly ifUnchanged?: boolean | undefined;
}

/**
 * Patches the status of an object with the difference that `change` makes to a copy of it, and gives the object as it
 * is then. Nothing is sent when there is no difference. Throws an InvalidArgumentError when `change` touches anything
 * but the status.
 */
export async function patchStatus<T extends KubeObject, R extends ResourceTraits & { status?: true }>(
  client: Client,
  resource: Resource<T, R>,
  object: DeepReadonly<Stored<T, R["scope"]>>,
  change: (draft: Stored<T, R["scope"]>) => unknown,
  { signal, ifUnchanged = false }: PatchStatusOptions = {},
): Promise<DeepReadonly<Stored<T, R["scope"]>>> {
  const draft = deepClone(object) as Stored<T, R["scope"]>;
  await change(draft);
  const [before, after] = [withoutStatus(object), withoutStatus(draft)];
  const { name, namespace, resourceVersion } = (object as unknown as Stored<KubeObject>).metadata;
  if (!deepEqual(before.rest, after.rest))
    throw new InvalidArgumentError(`the status patch of ${resource.kind} "${name}" changes more than the status`);
  const patch = newMergePatch(before.status, after.status);
  if (isEmptyPatch(patch)) return object;
  const lock = defined({ metadata: ifUnchanged ? { resourceVersion } : undefined });
  const subresource = resource.status === false ? undefined : "status";
  const objects = openClientOf(client, resource, namespace);
  const patched = await objects.mergePatch(name, { ...lock, ...(patch as object) }, { subresource, signal });
  return patched as unknown as DeepReadonly<Stored<T, R["scope"]>>;
}

function withoutStatus(object: unknown): { readonly rest: object; readonly status: object } {
  const { status, ...rest } = object as { status?: unknown };
  return { rest, status: defined({ status }) };
}

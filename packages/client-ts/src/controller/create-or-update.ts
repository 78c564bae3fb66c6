import type { Client } from "../client/index.ts";
import { InvalidArgumentError, isAlreadyExists, isConflict, isNotFound, retryOnError } from "../errors/index.ts";
import {
  apiVersionOf,
  newMergePatch,
  deepClone,
  deepEqual,
  type KubeObject,
  type Resource,
  type ResourceTraits,
  type Stored,
} from "../meta/index.ts";
import { defined } from "../util/index.ts";
import { openClientOf } from "./open-client.ts";

/** Options of {@link createOrUpdate} and {@link createOrPatch}. */
export interface CreateOrUpdateOptions {
  readonly signal?: AbortSignal | undefined;
  readonly fieldManager?: string | undefined;
}

/** What {@link createOrUpdate} and {@link createOrPatch} did. */
export interface CreateOrUpdateResult<T extends KubeObject, R extends ResourceTraits> {
  readonly operation: "created" | "updated" | "unchanged";
  readonly object: Stored<T, R["scope"]>;
}

/** The name and the namespace of an object; a kind without namespaces has none. */
type Target = { readonly namespace?: string | undefined; readonly name: string };

/**
 * Reads an object, lets `change` bring a copy to the wanted state, and creates or replaces the object; nothing is sent
 * when nothing changed. After a conflict, or when another client created the object first, it begins again, so `change`
 * must be repeatable. When there is no such object, `change` gets one that has only its name.
 *
 * ```ts
 * const { operation } = await createOrUpdate(ctx.client, ConfigMap, { namespace: "shop", name: "web" }, (map) => {
 *   map.data = { "index.html": site.spec.html };
 *   setControllerReference(map, site);
 * });
 * ```
 */
export async function createOrUpdate<T extends KubeObject, R extends ResourceTraits>(
  client: Client,
  resource: Resource<T, R>,
  target: Target,
  change: (draft: T & { metadata: { name: string } }) => unknown,
  options: CreateOrUpdateOptions = {},
): Promise<CreateOrUpdateResult<T, R>> {
  const objects = openClientOf(client, resource, target.namespace);
  return attempt(client, resource, target, change, options, {
    create: (draft) => objects.create(draft, options),
    async change(current, draft) {
      const object = await objects.update(draft as KubeObject & { metadata: { name: string } }, options);
      return deepEqual(object, current) ? current : object;
    },
  });
}

/**
 * As {@link createOrUpdate}, with merge patches that hold the difference alone: one for the object and, where the kind
 * has a status and `change` has set or changed it, one for the status. Fields that other clients write at the same time
 * stay as they are, and there are no conflicts with them.
 */
export async function createOrPatch<T extends KubeObject, R extends ResourceTraits>(
  client: Client,
  resource: Resource<T, R>,
  target: Target,
  change: (draft: T & { metadata: { name: string } }) => unknown,
  options: CreateOrUpdateOptions = {},
): Promise<CreateOrUpdateResult<T, R>> {
  const objects = openClientOf(client, resource, target.namespace);
  const split = resource.status === true ? splitStatus : (whole: KubeObject) => ({ body: whole, status: {} });
  const patchStatus = async (object: KubeObject, before: object, wanted: object): Promise<KubeObject> => {
    const patch = newMergePatch(before, wanted) as object;
    return isEmptyPatch(patch) ? object : objects.mergePatch(target.name, patch, { ...options, subresource: "status" });
  };
  return attempt(client, resource, target, change, options, {
    // The server takes no status when it creates an object.
    create: async (draft) => patchStatus(await objects.create(draft, options), {}, split(draft).status),
    async change(current, draft) {
      const [before, wanted] = [split(current), split(draft)];
      const patch = newMergePatch(before.body, wanted.body) as object;
      const object = isEmptyPatch(patch) ? current : await objects.mergePatch(target.name, patch, options);
      // Computed from what was read: the answer to the first patch brings the old status back.
      return patchStatus(object, before.status, wanted.status);
    },
  });
}

/** Whether a merge patch changes nothing. */
export function isEmptyPatch(patch: unknown): boolean {
  return typeof patch === "object" && patch !== null && Object.keys(patch).length === 0;
}

/** How a draft becomes the object on the server. */
interface Write {
  create(draft: KubeObject): Promise<KubeObject>;
  change(current: KubeObject, draft: KubeObject): Promise<KubeObject>;
}

async function attempt<T extends KubeObject, R extends ResourceTraits>(
  client: Client,
  resource: Resource<T, R>,
  { namespace, name }: Target,
  change: (draft: T & { metadata: { name: string } }) => unknown,
  options: CreateOrUpdateOptions,
  write: Write,
): Promise<CreateOrUpdateResult<T, R>> {
  const objects = openClientOf(client, resource, namespace);
  const { clock, random } = client.context;
  const { signal } = options;
  return retryOnError(
    async () => {
      const current = await objects.get(name, { signal }).catch((error: unknown) => {
        if (isNotFound(error)) return undefined;
        throw error;
      });
      const place = resource.scope === "Namespaced" ? { namespace: namespace ?? "", name } : { name };
      const draft = (
        current === undefined
          ? { apiVersion: apiVersionOf(resource), kind: resource.kind, metadata: place }
          : deepClone(current)
      ) as T & { metadata: { name: string } };
      await change(draft);
      if (draft.metadata?.name !== name || (draft.metadata as { namespace?: string }).namespace !== place.namespace)
        throw new InvalidArgumentError(
          `the change of ${resource.kind} ${JSON.stringify(name)} must not alter its name or namespace`,
        );
      if (current === undefined)
        return { operation: "created", object: (await write.create(draft)) as Stored<T, R["scope"]> };
      if (deepEqual(draft, current)) return { operation: "unchanged", object: current as Stored<T, R["scope"]> };
      const object = await write.change(current, draft);
      return {
        operation: object === current ? "unchanged" : "updated",
        object: object as Stored<T, R["scope"]>,
      };
    },
    (error) => isConflict(error) || isAlreadyExists(error),
    { signal, clock, random },
  );
}

function splitStatus(object: KubeObject): { readonly body: object; readonly status: object } {
  const { status, ...body } = object as KubeObject & { status?: unknown };
  return { body, status: defined({ status }) };
}

import type { Client } from "../client/index.ts";
import {
  InvalidArgumentError,
  isConflict,
  isInvalid,
  isNotFound,
  newStatus,
  retryOnError,
  StatusError,
} from "../errors/index.ts";
import {
  apiVersionOf,
  isDnsSubdomain,
  type JsonPatchOperation,
  type KubeObject,
  type ReadonlyObject,
  type Resource,
  type ResourceTraits,
  type Stored,
} from "../meta/index.ts";
import { openClientOf } from "./open-client.ts";

/** Options of {@link addFinalizer} and {@link removeFinalizer}. */
export interface FinalizerOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Adds a finalizer to an object unless it is there, and gives the object as it is then. The patch holds only as long as
 * the list of finalizers is the one that it was made from, so that a finalizer that another client adds or removes at
 * the same time is neither lost nor brought back.
 */
export async function addFinalizer<T extends KubeObject, R extends ResourceTraits>(
  client: Client,
  resource: Resource<T, R>,
  object: ReadonlyObject,
  finalizer: string,
  options: FinalizerOptions = {},
): Promise<Stored<T, R["scope"]>> {
  const edited = await edit(client, resource, object, (current) => additionOf(current, finalizer), options);
  return edited as Stored<T, R["scope"]>;
}

/**
 * Removes a finalizer from an object, and gives the object as it is then; `undefined` when the object is gone, which
 * the removal of the last finalizer may cause. Other finalizers stay, as with {@link addFinalizer}.
 */
export async function removeFinalizer<T extends KubeObject, R extends ResourceTraits>(
  client: Client,
  resource: Resource<T, R>,
  object: ReadonlyObject,
  finalizer: string,
  options: FinalizerOptions = {},
): Promise<Stored<T, R["scope"]> | undefined> {
  try {
    const edited = await edit(client, resource, object, (current) => removalOf(current, finalizer), options);
    return edited as Stored<T, R["scope"]>;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** The default finalizer of a controller, `<group>/<controller>`; the core group has none. */
export function defaultFinalizer({ group }: Resource, controller: string): string | undefined {
  return group === "" ? undefined : `${group}/${controller}`;
}

/** Refuses a finalizer that the server would refuse, or that could be another program's. */
export function checkFinalizer(finalizer: string | undefined, resource: Resource): string {
  const [domain = "", name = "", ...rest] = (finalizer ?? "").split("/");
  if (isDnsSubdomain(domain) && domain.includes(".") && /^[\w.-]{1,63}$/.test(name) && rest.length === 0)
    return finalizer as string;
  throw new InvalidArgumentError(
    finalizer === undefined
      ? `a controller of ${apiVersionOf(resource)} ${resource.kind} that has \`finalize\` must name its \`finalizer\``
      : `the finalizer ${JSON.stringify(finalizer)} must have the form domain/name, as "example.com/websites"`,
  );
}

/** Whether an object has a finalizer. */
export function hasFinalizer(object: ReadonlyObject, finalizer: string): boolean {
  return object.metadata?.finalizers?.includes(finalizer) ?? false;
}

type Edit = (object: ReadonlyObject) => readonly JsonPatchOperation[];

/** The operations that add a finalizer; none when it is there. */
function additionOf({ metadata }: ReadonlyObject, finalizer: string): readonly JsonPatchOperation[] {
  const present = metadata?.finalizers ?? [];
  if (present.includes(finalizer)) return [];
  // A list that is not there cannot be tested for: the version of the object is tested instead.
  if (present.length === 0)
    return [
      { op: "test", path: "/metadata/resourceVersion", value: metadata?.resourceVersion },
      { op: "add", path: "/metadata/finalizers", value: [finalizer] },
    ];
  return [
    { op: "test", path: "/metadata/finalizers", value: present },
    { op: "add", path: "/metadata/finalizers/-", value: finalizer },
  ];
}

/** The operations that remove a finalizer; none when it is not there. */
function removalOf({ metadata }: ReadonlyObject, finalizer: string): readonly JsonPatchOperation[] {
  const present = metadata?.finalizers ?? [];
  const index = present.indexOf(finalizer);
  if (index < 0) return [];
  return [
    { op: "test", path: "/metadata/finalizers", value: present },
    { op: "remove", path: `/metadata/finalizers/${index}` },
  ];
}

/** Patches the object; reads it again when another client has changed it in the meantime. */
async function edit(
  client: Client,
  resource: Resource,
  object: ReadonlyObject,
  operations: Edit,
  { signal }: FinalizerOptions,
): Promise<ReadonlyObject> {
  const { name, namespace, uid } = object.metadata ?? {};
  if (!name) throw new InvalidArgumentError(`a ${resource.kind} without a name has no finalizers to change`);
  const objects = openClientOf(client, resource, namespace);
  const { clock, random } = client.context;
  let current: ReadonlyObject | undefined = object;
  return retryOnError(
    async () => {
      current ??= await objects.get(name, { signal });
      // An object of the same name that was made since is another object.
      if (uid !== undefined && current.metadata?.uid !== uid)
        throw new StatusError(newStatus("NotFound", { resource: resource.plural, group: resource.group, name }));
      const patch = operations(current);
      if (patch.length === 0) return current;
      current = undefined;
      return objects.jsonPatch(name, patch, { signal });
    },
    (error) => isConflict(error) || isInvalid(error),
    { signal, clock, random },
  );
}

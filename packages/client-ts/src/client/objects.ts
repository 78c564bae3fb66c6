import { InvalidArgumentError } from "../errors/index.ts";
import { apiVersionOf, type KubeObject, type Resource } from "../meta/index.ts";

/**
 * An object as it is sent: `apiVersion`, `kind` and namespace filled in. One that says another kind or namespace is
 * refused.
 */
export function bodyFor(object: KubeObject, resource: Resource, namespace: string | undefined): KubeObject {
  if (typeof object !== "object" || object === null || Array.isArray(object))
    throw new InvalidArgumentError(`a ${titleOf(resource)} must be an object`);
  const apiVersion = apiVersionOf(resource);
  // The dynamic client knows only the resource: the kind of the object is checked by the server.
  const isUntyped = resource.kind === "";
  if (
    !isUntyped &&
    ((object.kind ?? resource.kind) !== resource.kind || (object.apiVersion ?? apiVersion) !== apiVersion)
  ) {
    throw new InvalidArgumentError(
      `a ${resource.kind} of ${apiVersion} is needed, not a ${String(object.kind)} of ${String(object.apiVersion)}`,
    );
  }
  const own = object.metadata?.namespace;
  if (own !== undefined && own !== "" && own !== namespace) {
    const place = namespace === undefined ? "has no namespace" : `is for namespace ${JSON.stringify(namespace)}`;
    throw new InvalidArgumentError(
      `${where(object, resource)} has the namespace ${JSON.stringify(own)}, but this client ${place}`,
    );
  }
  if (isUntyped) return object;
  const body: KubeObject = { ...object, apiVersion, kind: resource.kind };
  if (namespace !== undefined) body.metadata = { ...object.metadata, namespace };
  return body;
}

/** The name in an object; an InvalidArgumentError without one. */
export function nameOf(object: KubeObject, resource: Resource): string {
  const name = object?.metadata?.name;
  if (typeof name !== "string" || name === "")
    throw new InvalidArgumentError(`the ${titleOf(resource)} needs metadata.name`);
  return name;
}

/** Refuses to apply what was read from a server: its `managedFields` belong to the server and must not be sent. */
export function checkApply(object: KubeObject, resource: Resource): void {
  if (object?.metadata?.managedFields === undefined) return;
  throw new InvalidArgumentError(
    `${where(object, resource)} has metadata.managedFields: apply takes only the fields that you want to own, ` +
      "not an object that was read from the server",
  );
}

/**
 * Fills in `apiVersion` and `kind` where the server left them out of a list's item; for an unknown kind, from the
 * list's own.
 */
export function withKind(
  object: KubeObject,
  resource: Resource,
  list: { readonly kind?: string | undefined } = {},
): void {
  object.apiVersion ??= apiVersionOf(resource);
  const known = resource.kind || list.kind?.replace(/List$/, "");
  if (known) object.kind ??= known;
}

function where(object: KubeObject, resource: Resource): string {
  return `the ${titleOf(resource)} ${JSON.stringify(object.metadata?.name ?? "")}`;
}

function titleOf({ kind, plural }: Resource): string {
  return kind || `object of ${plural}`;
}

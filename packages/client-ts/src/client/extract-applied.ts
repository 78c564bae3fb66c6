import type { ApplyConfiguration } from "../api/apply.ts";
import { InvalidArgumentError } from "../errors/index.ts";
import { deepClone, deepEqual, type KubeObject } from "../meta/index.ts";
import { defined } from "../util/index.ts";

/** Options of {@link extractApplied}. */
export interface ExtractOptions {
  /** The part that was applied: `status`, `scale`. Default: the object itself. */
  readonly subresource?: string | undefined;
}

/**
 * What a manager applied to an object, read back from its `managedFields`: change it and apply it again, and nothing
 * that the manager owns is lost. With no such manager only the object's identity is there.
 *
 * ```ts
 * const mine = extractApplied(await deployments.get("web"), "shop");
 * await deployments.apply({ ...mine, spec: { ...mine.spec, replicas: 5 } }, { fieldManager: "shop" });
 * ```
 */
export function extractApplied<T extends KubeObject>(
  object: T,
  fieldManager: string,
  { subresource = "" }: ExtractOptions = {},
): ApplyConfiguration<T> {
  const { name, namespace, managedFields = [] } = object.metadata ?? {};
  if (name === undefined) throw new InvalidArgumentError("extractApplied needs an object with a name");
  const entry = managedFields.find(
    (one) => one.manager === fieldManager && one.operation === "Apply" && (one.subresource ?? "") === subresource,
  );
  const owned = entry?.fieldsV1 === undefined ? {} : (extract(object, entry.fieldsV1) as KubeObject);
  return {
    ...owned,
    ...defined({ apiVersion: object.apiVersion, kind: object.kind }),
    metadata: { ...owned.metadata, name, ...defined({ namespace }) },
  } as unknown as ApplyConfiguration<T>;
}

/**
 * The part of a value that a field set names. A name with nothing below it stands for the whole value; so lists and
 * maps that are owned as one come along whole. `undefined` when the value has nothing of it.
 */
function extract(value: unknown, fields: unknown): unknown {
  if (typeof fields !== "object" || fields === null) throw new InvalidArgumentError("fieldsV1 is not an object");
  const names = Object.keys(fields).filter((name) => name !== ".");
  if (names.length === 0) return deepClone(value);
  const below = (name: string): unknown => (fields as Record<string, unknown>)[name];
  if (Array.isArray(value)) {
    // In the order of the list, not of the set: order means something in most lists.
    return value.flatMap((element: unknown, index) => {
      const name = names.find((one) => isElement(one, element, index));
      if (name === undefined) return [];
      const part = extract(element, below(name));
      return [name.startsWith("k:") ? { ...(JSON.parse(name.slice(2)) as object), ...(part as object) } : part];
    });
  }
  if (typeof value !== "object" || value === null) return deepClone(value);
  const part: Record<string, unknown> = {};
  for (const name of names) {
    const field = name.slice(2);
    if (!name.startsWith("f:") || !Object.hasOwn(value, field)) continue;
    const inner = extract((value as Record<string, unknown>)[field], below(name));
    Object.defineProperty(part, field, { value: inner, enumerable: true, writable: true, configurable: true });
  }
  return part;
}

/** Whether a name means this element: by its keys (`k:`), by its value (`v:`) or by its place (`i:`). */
function isElement(name: string, element: unknown, index: number): boolean {
  const rest = name.slice(2);
  if (name.startsWith("i:")) return Number(rest) === index;
  if (name.startsWith("v:")) return deepEqual(parse(rest), element);
  if (!name.startsWith("k:") || typeof element !== "object" || element === null) return false;
  const keys = parse(rest);
  return (
    typeof keys === "object" &&
    keys !== null &&
    Object.entries(keys).every(([key, wanted]) => deepEqual((element as Record<string, unknown>)[key], wanted))
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError("fieldsV1 names a list element that cannot be read");
  }
}

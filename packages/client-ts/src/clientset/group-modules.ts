import { InvalidArgumentError } from "../errors/index.ts";
import type { Resource } from "../meta/index.ts";
import { lazyProperty } from "./lazy-property.ts";

/** Modules with descriptors, by group and version: `{ shop: { v1: shopV1 } }`. */
export interface GroupModules {
  readonly [group: string]: { readonly [version: string]: object };
}

/** Refuses, by type, a group whose name is already in use. */
export type FreeNames<E, Taken extends PropertyKey> = { readonly [G in Extract<keyof E, Taken>]: never };

/**
 * Defines a property for each group, which has one for each version: what `make` gives for the kinds of its module, in
 * the moment in which it is first read.
 */
export function defineGroups(target: object, groups: GroupModules, make: (kinds: readonly Resource[]) => object): void {
  for (const [group, versions] of Object.entries(groups)) {
    lazyProperty(target, group, () => {
      const byVersion = {};
      for (const [version, module] of Object.entries(versions))
        lazyProperty(byVersion, version, () => make(descriptorsIn(module, `${group}.${version}`)));
      return byVersion;
    });
  }
}

/**
 * The descriptors of a module; everything else that it exports is skipped. Throws an InvalidArgumentError when there
 * are none.
 */
function descriptorsIn(module: object, where: string): Resource[] {
  const found = Object.values(module).filter(isDescriptor);
  if (found.length === 0)
    throw new InvalidArgumentError(`${where} has no descriptor of a kind: give a module that exports some`);
  return found;
}

/** Throws an InvalidArgumentError for modules that cannot be added to `target`. */
export function checkExtension(target: object, groups: GroupModules): void {
  for (const [group, versions] of Object.entries(groups)) {
    if (group in target)
      throw new InvalidArgumentError(`the name ${JSON.stringify(group)} is already in use: choose another alias`);
    for (const [version, module] of Object.entries(versions)) descriptorsIn(module, `${group}.${version}`);
  }
}

function isDescriptor(value: unknown): value is Resource {
  if (typeof value !== "object" || value === null) return false;
  const { group, version, kind, plural, scope } = value as Partial<Record<string, unknown>>;
  return [group, version, kind, plural, scope].every((one) => typeof one === "string");
}

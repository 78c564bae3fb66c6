import { defined } from "client-ts/internal";
import { applyDefaults } from "./admission.ts";
import type { Call } from "./core.ts";
import { type ApiObject, copyJson, type Json } from "./objects.ts";
import { PolicyMutations } from "./policies/policy-mutations.ts";

/**
 * Lets policies and then webhooks change the object of a write in its place; policies that want to see what came after
 * them are asked once more. Gives the object as it was before, or `undefined` when it is as it was.
 */
export function mutateObject(call: Call, object: ApiObject, old: ApiObject | undefined): ApiObject | undefined {
  const policies =
    call.lenient === true ? undefined : new PolicyMutations(call, old, (mutated) => applyDefaults(call, mutated));
  let before: ApiObject | undefined;
  const take = (mutated: ApiObject | undefined): boolean => {
    if (mutated === undefined) return false;
    before ??= copyJson(object) as ApiObject;
    replaceContents(object, mutated);
    return true;
  };
  take(policies?.first(object));
  if (take(call.admission?.mutate(object, old))) applyDefaults(call, object);
  if (before !== undefined) take(policies?.again(object));
  return before;
}

/** Puts the contents of a mutated object into the object itself, but for what the server sets itself. */
function replaceContents(object: ApiObject, mutated: ApiObject): void {
  const { uid, creationTimestamp, managedFields } = object.metadata;
  const metadata = { ...copyJson(mutated.metadata), ...defined({ uid, creationTimestamp, managedFields }) };
  const target = object.metadata;
  for (const key of Object.keys(object)) delete object[key];
  for (const key of Object.keys(target)) delete (target as Json)[key];
  Object.assign(object, copyJson(mutated), { metadata: Object.assign(target, metadata) });
}

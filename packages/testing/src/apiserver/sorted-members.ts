import { isObject } from "./json.ts";

/** The same value with the members of its objects in the order of their names, as Go writes maps. */
export function sortedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedMembers);
  if (!isObject(value)) return value;
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sortedMembers(member)]));
}

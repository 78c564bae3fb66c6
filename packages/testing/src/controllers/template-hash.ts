import { sortedMembers } from "../apiserver/index.ts";

/** The hash of a Pod template or of a revision, in letters that are safe in names: the same value, the same hash. */
export function templateHash(value: unknown, collisions = 0): string {
  const text = JSON.stringify(sortedMembers(value)) + (collisions === 0 ? "" : String(collisions));
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return [...String(hash)].map((digit) => alphabet[digit.charCodeAt(0) % alphabet.length]).join("");
}

const alphabet = "bcdfghjklmnpqrstvwxz2456789";

import type { KindFact } from "./facts.ts";
import type { Disagreement } from "./type-facts.ts";

/** The report on where the sources disagree and on what none of them tells, as Markdown. */
export function disagreementsText(found: readonly Disagreement[], kinds: readonly KindFact[]): string {
  const lines = ["# Where the sources of the facts disagree", "", "Made by `npm run api:facts`; do not edit.", ""];
  const groups = new Map<string, Disagreement[]>();
  for (const one of found) groups.set(one.about, [...(groups.get(one.about) ?? []), one]);
  for (const [about, all] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    lines.push(`## ${about}: ${all.length}`, "");
    const same = new Map<string, string[]>();
    for (const one of all) same.set(one.says, [...(same.get(one.says) ?? []), one.where]);
    for (const [says, places] of same) lines.push(`- ${says}: ${places.map((place) => `\`${place}\``).join(", ")}`);
    lines.push("");
  }
  lines.push("## What no source tells", "");
  const unknown = new Map<string, string[]>();
  for (const kind of kinds) {
    if (!kind.unknown?.length) continue;
    const key = kind.unknown.join(", ");
    unknown.set(key, [...(unknown.get(key) ?? []), `${kind.package}.${kind.kind}`]);
  }
  for (const [what, where] of unknown) lines.push(`- ${what}: ${where.map((one) => `\`${one}\``).join(", ")}`);
  return `${lines.join("\n")}\n`;
}

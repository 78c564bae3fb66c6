import { escapeForPrint } from "../errors/index.ts";

/** The most names that a message lists. */
const mostNames = 20;

/** Says that a name does not exist, and which there are. */
export function describeMissing(
  what: "context" | "cluster" | "user",
  name: string,
  present: ReadonlyMap<string, unknown>,
): string {
  const names = [...present.keys()].slice(0, mostNames).map(quoted);
  if (present.size > mostNames) names.push(`${present.size - mostNames} more`);
  const there = names.length === 0 ? `no ${what}s` : names.join(", ");
  return `${what} ${quoted(name)} does not exist: the kubeconfig has ${there}`;
}

function quoted(name: string): string {
  return `"${escapeForPrint(name, { singleLine: true, maxLength: 100 })}"`;
}

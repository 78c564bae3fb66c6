import { selectorFromLabelSelector, type LabelSelector, type ObjectMeta } from "client-ts/meta";
import { sameJson } from "../objects.ts";
import type { PolicyRule } from "./rules.ts";

/** A ClusterRole, as far as aggregation reads it. */
export interface NamedRules {
  readonly metadata: ObjectMeta;
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly LabelSelector[] | undefined } | undefined;
  rules: readonly PolicyRule[] | undefined;
}

/** The label that adds a role to one of `admin`, `edit` and `view`. */
export function aggregationLabel(target: string): string {
  return `rbac.authorization.k8s.io/aggregate-to-${target}`;
}

/**
 * The rules that a role gathers from the roles that its selectors choose, by name and without repetition; `undefined`
 * when it gathers none.
 */
export function aggregatedRules(role: NamedRules, all: readonly NamedRules[]): PolicyRule[] | undefined {
  const selectors = role.aggregationRule?.clusterRoleSelectors;
  if (selectors === undefined) return undefined;
  const rules: PolicyRule[] = [];
  for (const selector of selectors) {
    const chosen = selectorFromLabelSelector(selector);
    const sources = all
      .filter(({ metadata }) => metadata.name !== role.metadata.name && chosen.matches(metadata.labels ?? {}))
      .sort((a, b) => (a.metadata.name! < b.metadata.name! ? -1 : 1));
    for (const rule of sources.flatMap((source) => source.rules ?? []))
      if (!rules.some((known) => sameJson(known, rule))) rules.push(rule);
  }
  return rules;
}

/** A rule of a Role or a ClusterRole. */
export interface PolicyRule {
  readonly verbs?: readonly string[] | undefined;
  readonly apiGroups?: readonly string[] | undefined;
  readonly resources?: readonly string[] | undefined;
  readonly resourceNames?: readonly string[] | undefined;
  readonly nonResourceURLs?: readonly string[] | undefined;
}

/** What a rule is asked about: a resource, or another path. */
export interface Attributes {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  /** Set for a path that is not of a resource. */
  readonly path?: string | undefined;
}

/** Whether a rule allows a request. */
export function ruleAllows(rule: PolicyRule, asked: Attributes): boolean {
  const { verbs = [], apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  if (!hasOrAll(verbs, asked.verb)) return false;
  if (asked.path !== undefined) return nonResourceURLs.some((url) => urlCovers(url, asked.path!));
  return (
    hasOrAll(apiGroups, asked.group) &&
    resources.some((resource) => resourceCovers(resource, asked.resource, asked.subresource)) &&
    (resourceNames.length === 0 || resourceNames.includes(asked.name))
  );
}

/** What of the rules wanted no rule held covers, in single steps: one verb of one resource. */
export function missingRules(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  return wanted.flatMap(singleRules).filter((one) => !held.some((rule) => ruleCovers(rule, one)));
}

/** Rules as a refusal lists them: verbs of one resource in one line, sorted. */
export function describeRules(rules: readonly PolicyRule[]): string {
  const gathered = new Map<string, PolicyRule>();
  for (const rule of rules) {
    const { verbs = [], ...target } = rule;
    const key = JSON.stringify(target);
    const known = gathered.get(key);
    gathered.set(key, known === undefined ? rule : { ...known, verbs: [...(known.verbs ?? []), ...verbs] });
  }
  return [...new Set([...gathered.values()].map(describeRule))].sort().join("\n");
}

function hasOrAll(values: readonly string[], wanted: string): boolean {
  return values.includes("*") || values.includes(wanted);
}

function resourceCovers(covering: string, resource: string, subresource: string): boolean {
  if (covering === "*") return true;
  if (covering === (subresource === "" ? resource : `${resource}/${subresource}`)) return true;
  return subresource !== "" && covering === `*/${subresource}`;
}

function urlCovers(covering: string, path: string): boolean {
  if (covering === "*" || covering === path) return true;
  return covering.endsWith("*") && path.startsWith(covering.replace(/\*+$/, ""));
}

function singleRules({
  verbs = [],
  apiGroups = [],
  resources = [],
  resourceNames = [],
  nonResourceURLs = [],
}: PolicyRule): PolicyRule[] {
  const single: PolicyRule[] = [];
  for (const group of apiGroups) {
    for (const resource of resources) {
      for (const verb of verbs) {
        const rule = { apiGroups: [group], resources: [resource], verbs: [verb] };
        if (resourceNames.length === 0) single.push(rule);
        else single.push(...resourceNames.map((name) => ({ ...rule, resourceNames: [name] })));
      }
    }
  }
  for (const url of nonResourceURLs) for (const verb of verbs) single.push({ nonResourceURLs: [url], verbs: [verb] });
  return single;
}

/** Whether a rule covers a single one. */
function ruleCovers(held: PolicyRule, single: PolicyRule): boolean {
  const [verb = ""] = single.verbs ?? [];
  if (!hasOrAll(held.verbs ?? [], verb)) return false;
  const [url] = single.nonResourceURLs ?? [];
  if (url !== undefined) return (held.nonResourceURLs ?? []).some((one) => urlCovers(one, url));
  const [group = ""] = single.apiGroups ?? [];
  const [path = ""] = single.resources ?? [];
  const [resource = "", subresource = ""] = path.split("/");
  const [name] = single.resourceNames ?? [];
  const names = held.resourceNames ?? [];
  return (
    hasOrAll(held.apiGroups ?? [], group) &&
    (held.resources ?? []).some((one) => resourceCovers(one, resource, subresource)) &&
    (names.length === 0 || (name !== undefined && names.includes(name)))
  );
}

function describeRule({ apiGroups, resources, nonResourceURLs, resourceNames, verbs }: PolicyRule): string {
  const parts = { APIGroups: apiGroups, Resources: resources, NonResourceURLs: nonResourceURLs };
  const shown = Object.entries({ ...parts, ResourceNames: resourceNames, Verbs: verbs })
    .filter(([, values]) => values !== undefined && values.length > 0)
    .map(([name, values]) => `${name}:[${values!.map((value) => JSON.stringify(value)).join(" ")}]`);
  return `{${shown.join(", ")}}`;
}

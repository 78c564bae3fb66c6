import { groupVersionModules } from "client-ts/internal";
import type { KubeObject, Resource } from "client-ts/meta";
import { cannotCreate, minimalObject } from "../../minimal-object.ts";
import type { Json } from "../json.ts";
import type { Scenario } from "../stage.ts";

const descriptors = Object.values(groupVersionModules)
  .flatMap((versions) => Object.entries(versions as Record<string, object>))
  // What every cluster serves; the others must be switched on.
  .filter(([version]) => /^v\d+$/.test(version))
  .flatMap(([, module]) => Object.values(module) as Resource<KubeObject>[])
  .filter(
    ({ kind, group, verbs }) =>
      (verbs === undefined || (verbs.includes("create") && verbs.includes("get"))) &&
      cannotCreate[`${group}/${kind}`] === undefined,
  );

/**
 * What is not compared: members that a server fills in from its own settings and from the user of the request; and
 * what holds an object until a controller has looked at it (the taint of a new node, the finalizers of volumes), as the
 * in-memory server has no such controllers and would hold it forever.
 */
const chosen = new Set(["nodePort", "username", "groups", "extra", "taints"]);

/** What a server chooses by itself. */
function withoutChance(value: Json): Json {
  if (typeof value === "string")
    return value.replace(/^10\.\d+\.\d+\.\d+$/, "<ip>").replace(/^(kube-api-access)-[a-z0-9]{5}$/, "$1-<suffix>");
  if (Array.isArray(value)) return value.map(withoutChance);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !chosen.has(name));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutChance(member)]));
}

/** Every built-in kind: what a server makes of the least that it takes, on a dry run so that nothing comes to life. */
export const kinds: readonly Scenario[] = descriptors.map((resource) => ({
  title: `fills in ${resource.group === "" ? "" : `${resource.group}/`}${resource.version} ${resource.kind}`,
  async run(s) {
    const { body, name = "a" } = await minimalObject(resource, s.namespace);
    const group = resource.group === "" ? `/api/${resource.version}` : `/apis/${resource.group}/${resource.version}`;
    const path =
      resource.scope === "Namespaced"
        ? `${group}/namespaces/${s.namespace}/${resource.plural}`
        : `${group}/${resource.plural}`;
    const pick = ({
      apiVersion,
      kind: found,
      metadata: { uid: _uid, finalizers: _held, ...metadata },
      ...rest
    }: Json): unknown => withoutChance({ apiVersion, kind: found, metadata, ...rest });
    await s.post(`${path}?dryRun=All`, { ...body, metadata: { ...body.metadata, name } }, { pick });
  },
}));

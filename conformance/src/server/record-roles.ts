/**
 * Writes the roles and bindings that every cluster begins with, as a control plane that was just started has them:
 *
 *   node --conditions=client-ts-source --import tsx conformance/src/server/record-roles.ts KUBECONFIG
 */
import { writeFileSync } from "node:fs";
import { connect } from "client-ts";
import {
  ClusterRole,
  ClusterRoleBinding,
  type PolicyRule,
  Role,
  RoleBinding,
  type Subject,
} from "client-ts/api/rbac/v1";

const [kubeconfigPath] = process.argv.slice(2);
if (kubeconfigPath === undefined) {
  console.log("usage: record-roles.ts KUBECONFIG");
  process.exit(2);
}
const file = new URL("../../../packages/testing/src/apiserver/rbac/bootstrap-roles.ts", import.meta.url);
const client = await connect({ kubeconfigPath });
const lines = [
  ...(await client.resource(ClusterRole).list()).items.filter(isBootstrap).flatMap(roleLines),
  ...(await client.resource(Role).list()).items.filter(isBootstrap).flatMap(roleLines),
  ...(await client.resource(ClusterRoleBinding).list()).items.filter(isBootstrap).flatMap(bindingLines),
  ...(await client.resource(RoleBinding).list()).items.filter(isBootstrap).flatMap(bindingLines),
];
await client.close();
writeFileSync(
  file,
  `/** Made by conformance/src/server/record-roles.ts from a running control plane; do not edit. */
export const bootstrapRoles: string = \`
${lines.join("\n")}
\`;
`,
);
console.log(`${lines.length} lines`);

function isBootstrap({ metadata }: ClusterRole): boolean {
  return metadata?.labels?.["kubernetes.io/bootstrapping"] === "rbac-defaults";
}

function placed({ metadata }: ClusterRole | Role): string {
  return metadata?.namespace === undefined ? `${metadata?.name}` : `${metadata.namespace}/${metadata.name}`;
}

function roleLines(role: ClusterRole & Role): string[] {
  const prefix = "rbac.authorization.k8s.io/aggregate-to-";
  const to = Object.keys(role.metadata?.labels ?? {}).filter((label) => label.startsWith(prefix));
  const from = (role.aggregationRule?.clusterRoleSelectors ?? []).flatMap(({ matchLabels }) =>
    Object.keys(matchLabels ?? {}),
  );
  const facts = [
    ...to.map((label) => `to=${label.slice(prefix.length)}`),
    ...from.map((label) => `from=${label.slice(prefix.length)}`),
  ];
  // The rules of a role that gathers those of others follow from them.
  const rules = from.length > 0 ? [] : (role.rules ?? []);
  return [`role ${[placed(role), ...facts].join(" ")}`, ...rules.flatMap(ruleLines)];
}

function ruleLines({
  verbs,
  apiGroups = [],
  resources = [],
  resourceNames = [],
  nonResourceURLs = [],
}: PolicyRule): string[] {
  const words =
    nonResourceURLs.length > 0
      ? [...verbs, "@", ...nonResourceURLs]
      : [...verbs, ":", ...apiGroups.map((group) => group || '""'), "/", ...resources];
  return wrapped([...words, ...(resourceNames.length > 0 ? ["=", ...resourceNames] : [])]);
}

function wrapped(words: readonly string[]): string[] {
  const result: string[] = [];
  let line = " ";
  for (const word of words) {
    if (line.length + word.length > 117) {
      result.push(line);
      line = "   ";
    }
    line += ` ${word}`;
  }
  return [...result, line];
}

function bindingLines(binding: ClusterRoleBinding & RoleBinding): string[] {
  const { kind, name } = binding.roleRef;
  const role = name === binding.metadata?.name ? "=" : name;
  return [`bind ${placed(binding)}`, ...wrapped([kind, role, ...(binding.subjects ?? []).map(subjectText)])];
}

function subjectText({ kind, name, namespace }: Subject): string {
  return kind === "ServiceAccount" ? `${namespace}/${name}` : `${kind}=${name}`;
}

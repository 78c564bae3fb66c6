import { withoutUserinfo } from "../transport/index.ts";
import { codeOf, type Host } from "./host.ts";
import { describeMissing } from "./describe-missing.ts";
import { KubeconfigError, type KubeconfigProblem } from "./kubeconfig-error.ts";
import type { Effective } from "./overrides.ts";
import {
  isEmptyData,
  type KubeconfigCluster,
  type KubeconfigContext,
  type KubeconfigData,
  type KubeconfigUser,
} from "./types.ts";

/** One thing that is wrong, and of what kind. */
interface Finding {
  readonly reason: KubeconfigProblem;
  readonly problem: string;
}

/**
 * Looks at the whole kubeconfig, every entry of it, and throws one KubeconfigError with all that is wrong. Paths must
 * be resolved before; `missing` are the files that were looked for and do not exist.
 */
export function validateKubeconfig(
  data: KubeconfigData,
  host: Pick<Host, "readFileSync">,
  missing: readonly string[] = [],
): void {
  if (isEmptyData(data)) throw nothing(missing);
  const findings: Finding[] = [];
  if (data.currentContext !== "" && !data.contexts.has(data.currentContext))
    findings.push(contextNotFound(data.currentContext, data));
  for (const [name, { value }] of data.contexts) findings.push(...contextFindings(name, value, data));
  for (const [name, { value }] of data.users) findings.push(...userFindings(name, value, host));
  for (const [name, { value }] of data.clusters) findings.push(...clusterFindings(name, value, host));
  throwAll(findings.map((finding) => (finding.reason === "empty" ? invalid(finding.problem) : finding)));
}

/**
 * Looks at what one context needs, and throws one KubeconfigError with all that is wrong in it; the rest of the
 * kubeconfig may be broken. With nothing configured at all the error is "empty", and the caller may try something else.
 */
export function confirmUsable(
  data: KubeconfigData,
  chosen: Effective,
  host: Pick<Host, "readFileSync">,
  missing: readonly string[] = [],
): void {
  const findings: Finding[] = [];
  const context = data.contexts.get(chosen.contextName)?.value;
  if (chosen.contextName !== "" && context === undefined) findings.push(contextNotFound(chosen.contextName, data));
  if (chosen.userName !== "" && !data.users.has(chosen.userName)) {
    findings.push(invalid(`user "${chosen.userName}" of context "${chosen.contextName}" does not exist`));
  }
  findings.push(...namespaceFindings(chosen.contextName, chosen.context));
  findings.push(...userFindings(chosen.userName, chosen.user, host));
  if (chosen.clusterName !== "" && !data.clusters.has(chosen.clusterName) && isBlank(chosen.cluster)) {
    findings.push(invalid(`cluster "${chosen.clusterName}" of context "${chosen.contextName}" does not exist`));
  } else {
    findings.push(...clusterFindings(chosen.clusterName, chosen.cluster, host));
  }
  if (findings.length === 1 && findings[0]!.reason === "empty") throw nothing(missing);
  throwAll(findings);
}

function nothing(missing: readonly string[]): KubeconfigError {
  const names = missing.map((file) => JSON.stringify(file)).join(", ");
  const looked = missing.length === 0 ? "" : `${names} ${missing.length === 1 ? "does" : "do"} not exist; `;
  const advice = "set KUBECONFIG or KUBERNETES_MASTER, or name a server";
  return new KubeconfigError("empty", `no configuration has been provided: ${looked}${advice}`);
}

/** What is wrong with a context, its cluster and user looked at by name only. */
function contextFindings(name: string, context: KubeconfigContext, data: KubeconfigData): Finding[] {
  const findings: Finding[] = [];
  if (name === "") findings.push(invalid("a context has no name"));
  if (context.user === "") findings.push(invalid(`context "${name}" names no user`));
  else if (!data.users.has(context.user))
    findings.push(invalid(`user "${context.user}" of context "${name}" does not exist`));
  if (context.cluster === "") findings.push(invalid(`context "${name}" names no cluster`));
  else if (!data.clusters.has(context.cluster))
    findings.push(invalid(`cluster "${context.cluster}" of context "${name}" does not exist`));
  return [...findings, ...namespaceFindings(name, context)];
}

function namespaceFindings(name: string, { namespace }: KubeconfigContext): Finding[] {
  if (namespace === undefined || (namespace.length <= 63 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(namespace)))
    return [];
  return [invalid(`namespace ${JSON.stringify(namespace.slice(0, 80))} of context "${name}" is not a DNS label`)];
}

/** What is wrong with a cluster. */
function clusterFindings(name: string, cluster: KubeconfigCluster, host: Pick<Host, "readFileSync">): Finding[] {
  if (isBlank(cluster)) return [{ reason: "empty", problem: `cluster "${name}" has no server` }];
  const findings: Finding[] = [];
  if (cluster.server === "") findings.push(invalid(`cluster "${name}" has no server`));
  const proxy = cluster["proxy-url"];
  if (proxy !== undefined) {
    const problem = proxyProblem(proxy);
    if (problem !== undefined)
      findings.push(invalid(`the proxy-url ${JSON.stringify(withoutUserinfo(proxy))} of cluster "${name}" ${problem}`));
  }
  const file = cluster["certificate-authority"];
  if (file !== undefined && cluster["certificate-authority-data"] !== undefined) {
    findings.push(
      invalid(`cluster "${name}" has both certificate-authority and certificate-authority-data: remove one of them`),
    );
  }
  if (file !== undefined) findings.push(...unreadable(host, file, `certificate-authority of cluster "${name}"`));
  return findings;
}

/** What is wrong with a user. */
function userFindings(name: string, user: KubeconfigUser, host: Pick<Host, "readFileSync">): Finding[] {
  const findings: Finding[] = [];
  const {
    "client-certificate": cert,
    "client-certificate-data": certData,
    "client-key": key,
    "client-key-data": keyData,
    exec,
  } = user;
  if (cert !== undefined || certData !== undefined) {
    if (cert !== undefined && certData !== undefined)
      findings.push(
        invalid(`user "${name}" has both client-certificate and client-certificate-data: remove one of them`),
      );
    if (key !== undefined && keyData !== undefined)
      findings.push(invalid(`user "${name}" has both client-key and client-key-data: remove one of them`));
    if (key === undefined && keyData === undefined)
      findings.push(
        invalid(`user "${name}" has a client certificate without its key: add client-key or client-key-data`),
      );
    if (cert !== undefined) findings.push(...unreadable(host, cert, `client-certificate of user "${name}"`));
    if (key !== undefined) findings.push(...unreadable(host, key, `client-key of user "${name}"`));
  }
  if (exec !== undefined) {
    if (user["auth-provider"] !== undefined)
      findings.push(invalid(`user "${name}" has both exec and auth-provider: remove one of them`));
    if (exec.command === "") findings.push(invalid(`exec of user "${name}" has no command`));
    if (exec.apiVersion === undefined) findings.push(invalid(`exec of user "${name}" has no apiVersion`));
    if (exec.env?.some((variable) => variable.name === ""))
      findings.push(invalid(`exec of user "${name}" has an env variable without a name`));
    if (exec.interactiveMode === undefined)
      findings.push(invalid(`exec of user "${name}" has no interactiveMode: use Never, IfAvailable or Always`));
    else if (!["Never", "IfAvailable", "Always"].includes(exec.interactiveMode)) {
      findings.push(
        invalid(
          `exec of user "${name}" has the interactiveMode ${JSON.stringify(exec.interactiveMode.slice(0, 40))}: use Never, IfAvailable or Always`,
        ),
      );
    }
  }
  if (user.token !== undefined && (user.username !== undefined || user.password !== undefined)) {
    findings.push(invalid(`user "${name}" has both a token and a user name or password: remove one of them`));
  }
  if (user.as === undefined && (user["as-uid"] ?? user["as-groups"] ?? user["as-user-extra"]) !== undefined) {
    findings.push(
      invalid(`user "${name}" has as-uid, as-groups or as-user-extra without as: add the user name as "as"`),
    );
  }
  return findings;
}

/** Why a proxy's URL cannot be used, or `undefined`. */
function proxyProblem(proxy: string): string | undefined {
  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*):\/\//.exec(proxy)?.[1]?.toLowerCase();
  if (scheme === undefined) return "has no scheme; it must be http, https or socks5";
  if (!["http", "https", "socks5"].includes(scheme))
    return `has the scheme ${scheme}; it must be http, https or socks5`;
  return URL.canParse(proxy) ? undefined : "is not a URL";
}

function unreadable(host: Pick<Host, "readFileSync">, path: string, what: string): Finding[] {
  try {
    host.readFileSync(path);
    return [];
  } catch (error) {
    return [invalid(`the ${what}, "${path}", cannot be read (${codeOf(error)})`)];
  }
}

function isBlank(cluster: KubeconfigCluster): boolean {
  return Object.entries(cluster).every(([field, value]) => (field === "server" ? value === "" : value === undefined));
}

function contextNotFound(name: string, { contexts }: KubeconfigData): Finding {
  return { reason: "context-not-found", problem: describeMissing("context", name, contexts) };
}

function invalid(problem: string): Finding {
  return { reason: "invalid", problem };
}

function throwAll(findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  throw new KubeconfigError(
    findings.map((finding) => finding.reason),
    findings.map((finding) => finding.problem),
  );
}

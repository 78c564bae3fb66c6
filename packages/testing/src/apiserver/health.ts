import { defined } from "client-ts/internal";
import type { Exchange } from "./exchange.ts";

/** The checks that all three paths have, in the real server's order. */
const hooks = [
  "start-apiserver-admission-initializer",
  "generic-apiserver-start-informers",
  "priority-and-fairness-config-consumer",
  "priority-and-fairness-filter",
  "storage-object-count-tracker-hook",
  "start-apiextensions-informers",
  "start-apiextensions-controllers",
  "crd-informer-synced",
  "start-system-namespaces-controller",
  "peer-endpoint-reconciler-controller",
  "start-cluster-authentication-info-controller",
  "start-kube-apiserver-identity-lease-controller",
  "start-kube-apiserver-identity-lease-garbage-collector",
  "storage-readiness",
  "start-legacy-token-tracking-controller",
  "start-service-ip-repair-controllers",
  "rbac/bootstrap-roles",
  "scheduling/bootstrap-system-priority-classes",
  "priority-and-fairness-config-producer",
  "bootstrap-controller",
  "start-kubernetes-service-cidr-controller",
  "start-kube-aggregator-informers",
  "apiservice-status-local-available-controller",
  "apiservice-status-remote-available-controller",
  "apiservice-registration-controller",
  "apiservice-discovery-controller",
  "kube-apiserver-autoregistration",
].map((name) => `poststarthook/${name}`);
const lastHooks = ["apiservice-openapi-controller", "apiservice-openapiv3-controller"].map(
  (name) => `poststarthook/${name}`,
);
const common = [...hooks, "autoregister-completion", ...lastHooks];
const alive = ["ping", "log", "loopback-serving-certificate", "etcd", ...common];

const checks: Readonly<Record<string, readonly string[]>> = {
  healthz: alive,
  livez: alive,
  readyz: ["ping", "log", "etcd", "etcd-readiness", "informer-sync", ...common, "shutdown"],
};

/**
 * Answers `/healthz`, `/livez`, `/readyz` and their single checks; `false` for other paths. The checks have the names
 * of the real server's, and all of them pass.
 */
export function serveHealth(exchange: Exchange, pathname: string): boolean {
  const [, path = "", check = ""] = /^\/(healthz|livez|readyz)(?:\/(.+))?$/.exec(pathname) ?? [];
  const names = checks[path];
  if (names === undefined || (check !== "" && !names.includes(check))) return false;
  const query = new URLSearchParams(exchange.target.split("?", 2)[1] ?? "");
  const text = check === "" && query.has("verbose") ? verbose(path, names, query.getAll("exclude")) : "ok";
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-cache, private",
    ...defined({ "x-content-type-options": check === "" ? "nosniff" : undefined }),
  };
  exchange.respond(200, headers, Buffer.from(text));
  return true;
}

function verbose(path: string, names: readonly string[], excluded: readonly string[]): string {
  const lines = names.map((name) => (excluded.includes(name) ? `[+]${name} excluded: ok` : `[+]${name} ok`));
  const unknown = excluded.filter((name) => !names.includes(name)).map((name) => JSON.stringify(name));
  if (unknown.length > 0)
    lines.push(`warn: some health checks cannot be excluded: no matches for ${unknown.join(", ")}`);
  return `${[...lines, `${path} check passed`].join("\n")}\n`;
}

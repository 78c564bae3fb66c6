import { newSecretValue } from "../errors/index.ts";
import type { RestConfig } from "../transport/index.ts";
import { KubeconfigError } from "./kubeconfig-error.ts";
import { codeOf, type Host } from "./host.ts";
import { nodeHost } from "./node/host.ts";
import type { KubeconfigOverrides } from "./overrides.ts";
import { normalizeServer } from "./server-url.ts";

/** Where Kubernetes puts a Pod's service account. */
const folder = "/var/run/secrets/kubernetes.io/serviceaccount";

/** Options of {@link inClusterConfig}. */
export interface InClusterOptions {
  readonly host?: Host | undefined;
  /** Only the server, the token or token file and the CA file count here. */
  readonly overrides?: KubeconfigOverrides | undefined;
}

/**
 * The configuration of a Pod, from its service account: address from the environment, token and CA from the mounted
 * files. Throws an error for which {@link isNotInCluster} is true when the program does not run in a Pod.
 */
export async function inClusterConfig(options: InClusterOptions = {}): Promise<RestConfig> {
  return serviceAccountConfig(options);
}

/** As {@link inClusterConfig}, at once. */
export function serviceAccountConfig({ host = nodeHost, overrides = {} }: InClusterOptions = {}): RestConfig {
  const address = host.env.KUBERNETES_SERVICE_HOST;
  const port = host.env.KUBERNETES_SERVICE_PORT;
  if (!address || !port) {
    throw new KubeconfigError(
      "not-in-cluster",
      "this is not a Pod: KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT must be set",
    );
  }
  if (!/^[0-9]{1,5}$/.test(port) || /[/@?#\s]/.test(address)) {
    throw new KubeconfigError(
      "invalid",
      "KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not a host and a port",
    );
  }
  const bare = address.replace(/^\[|\]$/g, "");
  const server = `https://${bare.includes(":") ? `[${bare}]` : bare}:${port}`;
  let token: string;
  try {
    token = Buffer.from(host.readFileSync(`${folder}/token`))
      .toString("utf8")
      .trim();
  } catch (error) {
    throw new KubeconfigError(
      "not-in-cluster",
      `this is not a Pod with a service account: its token cannot be read (${codeOf(error)})`,
    );
  }
  const { token: overToken, tokenFile } = overrides.userInfo ?? {};
  const ownCa = `${folder}/ca.crt`;
  const caFile = overrides.clusterInfo?.["certificate-authority"] || (isReadable(host, ownCa) ? ownCa : undefined);
  return {
    host: normalizeServer(overrides.clusterInfo?.server || server, true),
    namespace: inClusterNamespace(host),
    tls: caFile === undefined ? undefined : { caFile },
    ...(overToken || tokenFile
      ? {
          bearerToken: overToken ? newSecretValue(overToken) : undefined,
          bearerTokenFile: tokenFile || undefined,
        }
      : { bearerToken: newSecretValue(token), bearerTokenFile: `${folder}/token` }),
  };
}

/** Whether {@link inClusterConfig} has something to work with. */
export function isInClusterPossible(host: Host): boolean {
  if (!host.env.KUBERNETES_SERVICE_HOST || !host.env.KUBERNETES_SERVICE_PORT) return false;
  try {
    return host.isFile(`${folder}/token`);
  } catch {
    return false;
  }
}

/** `POD_NAMESPACE`, else the service account's namespace, else `default`. */
export function inClusterNamespace(host: Host): string {
  if (host.env.POD_NAMESPACE) return host.env.POD_NAMESPACE;
  try {
    return (
      Buffer.from(host.readFileSync(`${folder}/namespace`))
        .toString("utf8")
        .trim() || "default"
    );
  } catch {
    return "default";
  }
}

function isReadable(host: Host, path: string): boolean {
  try {
    host.readFileSync(path);
    return true;
  } catch {
    return false;
  }
}

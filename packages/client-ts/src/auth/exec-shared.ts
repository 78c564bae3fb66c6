import {
  type ExecConfig,
  type ExecPolicy,
  processEnvironment,
  type RestConfig,
  tlsProblems,
  type Credential,
} from "../transport/index.ts";
import { ConfigError, revealed } from "../errors/index.ts";
import { isRecord, systemClock } from "../util/index.ts";
import { configToExecCluster } from "./exec-cluster.ts";
import type { ExecCluster } from "./exec-credential.ts";
import { newExecCredential } from "./exec-plugin.ts";
import { nodeExecHost } from "./node/exec-host.ts";
import { numberOf, SharedCredentials } from "./shared-credentials.ts";

const shared = new SharedCredentials();

/**
 * The credential of a configuration's plugin. All clients of this process whose plugin, cluster, policy and environment
 * are the same share one, so that a program with ten clients asks its user once. Everything must be the same: two users
 * with one name, or one user of two clusters, do not share.
 */
export async function sharedExecCredential(config: RestConfig): Promise<Credential> {
  const problems = tlsProblems(config.tls ?? {});
  if (problems.length > 0) throw new ConfigError(problems);
  const exec = config.exec as ExecConfig;
  const { execPolicy: policy, clock = systemClock, logger, meter } = config;
  const env = revealed(config.env) ?? processEnvironment();
  const cluster = await configToExecCluster(config);
  const key = `${numberOf(clock)} ${numberOf(env)} ${execCacheKey(exec, cluster, policy)}`;
  const credential = shared.get(key, () =>
    newExecCredential(exec, {
      host: nodeExecHost({ env, clock }),
      cluster,
      clock,
      policy,
      logger,
      meter,
    }),
  );
  // A client that is closed does not close the credential of the other clients.
  const { close: _close, ...own } = credential;
  return own;
}

/**
 * Everything that makes two uses of a plugin different, as text. It may hold credentials of the plugin's environment:
 * for comparing only.
 */
export function execCacheKey(exec: ExecConfig, cluster: ExecCluster, policy: ExecPolicy | undefined): string {
  return JSON.stringify([exec, cluster, policy ?? null], function (this: Record<string, unknown>, field) {
    // All secrets print the same text, and JSON.stringify calls toJSON before the replacer: so the key is made from the
    // fields.
    const value = revealed(this[field]);
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

import { ConfigError } from "../errors/index.ts";
import { type Environment, processEnvironment, type RestConfig } from "../transport/index.ts";
import { isRecord } from "../util/index.ts";
import { execClusterToConfig } from "./exec-cluster.ts";
import { type ExecCluster, type ExecCredential, execInfoVariable, execVersions } from "./exec-credential.ts";

/** What a plugin received: its ExecCredential, and the configuration of the cluster in it, without any credential. */
export interface LoadedExecCredential {
  readonly credential: ExecCredential;
  readonly config: RestConfig;
}

/**
 * For authors of plugins: the ExecCredential that this process was started with. Throws a ConfigError when there is
 * none, when it cannot be read, or when it does not name the cluster (the user has to set `provideClusterInfo`).
 */
export function loadExecCredentialFromEnv(env: Environment = processEnvironment()): LoadedExecCredential {
  const text = env[execInfoVariable];
  if (text === undefined || text === "")
    throw new ConfigError(`the variable ${execInfoVariable} is not set: start this program as an exec plugin`);
  return loadExecCredential(text);
}

/** As {@link loadExecCredentialFromEnv}, from the variable's text. */
export function loadExecCredential(text: string): LoadedExecCredential {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ConfigError("the ExecCredential for the exec plugin is not JSON");
  }
  if (!isRecord(value) || value["kind"] !== "ExecCredential")
    throw new ConfigError("the JSON for the exec plugin is not an ExecCredential");
  if (!execVersions.includes(String(value["apiVersion"])))
    throw new ConfigError(`the ExecCredential has an unknown apiVersion: use ${execVersions.join(" or ")}`);
  const { spec } = value;
  const cluster = isRecord(spec) ? spec["cluster"] : undefined;
  if (!isRecord(cluster) || typeof cluster["server"] !== "string")
    throw new ConfigError(
      "the ExecCredential has no cluster: set provideClusterInfo in the configuration of the exec plugin",
    );
  return {
    credential: value as unknown as ExecCredential,
    config: execClusterToConfig(cluster as unknown as ExecCluster),
  };
}

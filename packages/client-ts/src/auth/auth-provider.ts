import { ConfigError } from "../errors/index.ts";
import type { AuthProviderConfig, AuthProviderPersister, RestConfig } from "../transport/index.ts";
import type { Credential } from "./credential.ts";
import { lazyCredential } from "./lazy-credential.ts";

/** What an auth provider gets to make a credential from. */
export interface AuthProviderContext {
  /** The configuration of the cluster that the credential is for. */
  readonly config: RestConfig;
  /** Saves what the provider learned; does nothing where the configuration came from no file. */
  readonly persist: AuthProviderPersister;
}

/** Makes a credential from an auth-provider entry of a kubeconfig. Called when the first request needs it. */
export type AuthProviderFactory = (
  provider: AuthProviderConfig,
  context: AuthProviderContext,
) => Credential | Promise<Credential>;

const factories = new Map<string, AuthProviderFactory>();

/** Providers that were part of kubectl once, and the exec plugins that took their place. */
const removed: ReadonlyMap<string, string> = new Map([
  ["gcp", "gke-gcloud-auth-plugin"],
  ["azure", "kubelogin (Azure)"],
  ["openstack", "client-keystone-auth"],
]);

/** Lets kubeconfigs name an auth provider of your own. Each name can be given once; `oidc` is ours. */
export function registerAuthProvider(name: string, factory: AuthProviderFactory): void {
  if (name === "oidc" || factories.has(name))
    throw new ConfigError(`there is an auth provider ${JSON.stringify(name)} already`);
  factories.set(name, factory);
}

/**
 * The credential of an auth-provider entry. Throws a ConfigError for a name that nobody provides, and says what to
 * install for those of former times.
 */
export function providerCredential(provider: AuthProviderConfig, config: RestConfig): Credential {
  const { name } = provider;
  const context: AuthProviderContext = { config, persist: config.authProviderPersister ?? (async () => {}) };
  const factory = factories.get(name);
  if (factory !== undefined) return lazyCredential(async () => factory(provider, context));
  if (name === "oidc")
    return lazyCredential(async () => (await import("./oidc.ts")).sharedOidcCredential(provider, context));
  const plugin = removed.get(name);
  if (plugin !== undefined)
    throw new ConfigError(
      `the auth provider ${JSON.stringify(name)} is gone: install the exec plugin ${plugin} and name it under "exec" instead`,
    );
  throw new ConfigError(`there is no auth provider ${JSON.stringify(name)}`);
}

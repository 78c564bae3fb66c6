import { ConfigError } from "../errors/index.ts";
import type { AuthProviderConfig, AuthProviderContext, Credential, RestConfig } from "../transport/index.ts";
import { lazyCredential } from "./lazy-credential.ts";

/** Providers that were part of kubectl once, and the exec plugins that took their place. */
const removed: ReadonlyMap<string, string> = new Map([
  ["gcp", "gke-gcloud-auth-plugin"],
  ["azure", "kubelogin (Azure)"],
  ["openstack", "client-keystone-auth"],
]);

/**
 * The credential of an auth-provider entry. Throws a ConfigError for a name that is neither built in nor among the
 * configuration's `authProviders`; for a provider that kubectl has removed, the message names the plugin to install.
 */
export function providerCredential(provider: AuthProviderConfig, config: RestConfig): Credential {
  const { name } = provider;
  const { authProviders = {}, authProviderPersister = async () => {} } = config;
  if (Object.hasOwn(authProviders, "oidc"))
    throw new ConfigError('the auth provider "oidc" is built in: use another name in authProviders');
  const context: AuthProviderContext = { config, persist: authProviderPersister };
  const factory = Object.hasOwn(authProviders, name) ? authProviders[name] : undefined;
  if (factory !== undefined) return lazyCredential(async () => factory(provider, context));
  if (name === "oidc")
    return lazyCredential(async () => (await import("./oidc.ts")).sharedOidcCredential(provider, context));
  const plugin = removed.get(name);
  const quoted = JSON.stringify(name);
  if (plugin !== undefined)
    throw new ConfigError(
      `the auth provider ${quoted} was removed from Kubernetes: ` +
        `install the exec plugin ${plugin} and name it under "exec" instead`,
    );
  throw new ConfigError(`the auth provider ${quoted} is unknown: give its factory in the option authProviders`);
}

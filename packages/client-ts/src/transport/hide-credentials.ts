import { isSecretValue, revealed, newSecretValue, type SecretValue } from "../errors/index.ts";
import { defined } from "../util/index.ts";
import type { AuthProviderConfig, ExecConfig, RestConfig } from "./rest-config.ts";

/**
 * A copy of a configuration in which everything that may hold a credential is a `SecretValue`: a proxy's URL with a
 * login, the environment, and what an exec plugin or an auth provider is given. Neither the copy nor a copy of it shows
 * them, however it is printed.
 */
export function hideCredentials(config: RestConfig): RestConfig {
  const { proxyUrl, env, exec, authProvider } = config;
  return {
    ...config,
    ...defined({
      proxyUrl:
        typeof proxyUrl === "string" && proxyUrl !== withoutUserinfo(proxyUrl) ? newSecretValue(proxyUrl) : undefined,
      env: env && hidden(env),
      exec: exec && hideExec(exec),
      authProvider: authProvider && hideProvider(authProvider),
    }),
  };
}

/** A URL without user and password. What cannot be read as a URL is not shown at all. */
export function withoutUserinfo(url: string): string {
  if (!url.includes("@")) return url;
  try {
    const parsed = new URL(url);
    // Without "//" a URL parser finds no login in the text, but the user who wrote it may have meant one.
    if (parsed.host === "") return "REDACTED";
    if (parsed.username === "" && parsed.password === "") return url;
    parsed.username = "REDACTED";
    parsed.password = "";
    return parsed.href;
  } catch {
    return "REDACTED";
  }
}

function hideExec(exec: ExecConfig): ExecConfig {
  const { args, env, config } = exec;
  return {
    ...exec,
    ...defined({
      args: args && hidden(args),
      env: env?.map(({ name, value }) => ({ name, value: hidden(value) })),
      config: config === undefined ? undefined : hidden(config),
    }),
  };
}

/** Fields of an OIDC provider that are not secret. */
const openFields: ReadonlySet<string> = new Set([
  "client-id",
  "idp-issuer-url",
  "idp-certificate-authority",
  "idp-certificate-authority-data",
  "extra-scopes",
]);

function hideProvider({ name, config }: AuthProviderConfig): AuthProviderConfig {
  const isOpen = (field: string, value: string | SecretValue): boolean =>
    openFields.has(field) && typeof value === "string" && value === withoutUserinfo(value);
  return {
    name,
    config: Object.fromEntries(
      Object.entries(config).map(([field, value]) => [field, isOpen(field, value) ? value : hidden(value)]),
    ),
  };
}

function hidden<T>(value: T | SecretValue<T>): SecretValue<T> {
  return isSecretValue(value) ? (value as SecretValue<T>) : newSecretValue(revealed(value));
}

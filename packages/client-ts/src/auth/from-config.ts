import { ConfigError, isSecretValue } from "../errors/index.ts";
import type { RestConfig, Credential } from "../transport/index.ts";
import { providerCredential } from "./auth-provider.ts";
import { execProblems } from "./exec-credential.ts";
import { policyProblems } from "./exec-policy.ts";
import { lazyCredential } from "./lazy-credential.ts";
import { basicAuth, bearerToken } from "./static.ts";
import { tokenFile } from "./token-file.ts";

/**
 * The credential of a configuration; `undefined` when it names none that is sent with each request (a
 * client certificate, or no credential). A token, a token file, a user name or a client certificate win over an exec
 * plugin, which then never runs; a token and a user name win over an auth provider.
 */
export function credentialFor(config: RestConfig): Credential | undefined {
  const {
    bearerToken: token,
    bearerTokenFile,
    username,
    password,
    clock,
    logger,
    exec,
    execPolicy,
    authProvider,
    tls,
  } = config;
  for (const [field, value] of Object.entries({ bearerToken: token, password }))
    if (value !== undefined && !isSecretValue(value))
      throw new ConfigError(`${field} must be a SecretValue: call newSecretValue(text)`);
  const hasToken = token !== undefined || bearerTokenFile !== undefined;
  const hasBasic = Boolean(username) || (password !== undefined && password.reveal() !== "");
  if (hasToken && hasBasic)
    throw new ConfigError("a token and a user name exclude each other: the Authorization header holds only one");
  // An invalid policy is an error at once, even if no plugin would run.
  const problems = [...policyProblems(execPolicy), ...(exec === undefined ? [] : execProblems(exec))];
  if (problems.length > 0) throw new ConfigError(problems);
  if (bearerTokenFile !== undefined) {
    return tokenFile(bearerTokenFile, { initial: token, clock, logger });
  }
  if (token !== undefined && token.reveal() !== "") return bearerToken(token);
  if (hasBasic) {
    if (password === undefined) throw new ConfigError("a user name for basic authentication needs a password");
    return basicAuth(username ?? "", password);
  }
  if (exec !== undefined && !tls?.cert && !tls?.certFile && config.clientCertificate === undefined)
    return lazyCredential(async () => (await import("./exec-shared.ts")).sharedExecCredential(config));
  return authProvider === undefined ? undefined : providerCredential(authProvider, config);
}

import { ConfigError } from "../errors/index.ts";
import type { RestConfig } from "../transport/index.ts";
import { basicAuth, bearerToken } from "./static.ts";
import { tokenFile } from "./token-file.ts";
import type { Credential } from "./credential.ts";

/** The credential that a configuration comes down to; `undefined` when it names none that is sent with each request (a client certificate, nobody). */
export function credentialFor(config: RestConfig): Credential | undefined {
  const { bearerToken: token, bearerTokenFile, username, password, clock, logger } = config;
  const hasToken = token !== undefined || bearerTokenFile !== undefined;
  const hasBasic = Boolean(username) || (password !== undefined && password.reveal() !== "");
  if (hasToken && hasBasic) throw new ConfigError("a token and a user name exclude each other: the Authorization header holds only one");
  if (bearerTokenFile !== undefined) {
    return tokenFile(bearerTokenFile, { ...(token && { initial: token }), ...(clock && { clock }), ...(logger && { logger }) });
  }
  if (token !== undefined) return token.reveal() === "" ? undefined : bearerToken(token);
  if (!hasBasic) return undefined;
  if (password === undefined) throw new ConfigError("a user name for basic authentication needs a password");
  return basicAuth(username ?? "", password);
}

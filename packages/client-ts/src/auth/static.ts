import type { Credential } from "../transport/index.ts";
import { ConfigError, type SecretValue } from "../errors/index.ts";

/** A token that does not change. */
export function bearerToken(token: SecretValue): Credential {
  const problem = tokenProblem(token.reveal());
  if (problem !== undefined) throw new ConfigError(`the bearer token ${problem}`);
  const headers = { authorization: `Bearer ${token.reveal()}` };
  return { headers: () => Promise.resolve(headers) };
}

/** User name and password. */
export function basicAuth(username: string, password: SecretValue): Credential {
  if (username.includes(":")) throw new ConfigError("a user name for basic authentication cannot have a colon");
  const headers = { authorization: `Basic ${Buffer.from(`${username}:${password.reveal()}`).toString("base64")}` };
  return { headers: () => Promise.resolve(headers) };
}

/** What makes a text unfit to be sent as a token, or `undefined`. The text itself is not repeated. */
export function tokenProblem(token: string): string | undefined {
  if (token === "") return "is empty";
  for (let i = 0; i < token.length; i++) {
    const code = token.charCodeAt(i);
    if (code === 0x0a || code === 0x0d) return "has a line break inside";
    if (code <= 0x20 || code > 0x7e) return "has a character that is not allowed in a token";
  }
  return undefined;
}

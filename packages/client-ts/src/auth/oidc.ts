import { ConfigError, isClientError, orAborted, revealed } from "../errors/index.ts";
import {
  newPool,
  type AuthProviderConfig,
  type AuthProviderContext,
  type RestConfig,
  type Credential,
} from "../transport/index.ts";
import { type Clock, defined, guardLogger, isRecord, type Logger, singleFlight, systemClock } from "../util/index.ts";
import { CredentialError } from "./credential-error.ts";
import { numberOf, SharedCredentials } from "./shared-credentials.ts";
import { tokenProblem } from "./static.ts";

/** A token is renewed this long before it expires. */
const slackMs = 10_000;
/** The shortest time between two renewals, and between a failed one and the next. */
const shortestMs = 5_000;
const failedPauseMs = 1_000;
const mostAnswer = 1024 * 1024;

const shared = new SharedCredentials();

/** The credential of an `oidc` entry; clients of one cluster, issuer, client and session share it. */
export function sharedOidcCredential(provider: AuthProviderConfig, context: AuthProviderContext): Credential {
  const { host, clock = systemClock } = context.config;
  // The tokens are part of the key: two users with the same client id do not share a session.
  const fields = Object.entries(plain(provider)).sort(([a], [b]) => (a < b ? -1 : 1));
  const key = JSON.stringify([numberOf(clock), host, fields]);
  return shared.get(key, () => newOidcCredential(provider, context));
}

/**
 * An OpenID Connect session: the id-token is the bearer token. Ten seconds before it expires it is renewed with the
 * refresh-token at the issuer's token endpoint, which discovery names; callers that come meanwhile share the renewal.
 * The tokens that the issuer answers with, above all a new refresh-token, are saved through the persister before they
 * are used; when that fails, they are kept in memory and the failure is logged, because the former refresh-token may be
 * invalid. After a renewal the new token is used for five seconds whatever our clock says about it.
 */
export function newOidcCredential(provider: AuthProviderConfig, { config, persist }: AuthProviderContext): Credential {
  const fields = plain(provider);
  const issuer = fields["idp-issuer-url"] ?? "";
  if (issuer === "") throw new ConfigError("the auth provider oidc needs idp-issuer-url");
  if (!fields["client-id"]) throw new ConfigError("the auth provider oidc needs client-id");
  const { clock = systemClock } = config;
  const logger = guardLogger(config.logger);
  const session = new OidcSession(fields, issuer, { clock, logger, persist, config });
  return {
    headers: (options) => session.headers(options?.signal),
    onUnauthorized: (options) => session.refused(options?.refused, options?.signal),
  };
}

interface SessionOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly persist: AuthProviderContext["persist"];
  readonly config: RestConfig;
}

class OidcSession {
  readonly #options: SessionOptions;
  readonly #issuer: string;
  readonly #refresh: () => Promise<void>;
  #fields: Record<string, string>;
  #headers: Readonly<Record<string, string>> | undefined;
  #renewedMs = Number.NEGATIVE_INFINITY;
  #failure: { readonly error: unknown; readonly untilMs: number } | undefined;

  constructor(fields: Record<string, string>, issuer: string, options: SessionOptions) {
    this.#fields = fields;
    this.#issuer = issuer;
    this.#options = options;
    this.#refresh = singleFlight(() => this.#renew());
  }

  async headers(signal: AbortSignal | undefined): Promise<Readonly<Record<string, string>>> {
    const { clock } = this.#options;
    const token = this.#fields["id-token"] ?? "";
    const settled = clock.monotonic() - this.#renewedMs < shortestMs;
    if (token === "" || (!settled && isExpired(token, clock.now()))) {
      if (this.#failure !== undefined && clock.monotonic() < this.#failure.untilMs) throw this.#failure.error;
      await orAborted(this.#refresh(), signal);
    }
    this.#headers ??= Object.freeze({ authorization: `Bearer ${this.#fields["id-token"]}` });
    return this.#headers;
  }

  async refused(
    headers: Readonly<Record<string, string>> | undefined,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    const { clock, logger } = this.#options;
    if (headers !== undefined && headers !== this.#headers) return true;
    if (!this.#fields["refresh-token"] || clock.monotonic() - this.#renewedMs < shortestMs) return false;
    try {
      await orAborted(this.#refresh(), signal);
      return true;
    } catch (error) {
      if (signal?.aborted) throw error;
      logger.warn("the id-token was refused and could not be renewed", {
        reason: isClientError(error) ? error.message : "unknown error",
      });
      return false;
    }
  }

  async #renew(): Promise<void> {
    const { clock, logger, persist } = this.#options;
    let fields: Record<string, string>;
    try {
      const refreshToken = this.#fields["refresh-token"];
      if (!refreshToken)
        throw new CredentialError(
          "the id-token has expired, and the auth provider oidc has no refresh-token to renew it with",
          { problem: "answer" },
        );
      const answer = await this.#ask(refreshToken);
      fields = {
        ...this.#fields,
        "id-token": answer.idToken,
        ...defined({ "refresh-token": answer.refreshToken }),
      };
    } catch (error) {
      this.#failure = { error, untilMs: clock.monotonic() + failedPauseMs };
      throw error;
    }
    try {
      await persist({ ...fields });
    } catch (error) {
      const reason = isClientError(error) ? error.message : ((error as { code?: string }).code ?? "unknown error");
      logger.warn("the renewed tokens could not be saved; they are kept in memory", { reason });
    }
    this.#fields = fields;
    this.#failure = undefined;
    this.#headers = undefined;
    this.#renewedMs = clock.monotonic();
  }

  async #ask(refreshToken: string): Promise<{ readonly idToken: string; readonly refreshToken?: string | undefined }> {
    const base = this.#issuer.replace(/\/$/, "");
    const discovered = await this.#fetch("GET", `${base}/.well-known/openid-configuration`);
    const endpoint = discovered.body["token_endpoint"];
    if (discovered.status !== 200 || typeof endpoint !== "string")
      throw this.#error("names no token endpoint", discovered.status);
    const id = this.#fields["client-id"] ?? "";
    const secret = this.#fields["client-secret"] ?? "";
    const form = { grant_type: "refresh_token", refresh_token: refreshToken };
    // The client authenticates with a header, as the specification prefers it; with issuers that do not support that,
    // in the form.
    const login = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64");
    const methods = discovered.body["token_endpoint_auth_methods_supported"];
    const byForm = secret === "" || (Array.isArray(methods) && !methods.includes("client_secret_basic"));
    const answer = await this.#fetch("POST", endpoint, {
      headers: byForm ? {} : { authorization: `Basic ${login}` },
      body: new URLSearchParams(
        byForm ? { ...form, client_id: id, ...defined({ client_secret: secret || undefined }) } : form,
      ).toString(),
    });
    const { id_token: idToken, refresh_token: next, error } = answer.body;
    if (answer.status < 200 || answer.status > 299) {
      const word = typeof error === "string" && /^[a-z_]{1,40}$/.test(error) ? ` (${error})` : "";
      throw this.#error(`did not renew the id-token${word}`, answer.status);
    }
    if (typeof idToken !== "string" || idToken === "") throw this.#error("answered without an id_token", answer.status);
    const problem = tokenProblem(idToken);
    if (problem !== undefined) throw this.#error(`answered with an id_token that ${problem}`, answer.status);
    return { idToken, ...defined({ refreshToken: typeof next === "string" && next !== "" ? next : undefined }) };
  }

  /** One request to the issuer over a connection of its own, with its own trust. Redirects are not followed. */
  async #fetch(
    method: "GET" | "POST",
    url: string,
    {
      headers = {},
      body,
    }: { readonly headers?: Record<string, string> | undefined; readonly body?: string | undefined } = {},
  ): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
    const target = URL.canParse(url) ? new URL(url) : undefined;
    if (target === undefined || (target.protocol !== "https:" && !isLocal(target)))
      throw this.#error("is not an https URL: tokens are sent only over https");
    const { clock, config } = this.#options;
    const data = this.#fields["idp-certificate-authority-data"];
    const file = this.#fields["idp-certificate-authority"];
    const pool = newPool(target.origin, {
      tls: data ? { ca: Buffer.from(data, "base64").toString("utf8") } : { caFile: file || undefined },
      tlsReloadMs: 0,
      clock,
      env: revealed(config.env),
      dial: config.dial,
    });
    try {
      const response = await pool.send({
        method,
        path: target.pathname + target.search,
        purpose: "call",
        headers: {
          accept: "application/json",
          ...defined({ "content-type": body === undefined ? undefined : "application/x-www-form-urlencoded" }),
          ...headers,
        },
        headersTimeoutMs: 30_000,
        maxBodyBytes: mostAnswer,
        body,
      });
      const chunks: Buffer[] = [];
      for await (const chunk of response.body) chunks.push(chunk as Buffer);
      return { status: response.status, body: parseBody(Buffer.concat(chunks).toString("utf8")) };
    } catch (error) {
      if (isClientError(error, "Credential") || isClientError(error, "Config")) throw error;
      throw new CredentialError(`the issuer ${this.#place()} cannot be reached`, { problem: "failed", cause: error });
    } finally {
      await pool.close();
    }
  }

  #error(what: string, status?: number): CredentialError {
    const answered = status === undefined || status === 200 ? "" : `: it answered ${status}`;
    return new CredentialError(`the issuer ${this.#place()} ${what}${answered}`, { problem: "answer" });
  }

  /** The origin of the issuer's URL, without what else the URL may contain. */
  #place(): string {
    return URL.canParse(this.#issuer) ? JSON.stringify(new URL(this.#issuer).origin) : "of the auth provider oidc";
  }
}

/** Whether an id-token expires within ten seconds. Throws a CredentialError when the text is not an id-token. */
export function isExpired(idToken: string, nowMs: number): boolean {
  const wrong = (): CredentialError =>
    new CredentialError("the id-token of the auth provider oidc is not a JSON Web Token", { problem: "answer" });
  const parts = idToken.split(".");
  if (parts.length !== 3) throw wrong();
  const claims = parseBody(Buffer.from(parts[1] ?? "", "base64url").toString("utf8"));
  const expiresMs = parseNumericDate(claims["exp"]);
  if (expiresMs === undefined) throw wrong();
  return nowMs + slackMs >= expiresMs;
}

/**
 * A time as tokens hold it, seconds since 1970 with or without a fraction, in milliseconds; `undefined` for anything
 * else.
 */
export function parseNumericDate(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value * 1_000 : undefined;
}

function parseBody(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function plain({ config }: AuthProviderConfig): Record<string, string> {
  return Object.fromEntries(Object.entries(config).map(([name, value]) => [name, revealed(value)]));
}

function isLocal({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
}

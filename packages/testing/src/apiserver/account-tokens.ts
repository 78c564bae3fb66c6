import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { badRequest, conflict, invalid, invalidValue, notFound } from "./api-error.ts";
import type { Core, User } from "./core.ts";
import { field, isObject, type Json } from "./objects.ts";

/** The ServiceAccount that a token is for. */
export interface TokenAccount {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** What a token is requested with. */
export interface TokenOptions {
  /** Who the token is for; empty means the server itself. */
  readonly audiences: readonly string[];
  readonly seconds: number;
  /** The `boundObjectRef` of the request. */
  readonly boundTo?: unknown;
}

/** What a token proves. */
export type TokenFinding =
  | { readonly user: User; readonly audiences: readonly string[] }
  | { readonly problem: string | undefined };

interface Claims extends Json {
  readonly aud: readonly string[];
  readonly exp: number;
  readonly jti: string;
  readonly sub: string;
}

interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly id: string;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/**
 * Tokens of ServiceAccounts: JSON Web Tokens that an elliptic-curve key signs, which is made with the first of them. A
 * token counts until it expires, and as long as the account and the object that it is bound to exist.
 */
export class AccountTokens {
  readonly #core: Core;
  readonly #issuer: () => string;
  #key: SigningKey | undefined;
  /** Claims of tokens whose signature was found good, by digest. */
  readonly #known = new Map<string, Claims>();

  constructor(core: Core, issuer: () => string) {
    this.#core = core;
    this.#issuer = issuer;
  }

  /** The `iss` of the tokens, and the `aud` of a token for which none was asked. */
  get issuer(): string {
    return this.#issuer();
  }

  /** Makes a token. */
  issue(account: TokenAccount, { audiences, seconds, boundTo }: TokenOptions): string {
    const now = Math.floor(this.#core.clock.now() / 1000);
    const { namespace, name, uid } = account;
    const bound = boundTo === undefined || boundTo === null ? {} : this.#bound(account, boundTo);
    const claims: Claims = {
      aud: audiences.length === 0 ? [this.issuer] : audiences,
      exp: now + seconds,
      iat: now,
      iss: this.issuer,
      jti: this.#core.newUid(),
      "kubernetes.io": { namespace, ...bound, serviceaccount: { name, uid } },
      nbf: now,
      sub: `system:serviceaccount:${namespace}:${name}`,
    };
    const { privateKey, id } = this.#keys();
    const text = `${encode({ alg: "ES256", kid: id })}.${encode(claims)}`;
    const signature = sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" });
    return `${text}.${signature.toString("base64url")}`;
  }

  /** Whose token it is, for one of the audiences. A text that is not a token of this server has no problem to name. */
  review(token: string, audiences: readonly string[] = [this.issuer]): TokenFinding {
    const claims = this.#claims(token);
    if (typeof claims === "string" || claims === undefined) return { problem: claims };
    const shared = audiences.filter((one) => claims.aud.includes(one));
    if (shared.length === 0) {
      const list = (texts: readonly string[]): string => `[${texts.map((one) => JSON.stringify(one)).join(" ")}]`;
      return { problem: `token audiences ${list(claims.aud)} is invalid for the target audiences ${list(audiences)}` };
    }
    if (claims.exp * 1000 <= this.#core.clock.now()) return { problem: "service account token has expired" };
    const problem = this.#missing(claims);
    return problem === undefined ? { user: userOf(claims), audiences: shared } : { problem };
  }

  /** What `/.well-known/openid-configuration` says. */
  configuration(): Json {
    return {
      issuer: this.issuer,
      jwks_uri: `${this.issuer.replace(/\/$/, "")}/openid/v1/jwks`,
      response_types_supported: ["id_token"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["ES256"],
    };
  }

  /** The keys by which clients check tokens. */
  keySet(): Json {
    const { publicKey, id } = this.#keys();
    const { kty, crv, x, y } = publicKey.export({ format: "jwk" });
    return { keys: [{ use: "sig", kty, kid: id, crv, alg: "ES256", x, y }] };
  }

  #keys(): SigningKey {
    if (this.#key === undefined) {
      const pem = generateKeyPairSync("ec", {
        namedCurve: "P-256",
        privateKeyEncoding: { type: "pkcs8", format: "pem" },
        publicKeyEncoding: { type: "spki", format: "der" },
      });
      const id = createHash("sha256").update(pem.publicKey).digest("base64url");
      const privateKey = createPrivateKey(pem.privateKey);
      this.#key = { privateKey, publicKey: createPublicKey(privateKey), id };
    }
    return this.#key;
  }

  /** The claims of a token with a good signature; a text says what is wrong with one of ours. */
  #claims(token: string): Claims | string | undefined {
    const digest = createHash("sha256").update(token).digest("hex");
    const known = this.#known.get(digest);
    if (known !== undefined) return known;
    const [header = "", payload = "", signature = "", ...rest] = token.split(".");
    const claims = parsed(payload);
    if (rest.length > 0 || !isObject(parsed(header)) || !isObject(claims) || claims["iss"] !== this.issuer)
      return undefined;
    const isGood = verify(
      "sha256",
      Buffer.from(`${header}.${payload}`),
      { key: this.#keys().publicKey, dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    );
    if (!isGood || Buffer.from(signature, "base64url").toString("base64url") !== signature)
      return "go-jose/go-jose: error in cryptographic primitive";
    if (this.#known.size >= 1000) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(digest, claims as Claims);
    return claims as Claims;
  }

  /** Why a token is no longer valid: an object that it names is gone. */
  #missing(claims: Claims): string | undefined {
    const about = claims["kubernetes.io"];
    const namespace = String(field(about, "namespace"));
    const name = String(field(about, "serviceaccount", "name"));
    const account = this.#record("serviceaccounts", `${namespace}/${name}`);
    if (account === undefined) return `serviceaccounts ${JSON.stringify(name)} not found`;
    const uid = field(about, "serviceaccount", "uid");
    if (account !== uid) return `service account UID (${account}) does not match claim (${String(uid)})`;
    for (const kind of ["pod", "secret", "node"]) {
      const bound = field(about, kind);
      if (!isObject(bound)) continue;
      const key = kind === "node" ? String(bound["name"]) : `${namespace}/${String(bound["name"])}`;
      if (this.#record(`${kind}s`, key) !== bound["uid"]) return "service account token has been invalidated";
    }
    return undefined;
  }

  /** The claim of the object that a token is bound to: it must exist, and belong to the account. */
  #bound({ namespace, name: account }: TokenAccount, reference: unknown): Json {
    const kind = String(field(reference, "kind") ?? "");
    const name = String(field(reference, "name") ?? "");
    const asked = String(field(reference, "uid") ?? "");
    const plural = `${kind.toLowerCase()}s`;
    if (!["Pod", "Secret", "Node"].includes(kind))
      throw badRequest(`cannot bind token to object of type ${String(field(reference, "apiVersion"))}, Kind=${kind}`);
    const uid = this.#record(plural, kind === "Node" ? name : `${namespace}/${name}`);
    if (uid === undefined) throw notFound({ group: "", plural }, name);
    if (asked !== "" && asked !== uid) {
      const why = `the UID in the bound object reference (${asked}) does not match the UID in record. The object might have been deleted and then recreated`;
      throw conflict({ group: "", plural }, name, why);
    }
    if (kind === "Pod") {
      const pod = this.#core.storage.collection("pods").records.get(`${namespace}/${name}`);
      const runsAs = field(JSON.parse(pod!.bytes.toString("utf8")), "spec", "serviceAccountName");
      if (runsAs !== account)
        throw badRequest(
          `cannot bind token for serviceaccount ${JSON.stringify(account)} to pod running with different serviceaccount name.`,
        );
    }
    return { [kind.toLowerCase()]: { name, uid } };
  }

  #record(collection: string, key: string): string | undefined {
    return this.#core.storage.collection(collection).records.get(key)?.uid;
  }
}

/** Checks the requested lifetime of a token. */
export function checkTokenSeconds(seconds: number): void {
  const refuse = (why: string): Error =>
    invalid({ group: "authentication.k8s.io", kind: "TokenRequest" }, "", [
      invalidValue("spec.expirationSeconds", seconds, why),
    ]);
  if (seconds < 600) throw refuse("may not specify a duration less than 10 minutes");
  if (seconds > 2 ** 32) throw refuse("may not specify a duration larger than 2^32 seconds");
}

function userOf(claims: Claims): User {
  const about = claims["kubernetes.io"];
  const namespace = String(field(about, "namespace"));
  const prefix = "authentication.kubernetes.io/";
  const extra: Record<string, readonly string[]> = { [`${prefix}credential-id`]: [`JTI=${claims.jti}`] };
  for (const kind of ["node", "pod"]) {
    const bound = field(about, kind);
    if (!isObject(bound)) continue;
    extra[`${prefix}${kind}-name`] = [String(bound["name"])];
    extra[`${prefix}${kind}-uid`] = [String(bound["uid"])];
  }
  return {
    name: claims.sub,
    uid: String(field(about, "serviceaccount", "uid")),
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"],
    extra,
    byRoles: true,
  };
}

function parsed(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}

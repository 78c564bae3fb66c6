import { createHash, randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { forbidden, unauthorized, badRequest } from "./api-error.ts";
import type { User } from "./core.ts";

/** A user that the server knows by a bearer token. */
export interface TokenUser {
  readonly name: string;
  readonly groups?: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  /** Default: random, to be found in the kubeconfig of that user. */
  readonly token?: string;
}

/** A request that a rule is asked about. */
export interface AccessQuestion {
  readonly user: User;
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** Set instead of the resource's names for other paths. */
  readonly path?: string;
}

/** Says which requests are refused; everything else is allowed. */
export type DenyRule = (question: AccessQuestion) => boolean | string;

/** Who is behind a request, and what they may do. */
export class Users {
  readonly #byToken = new Map<string, User>();
  /** Headers that were found good before: most clients send the same one with every request. */
  readonly #byHeader = new Map<string, User>();
  readonly #deny: DenyRule | undefined;
  /** The token of the first user. */
  readonly adminToken: string;

  constructor(users: readonly TokenUser[], deny: DenyRule | undefined) {
    this.#deny = deny;
    let first = "";
    for (const { name, groups = [], uid, extra, token = randomBytes(24).toString("base64url") } of users) {
      if (first === "") first = token;
      const user: User = {
        name,
        groups: [...groups, "system:authenticated"],
        ...(uid === undefined ? {} : { uid }),
        ...(extra === undefined ? {} : { extra }),
      };
      this.#byToken.set(digest(token), user);
    }
    this.adminToken = first;
  }

  /** Makes a token for a user. */
  issue(user: User): string {
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
    // Looks like the signed tokens of a real server; the last part is what counts.
    const token = `${part({ alg: "none" })}.${part({ sub: user.name })}.${randomBytes(24).toString("base64url")}`;
    this.#byToken.set(digest(token), { ...user, groups: [...user.groups, "system:authenticated"] });
    return token;
  }

  /** Whose token it is. */
  byToken(token: string): User | undefined {
    return this.#byToken.get(digest(token));
  }

  /** Who asks. An unknown token is refused; no credential at all is the anonymous user. */
  identify(
    headers: IncomingHttpHeaders,
    certificate: { readonly name: string; readonly groups: readonly string[] } | undefined,
  ): User {
    const { authorization } = headers;
    let user: User;
    if (authorization !== undefined && /^bearer /i.test(authorization)) {
      let found = this.#byHeader.get(authorization);
      if (found === undefined) {
        const match = /^Bearer +(\S+)$/i.exec(authorization);
        found = match === null ? undefined : this.#byToken.get(digest(match[1]!));
        if (found === undefined) throw unauthorized();
        if (this.#byHeader.size < 1000) this.#byHeader.set(authorization, found);
      }
      user = found;
    } else if (certificate !== undefined) {
      user = { name: certificate.name, groups: [...certificate.groups, "system:authenticated"] };
    } else {
      user = { name: "system:anonymous", groups: ["system:unauthenticated"] };
    }
    return this.#impersonated(user, headers);
  }

  #impersonated(user: User, headers: IncomingHttpHeaders): User {
    let asked = false;
    for (const key in headers) if (key.startsWith("impersonate-")) asked = true;
    if (!asked) return user;
    const name = headers["impersonate-user"];
    const groups = list(headers["impersonate-group"]);
    const uid = headers["impersonate-uid"];
    const extra = Object.entries(headers).filter(([key]) => key.startsWith("impersonate-extra-"));
    if (name === undefined) {
      if (groups.length > 0 || uid !== undefined || extra.length > 0) {
        throw badRequest("requested impersonation without impersonating a user");
      }
      return user;
    }
    const wanted = String(name);
    const problem = this.denied({
      user,
      verb: "impersonate",
      group: "",
      resource: "users",
      subresource: "",
      namespace: "",
      name: wanted,
    });
    if (problem !== undefined) throw forbidden({ group: "", plural: "users" }, wanted, problem);
    return {
      name: wanted,
      groups: [
        ...groups,
        ...(groups.includes("system:authenticated") || wanted === "system:anonymous" ? [] : ["system:authenticated"]),
      ],
      ...(uid === undefined ? {} : { uid: String(uid) }),
      ...(extra.length === 0
        ? {}
        : { extra: Object.fromEntries(extra.map(([key, value]) => [decodeURIComponent(key.slice(18)), list(value)])) }),
    };
  }

  /** Why something is refused, in the real server's words; `undefined` when it is allowed. */
  denied(question: AccessQuestion): string | undefined {
    const { user, verb, group, resource, subresource, namespace, path } = question;
    const open = path !== undefined && ["/healthz", "/livez", "/readyz", "/version", "/version/"].includes(path);
    const ruled = this.#deny?.(question) ?? false;
    if (ruled === false && (open || user.name !== "system:anonymous")) return undefined;
    const why = typeof ruled === "string" ? `: ${ruled}` : "";
    if (path !== undefined)
      return `User ${JSON.stringify(user.name)} cannot ${verb} path ${JSON.stringify(path)}${why}`;
    const what = subresource === "" ? resource : `${resource}/${subresource}`;
    const where = namespace === "" ? "at the cluster scope" : `in the namespace ${JSON.stringify(namespace)}`;
    return `User ${JSON.stringify(user.name)} cannot ${verb} resource ${JSON.stringify(what)} in API group ${JSON.stringify(group)} ${where}${why}`;
  }
}

function list(value: string | string[] | undefined): string[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : value.split(",").map((one) => one.trim());
}

/** Tokens are looked up by digest, so that the time of a look-up tells nothing about them. */
function digest(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

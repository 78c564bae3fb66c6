import { createHash, randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { defined } from "client-ts/internal";
import type { AccountTokens, TokenFinding } from "./account-tokens.ts";
import { forbidden, unauthorized, badRequest } from "./api-error.ts";
import type { User } from "./core.ts";
import { privilegedGroup, type RbacAnswer, type RbacAuthorizer } from "./rbac/rbac-authorizer.ts";

/** A user with a bearer token. */
export interface TokenUser {
  readonly name: string;
  readonly groups?: readonly string[] | undefined;
  readonly uid?: string | undefined;
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The token. Default: a random one, which is in the kubeconfig of the user. */
  readonly token?: string | undefined;
}

/** The attributes of a request that a {@link DenyRule} checks. */
export interface AccessAttributes {
  readonly user: User;
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** Set instead of the resource's names for other paths. */
  readonly path?: string | undefined;
}

/** Says which requests are refused; everything else is allowed. */
export type DenyRule = (request: AccessAttributes) => boolean | string;

/** Options of {@link Users}. */
export interface UsersOptions {
  readonly deny?: DenyRule | undefined;
  /** Whether roles decide: for all users, for none, or (absent) for impersonated users and ServiceAccounts. */
  readonly rbac?: boolean | undefined;
}

/** Who is behind a request, and what they may do. */
export class Users {
  readonly #byToken = new Map<string, User>();
  /** Headers that were accepted before: most clients send the same one with every request. */
  readonly #byHeader = new Map<string, User>();
  readonly #deny: DenyRule | undefined;
  readonly #rbac: boolean | undefined;
  /** Decides by roles; set by the server whose roles they are. */
  authorizer: RbacAuthorizer | undefined;
  /** Makes and checks tokens of ServiceAccounts; set by the server whose accounts they are. */
  accounts: AccountTokens | undefined;
  /** The token of the first user. */
  readonly adminToken: string;

  constructor(users: readonly TokenUser[], { deny, rbac }: UsersOptions = {}) {
    this.#deny = deny;
    this.#rbac = rbac;
    let first = "";
    for (const { name, groups = [], uid, extra, token = randomBytes(24).toString("base64url") } of users) {
      if (first === "") first = token;
      const user: User = {
        name,
        groups: [...groups, "system:authenticated"],
        uid,
        extra,
      };
      this.#byToken.set(digest(token), user);
    }
    this.adminToken = first;
  }

  /** Makes a token for a user. */
  issue(user: User): string {
    const token = randomBytes(24).toString("base64url");
    const byRoles = user.name.startsWith(accountPrefix);
    this.#byToken.set(digest(token), { ...user, byRoles, groups: [...user.groups, "system:authenticated"] });
    return token;
  }

  /** Whose token it is, for one of the audiences when some are given. */
  byToken(token: string, audiences?: readonly string[]): TokenFinding {
    const user = this.#byToken.get(digest(token));
    if (user !== undefined) return { user, audiences: [] };
    return this.accounts?.review(token, audiences) ?? { problem: undefined };
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
        const finding = match === null ? undefined : this.byToken(match[1]!);
        if (finding === undefined || !("user" in finding)) throw unauthorized();
        found = finding.user;
        // A token of a ServiceAccount expires; the others do not.
        if (found.byRoles !== true && this.#byHeader.size < 1000) this.#byHeader.set(authorization, found);
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
        const info = `&user.DefaultInfo{Name:"", UID:${JSON.stringify(String(uid ?? ""))}, Groups:${goTexts(groups)}, `;
        const extras = extra.map(([key, value]) => `${JSON.stringify(key.slice(18))}:${goTexts(list(value))}`);
        const shown = extras.length === 0 ? "map[string][]string(nil)" : `map[string][]string{${extras.join(", ")}}`;
        throw badRequest(`requested ${info}Extra:${shown}} without impersonating a user name`);
      }
      return user;
    }
    const wanted = String(name);
    const account = accountOf(wanted);
    const extras = Object.fromEntries(extra.map(([key, value]) => [decodeURIComponent(key.slice(18)), list(value)]));
    if (account === undefined) this.#mayImpersonate(user, { group: "", resource: "users", name: wanted });
    else this.#mayImpersonate(user, { group: "", resource: "serviceaccounts", ...account });
    for (const one of groups) this.#mayImpersonate(user, { group: "", resource: "groups", name: one });
    for (const [key, values] of Object.entries(extras))
      for (const value of values)
        this.#mayImpersonate(user, { group: authentication, resource: "userextras", subresource: key, name: value });
    if (uid !== undefined) this.#mayImpersonate(user, { group: authentication, resource: "uids", name: String(uid) });
    return {
      name: wanted,
      groups: impersonatedGroups(wanted, groups),
      byRoles: true,
      uid: uid === undefined ? undefined : String(uid),
      ...defined({ extra: extra.length !== 0 ? extras : undefined }),
    };
  }

  #mayImpersonate(
    user: User,
    asked: Pick<AccessAttributes, "group" | "resource" | "name"> & Partial<AccessAttributes>,
  ): void {
    const question = { user, verb: "impersonate", subresource: "", namespace: "", ...asked };
    const problem = this.denied(question);
    if (problem === undefined) return;
    throw forbidden({ group: asked.group, plural: asked.resource }, asked.name, problem);
  }

  /** Whether roles decide what a user may do. */
  byRoles(user: User): boolean {
    if (user.groups.includes(privilegedGroup) || this.authorizer === undefined) return false;
    return this.#rbac ?? user.byRoles === true;
  }

  /** The answer to a review: of another user by roles, of the user who asks by what decides about that user. */
  review(question: AccessAttributes, { self }: { readonly self: boolean }): RbacAnswer {
    const ruled = this.#deny?.(question) ?? false;
    if (ruled !== false) return { allowed: false, reason: typeof ruled === "string" ? ruled : this.denied(question)! };
    const decides = self ? this.byRoles(question.user) : this.#rbac !== false;
    if (!decides || this.authorizer === undefined) return { allowed: true, reason: "" };
    return this.authorizer.authorize(question);
  }

  /** Why something is refused, in the real server's words; `undefined` when it is allowed. */
  denied(question: AccessAttributes): string | undefined {
    const { user, verb, group, resource, subresource, namespace, path } = question;
    const open = path !== undefined && ["/healthz", "/livez", "/readyz", "/version", "/version/"].includes(path);
    const ruled = this.#deny?.(question) ?? false;
    let why = typeof ruled === "string" ? `: ${ruled}` : "";
    if (ruled === false) {
      if (this.byRoles(user)) {
        const { allowed, reason } = this.authorizer!.authorize(question);
        if (allowed) return undefined;
        why = reason === "" ? "" : `: ${reason}`;
      } else if (open || user.name !== "system:anonymous") return undefined;
    }
    if (path !== undefined)
      return `User ${JSON.stringify(user.name)} cannot ${verb} path ${JSON.stringify(path)}${why}`;
    const what = subresource === "" ? resource : `${resource}/${subresource}`;
    const where = namespace === "" ? "at the cluster scope" : `in the namespace ${JSON.stringify(namespace)}`;
    return `User ${JSON.stringify(user.name)} cannot ${verb} resource ${JSON.stringify(what)} in API group ${JSON.stringify(group)} ${where}${why}`;
  }
}

const accountPrefix = "system:serviceaccount:";
const authentication = "authentication.k8s.io";

/** The ServiceAccount that a user name stands for. */
function accountOf(name: string): { readonly namespace: string; readonly name: string } | undefined {
  if (!name.startsWith(accountPrefix)) return undefined;
  const [namespace = "", account = "", ...rest] = name.slice(accountPrefix.length).split(":");
  return rest.length > 0 || namespace === "" || account === "" ? undefined : { namespace, name: account };
}

/** The groups of an impersonated user: those asked for, or those of a ServiceAccount, and what every user has. */
function impersonatedGroups(name: string, asked: readonly string[]): string[] {
  const account = accountOf(name);
  const own =
    account !== undefined && asked.length === 0
      ? ["system:serviceaccounts", `system:serviceaccounts:${account.namespace}`]
      : asked;
  const every = name === "system:anonymous" ? "system:unauthenticated" : "system:authenticated";
  return own.includes(every) ? [...own] : [...own, every];
}

/** Texts as Go prints them with their type. */
function goTexts(values: readonly string[]): string {
  return values.length === 0 ? "[]string(nil)" : `[]string{${values.map((value) => JSON.stringify(value)).join(", ")}}`;
}

function list(value: string | string[] | undefined): string[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : value.split(",").map((one) => one.trim());
}

/** Tokens are looked up by digest, so that the time of a look-up tells nothing about them. */
function digest(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

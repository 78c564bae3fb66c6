import { createHash } from "node:crypto";
import { type TokenReview, TokenReview as TokenReviewKind } from "../api/authentication/v1.ts";
import { type SubjectAccessReview, SubjectAccessReview as SubjectAccessReviewKind } from "../api/authorization/v1.ts";
import type { Client } from "../client/index.ts";
import { type Clock, defined } from "../util/index.ts";

/** Whether a scraper may read the metrics: a status, 200 for yes. */
export type Access = 200 | 401 | 403;

/** For how long an answer counts, and how many answers are kept. */
const keepMs = 60_000;
const maxKept = 1_000;

/**
 * Asks the cluster who a bearer token belongs to (TokenReview) and whether that user may read the path
 * (SubjectAccessReview of a non-resource URL), as kube-rbac-proxy does. Answers are kept for a minute.
 */
export class MetricsAccess {
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #kept = new Map<string, { readonly access: Access; readonly until: number }>();

  constructor(client: Client, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  async check(authorization: string | undefined, path: string): Promise<Access> {
    const token = /^Bearer ([\w.~+/=-]{1,16384})$/i.exec(authorization ?? "")?.[1];
    if (token === undefined) return 401;
    // The token itself is not kept.
    const id = `${path} ${createHash("sha256").update(token).digest("base64")}`;
    const now = this.#clock.monotonic();
    const kept = this.#kept.get(id);
    if (kept !== undefined && kept.until > now) return kept.access;
    const access = await this.#ask(token, path);
    if (this.#kept.size >= maxKept) this.#kept.clear();
    this.#kept.set(id, { access, until: now + keepMs });
    return access;
  }

  async #ask(token: string, path: string): Promise<Access> {
    const reviews = this.#client.resource(TokenReviewKind);
    const review: TokenReview = await reviews.create({ spec: { token } });
    const { authenticated, user } = review.status ?? {};
    if (authenticated !== true || !user?.username) return 401;
    const access: SubjectAccessReview = await this.#client.resource(SubjectAccessReviewKind).create({
      spec: {
        user: user.username,
        ...defined({ groups: user.groups, uid: user.uid, extra: user.extra }),
        nonResourceAttributes: { path, verb: "get" },
      },
    });
    return access.status?.allowed === true ? 200 : 403;
  }
}

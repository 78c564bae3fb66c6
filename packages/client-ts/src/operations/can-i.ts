import { SelfSubjectAccessReview } from "../api/authorization/v1.ts";
import type { Client } from "../client/index.ts";
import { defined } from "../util/index.ts";

/** An action on a resource, or on a path that is not a resource (`{ verb: "get", path: "/metrics" }`). */
export type AccessReviewSpec =
  | {
      readonly verb: string;
      /** The plural: `pods`; `*` for all. */
      readonly resource: string;
      /** Default: the core group. */
      readonly group?: string | undefined;
      readonly subresource?: string | undefined;
      readonly name?: string | undefined;
      /** Default: all namespaces. */
      readonly namespace?: string | undefined;
    }
  | { readonly verb: string; readonly path: string };

/** What the server's authorizer says. */
export interface AccessReviewResult {
  readonly allowed: boolean;
  /** Why, in the authorizer's words; may be empty. */
  readonly reason: string;
  /** The authorizer could not look at everything; the answer may be incomplete. */
  readonly evaluationError: string | undefined;
}

/**
 * Asks the server whether the client may do something, as `kubectl auth can-i` does (a SelfSubjectAccessReview).
 *
 * ```ts
 * const { allowed } = await canI(client, { verb: "create", group: "apps", resource: "deployments", namespace: "shop"
 * });
 * ```
 */
export async function canI(
  client: Client,
  spec: AccessReviewSpec,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<AccessReviewResult> {
  const { verb } = spec;
  const attributes =
    "path" in spec
      ? { nonResourceAttributes: { verb, path: spec.path } }
      : { resourceAttributes: { ...defined(spec), verb } };
  const review = await client.resource(SelfSubjectAccessReview).create({ spec: attributes }, { signal });
  const { allowed = false, reason = "", evaluationError } = review.status ?? {};
  return { allowed, reason, evaluationError };
}

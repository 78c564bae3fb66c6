import { defined } from "client-ts/internal";
import { badRequest, invalid, invalidValue } from "./api-error.ts";
import type { Call, User } from "./core.ts";
import { type ApiObject, apiTime, field, groupVersion, isObject, type Json } from "./objects.ts";
import type { PolicyRule } from "./rbac/rules.ts";
import type { Users } from "./users.ts";

/** Kinds of reviews: nothing is stored, the answer is in the status. */
const answers: Readonly<Record<string, (call: Call, object: ApiObject, users: Users) => Json>> = {
  "selfsubjectreviews.authentication.k8s.io": ({ user }) => ({ userInfo: userInfo(user) }),
  "tokenreviews.authentication.k8s.io": (_call, object, users) => {
    const token = field(object, "spec", "token");
    if (typeof token !== "string" || token === "")
      throw badRequest("token is required for TokenReview in authentication");
    const asked = field(object, "spec", "audiences");
    const audiences = Array.isArray(asked) && asked.length > 0 ? asked.map(String) : undefined;
    const finding = users.byToken(token, audiences);
    if (!("user" in finding)) {
      const { problem } = finding;
      return { user: {}, error: problem === undefined ? "invalid bearer token" : `[invalid bearer token, ${problem}]` };
    }
    const shared = finding.audiences.length > 0 ? finding.audiences : undefined;
    return defined({ authenticated: true, user: userInfo(finding.user), audiences: shared });
  },
  "selfsubjectaccessreviews.authorization.k8s.io": ({ user }, object, users) =>
    access(user, object, users, { self: true }),
  "subjectaccessreviews.authorization.k8s.io": (_call, object, users) =>
    access(subject(object), object, users, { self: false }),
  "localsubjectaccessreviews.authorization.k8s.io": (call, object, users) => {
    checkLocal(call, object);
    return access(subject(object), object, users, { self: false });
  },
  "selfsubjectrulesreviews.authorization.k8s.io": ({ user }, object, users) => rules(user, object, users),
};

/** Whether a resource is a review, which is not stored. */
export function isReview(collection: string): boolean {
  return Object.hasOwn(answers, collection);
}

/** The answer to a review. */
export function reviewed(call: Call, object: ApiObject, users: Users): ApiObject {
  const { resource } = call;
  const metadata = { creationTimestamp: null, ...object.metadata } as ApiObject["metadata"];
  if (resource.collection === "selfsubjectreviews.authentication.k8s.io")
    metadata.creationTimestamp = apiTime(call.core.clock.now());
  else delete metadata.creationTimestamp;
  if (resource.namespaced) {
    if ((metadata.namespace ?? call.namespace) !== call.namespace)
      throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
    metadata.namespace = call.namespace;
  }
  const status = answers[resource.collection]!(call, object, users);
  // The real server does not repeat the namespace of a review of rules.
  const spec = resource.collection === "selfsubjectrulesreviews.authorization.k8s.io" ? {} : object["spec"];
  const answer = { kind: resource.kind, apiVersion: groupVersion(resource), metadata, spec, status };
  resource.shape?.(answer);
  return answer;
}

/** A review in a namespace asks about that namespace alone. */
function checkLocal({ namespace }: Call, object: ApiObject): void {
  const asked = field(object, "spec", "resourceAttributes");
  const other = field(object, "spec", "nonResourceAttributes");
  if (isObject(other)) {
    const shown = { Path: other["path"] ?? "", Verb: other["verb"] ?? "" };
    throw invalid(nameless, "", [
      invalidValue("spec.nonResourceAttributes", shown, "disallowed on this kind of request"),
    ]);
  }
  const wanted = String(field(asked, "namespace") ?? "");
  if (asked !== undefined && wanted !== namespace)
    throw invalid(nameless, "", [
      invalidValue("spec.resourceAttributes.namespace", wanted, "must match metadata.namespace"),
    ]);
}

/** The reviews are refused without their kind. */
const nameless = { group: "authorization.k8s.io", kind: "" };

function userInfo({ name, uid, groups, extra }: User): Json {
  return { username: name, uid, groups, extra };
}

function subject(object: ApiObject): User {
  const groups = field(object, "spec", "groups");
  return { name: String(field(object, "spec", "user") ?? ""), groups: Array.isArray(groups) ? groups.map(String) : [] };
}

/** What the user who asks may do in a namespace. */
function rules(user: User, object: ApiObject, users: Users): Json {
  const namespace = String(field(object, "spec", "namespace") ?? "");
  if (namespace === "") throw badRequest("no namespace on request");
  const everything: PolicyRule[] = [
    { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
    { verbs: ["*"], nonResourceURLs: ["*"] },
  ];
  const byRoles = users.byRoles(user) || user.groups.includes("system:masters");
  const found = byRoles ? users.authorizer?.rulesFor(user, namespace) : undefined;
  const held = found?.rules ?? everything;
  return {
    resourceRules: held
      .filter((rule) => (rule.resources ?? []).length > 0)
      .map(({ verbs, apiGroups, resources, resourceNames }) => ({ verbs, apiGroups, resources, resourceNames })),
    nonResourceRules: held
      .filter((rule) => (rule.nonResourceURLs ?? []).length > 0)
      .map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
    incomplete: false,
    ...defined({ evaluationError: found !== undefined && found.problem !== "" ? found.problem : undefined }),
  };
}

function access(user: User, object: ApiObject, users: Users, whose: { readonly self: boolean }): Json {
  const asked = field(object, "spec", "resourceAttributes");
  const other = field(object, "spec", "nonResourceAttributes");
  if ((asked === undefined) === (other === undefined)) {
    const shown = isObject(other) ? { Path: other["path"] ?? "", Verb: other["verb"] ?? "" } : null;
    throw invalid(nameless, "", [
      invalidValue("spec", shown, "exactly one of nonResourceAttributes or resourceAttributes must be specified"),
    ]);
  }
  if (user.name === "" && user.groups.length === 0) {
    throw invalid(nameless, "", [invalidValue("spec.user", "", "at least one of user or group must be specified")]);
  }
  const text = (from: unknown, name: string): string => String(field(from, name) ?? "");
  const question =
    asked === undefined
      ? { group: "", resource: "", subresource: "", namespace: "", name: "", path: text(other, "path") }
      : {
          group: text(asked, "group"),
          resource: text(asked, "resource"),
          subresource: text(asked, "subresource"),
          namespace: text(asked, "namespace"),
          name: text(asked, "name"),
        };
  const { allowed, reason } = users.review({ user, verb: text(asked ?? other, "verb"), ...question }, whose);
  return { allowed, ...defined({ reason: reason || undefined }) };
}

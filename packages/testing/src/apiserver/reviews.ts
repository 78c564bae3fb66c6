import { badRequest, invalid, invalidValue } from "./api-error.ts";
import type { Call, User } from "./core.ts";
import { type ApiObject, apiTime, field, groupVersion, isObject, type Json } from "./objects.ts";
import type { Users } from "./users.ts";

/** Kinds that are questions: nothing is stored, the answer is in the status. */
const answers: Readonly<Record<string, (call: Call, object: ApiObject, users: Users) => Json>> = {
  "selfsubjectreviews.authentication.k8s.io": ({ user }) => ({ userInfo: userInfo(user) }),
  "tokenreviews.authentication.k8s.io": (_call, object, users) => {
    const token = field(object, "spec", "token");
    if (typeof token !== "string" || token === "")
      throw badRequest("token is required for TokenReview in authentication");
    const user = users.byToken(token);
    return user === undefined
      ? { user: {}, error: "[invalid bearer token, token lookup failed]" }
      : { authenticated: true, user: userInfo(user) };
  },
  "selfsubjectaccessreviews.authorization.k8s.io": ({ user }, object, users) => access(user, object, users),
  "subjectaccessreviews.authorization.k8s.io": (_call, object, users) => access(subject(object), object, users),
  "localsubjectaccessreviews.authorization.k8s.io": (_call, object, users) => access(subject(object), object, users),
  "selfsubjectrulesreviews.authorization.k8s.io": () => ({
    resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"] }],
    nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
    incomplete: false,
  }),
};

/** Whether a resource is a question, and not stored. */
export function isReview(collection: string): boolean {
  return Object.hasOwn(answers, collection);
}

/** The answer to a question. */
export function reviewed(call: Call, object: ApiObject, users: Users): ApiObject {
  const { resource } = call;
  const metadata = { creationTimestamp: null, ...object.metadata } as ApiObject["metadata"];
  if (resource.collection === "selfsubjectreviews.authentication.k8s.io")
    metadata.creationTimestamp = apiTime(call.core.clock.now());
  else delete metadata.creationTimestamp;
  return {
    kind: resource.kind,
    apiVersion: groupVersion(resource),
    metadata,
    spec: object["spec"],
    status: answers[resource.collection]!(call, object, users),
  };
}

function userInfo({ name, uid, groups, extra }: User): Json {
  return { username: name, uid, groups, extra };
}

function subject(object: ApiObject): User {
  const groups = field(object, "spec", "groups");
  return { name: String(field(object, "spec", "user") ?? ""), groups: Array.isArray(groups) ? groups.map(String) : [] };
}

function access(user: User, object: ApiObject, users: Users): Json {
  const asked = field(object, "spec", "resourceAttributes");
  const other = field(object, "spec", "nonResourceAttributes");
  const nameless = { group: "authorization.k8s.io", kind: "" };
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
  const problem =
    asked === undefined
      ? users.denied({
          user,
          verb: text(other, "verb"),
          group: "",
          resource: "",
          subresource: "",
          namespace: "",
          name: "",
          path: text(other, "path"),
        })
      : users.denied({
          user,
          verb: text(asked, "verb"),
          group: text(asked, "group"),
          resource: text(asked, "resource"),
          subresource: text(asked, "subresource"),
          namespace: text(asked, "namespace"),
          name: text(asked, "name"),
        });
  return problem === undefined ? { allowed: true } : { allowed: false, reason: problem };
}

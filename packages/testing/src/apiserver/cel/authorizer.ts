import type { Environment } from "@marcbachmann/cel-js";
import type { AccessAttributes } from "../users.ts";

/** What an expression asks about a user. */
export interface AccessCheck extends AccessAttributes {
  /** Whether the user is the one whose request is admitted. */
  readonly self: boolean;
}

/** Answers what a user may do. */
export type AccessAnswer = (check: AccessCheck) => { readonly allowed: boolean; readonly reason: string };

type Subject = Pick<AccessCheck, "user" | "self">;
type ResourceQuestion = Omit<AccessCheck, keyof Subject | "verb" | "path">;

/** The value `authorizer` of expressions: who is asked about, and the resource of the request. */
export class AuthorizerValue {
  readonly answer: AccessAnswer;
  readonly subject: Subject;
  readonly requestResource: ResourceCheck;

  constructor(answer: AccessAnswer, subject: Subject, requested: ResourceQuestion) {
    this.answer = answer;
    this.subject = subject;
    this.requestResource = new ResourceCheck(this, requested);
  }
}

class GroupCheck {
  readonly authorizer: AuthorizerValue;
  readonly group: string;

  constructor(authorizer: AuthorizerValue, group: string) {
    this.authorizer = authorizer;
    this.group = group;
  }
}

class PathCheck {
  readonly authorizer: AuthorizerValue;
  readonly path: string;

  constructor(authorizer: AuthorizerValue, path: string) {
    this.authorizer = authorizer;
    this.path = path;
  }
}

class ResourceCheck {
  readonly authorizer: AuthorizerValue;
  readonly question: ResourceQuestion;

  constructor(authorizer: AuthorizerValue, question: ResourceQuestion) {
    this.authorizer = authorizer;
    this.question = question;
  }
}

class Decision {
  readonly allowed: boolean;
  readonly reason: string;

  constructor({ allowed, reason }: ReturnType<AccessAnswer>) {
    this.allowed = allowed;
    this.reason = reason;
  }
}

const about: ResourceQuestion = { group: "", resource: "", subresource: "", namespace: "", name: "" };

/** Registers the functions by which expressions ask what a user may do. */
export function registerAuthorizer(environment: Environment): void {
  const kinds = { GroupCheck, PathCheck, ResourceCheck, Decision };
  for (const [name, kind] of Object.entries(kinds)) environment.registerType(`kubernetes.authorization.${name}`, kind);
  const fields = { requestResource: "kubernetes.authorization.ResourceCheck" };
  environment.registerType("kubernetes.authorization.Authorizer", { ctor: AuthorizerValue, fields });
  const method = (signature: string, run: (...values: never[]) => unknown): void => {
    environment.registerFunction(signature.replace(/@/g, "kubernetes.authorization."), run);
  };
  method("@Authorizer.group(string): @GroupCheck", (one: AuthorizerValue, group: string) => new GroupCheck(one, group));
  method("@Authorizer.path(string): @PathCheck", (one: AuthorizerValue, path: string) => {
    if (path.trim() === "") throw new Error("path must not be empty");
    return new PathCheck(one, path.startsWith("/") ? path : `/${path}`);
  });
  method("@Authorizer.serviceAccount(string, string): @Authorizer", accountOf);
  method("@GroupCheck.resource(string): @ResourceCheck", ({ authorizer, group }: GroupCheck, resource: string) => {
    if (resource.trim() === "") throw new Error("resource must not be empty");
    return new ResourceCheck(authorizer, { ...about, group, resource });
  });
  for (const part of ["subresource", "namespace", "name"]) {
    method(
      `@ResourceCheck.${part}(string): @ResourceCheck`,
      ({ authorizer, question }: ResourceCheck, value: string) =>
        new ResourceCheck(authorizer, { ...question, [part]: value }),
    );
  }
  // Roles know nothing of selectors.
  for (const part of ["fieldSelector", "labelSelector"])
    method(`@ResourceCheck.${part}(string): @ResourceCheck`, (check: ResourceCheck) => check);
  method("@ResourceCheck.check(string): @Decision", ({ authorizer, question }: ResourceCheck, verb: string) =>
    decided(authorizer, { ...question, verb }),
  );
  method("@PathCheck.check(string): @Decision", ({ authorizer, path }: PathCheck, verb: string) =>
    decided(authorizer, { ...about, verb, path }),
  );
  method("@Decision.allowed(): bool", ({ allowed }: Decision) => allowed);
  method("@Decision.reason(): string", ({ reason }: Decision) => reason);
  method("@Decision.errored(): bool", () => false);
  method("@Decision.error(): string", () => "");
}

function decided({ answer, subject }: AuthorizerValue, asked: Omit<AccessCheck, keyof Subject>): Decision {
  return new Decision(answer({ ...subject, ...asked }));
}

function accountOf({ answer, requestResource }: AuthorizerValue, namespace: string, name: string): AuthorizerValue {
  const label = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
  if (!label.test(namespace)) throw new Error("Invalid service account namespace");
  if (!name.split(".").every((part) => label.test(part))) throw new Error("Invalid service account name");
  const groups = ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"];
  const user = { name: `system:serviceaccount:${namespace}:${name}`, groups };
  return new AuthorizerValue(answer, { user, self: false }, requestResource.question);
}

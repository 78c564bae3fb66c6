import { afterTurn } from "client-ts/internal";
import type { Core, User } from "./core.ts";
import type { Exchange, ResponseHeaders } from "./exchange.ts";
import { type ApiObject, apiTime, field, isObject, type Json, objectOf, recordOf, sameJson } from "./objects.ts";
import { listOf } from "./rules/field-rules.ts";
import type { ApiPath } from "./request-path.ts";
import type { Collection } from "./storage.ts";

/** The collection of FlowSchemas. */
export const flowSchemas = "flowschemas.flowcontrol.apiserver.k8s.io";
/** The collection of PriorityLevelConfigurations. */
export const priorityLevels = "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io";

/** What a request is, as FlowSchemas see it. */
export interface FlowQuestion {
  readonly user: User;
  readonly verb: string;
  /** The resource that the request is about; `undefined` for other paths. */
  readonly path: ApiPath | undefined;
  readonly pathname: string;
}

/**
 * Which FlowSchema and which priority level a request belongs to. No request waits here: the answer says in its headers
 * where it would have waited. A FlowSchema says in its status whether its priority level exists.
 */
export class FlowControl {
  readonly #core: Core;
  #order: readonly ApiObject[] | undefined;
  #queued = false;

  constructor(core: Core) {
    this.#core = core;
  }

  /** Follows a commit. */
  onCommit({ name }: Collection): void {
    if (name !== flowSchemas && name !== priorityLevels) return;
    this.#order = undefined;
    if (this.#queued) return;
    this.#queued = true;
    afterTurn(() => {
      this.#queued = false;
      this.#updateStatus();
    });
  }

  /** Whether there are FlowSchemas: those of every cluster are made when they are first asked for. */
  get isActive(): boolean {
    return (this.#core.storage.collections.get(flowSchemas)?.records.size ?? 0) > 0;
  }

  /** An exchange whose answer says how the request was classified. */
  classified(exchange: Exchange, question: FlowQuestion): Exchange {
    this.#order ??= storedObjects(this.#core, flowSchemas).sort(
      (a, b) => precedence(a) - precedence(b) || ((a.metadata.name ?? "") < (b.metadata.name ?? "") ? -1 : 1),
    );
    const schema = this.#order.find((one) => matches(one, question));
    const level = schema && this.#core.storage.collections.get(priorityLevels)?.records.get(levelOf(schema));
    if (schema === undefined || level === undefined) return exchange;
    return withHeaders(exchange, {
      "x-kubernetes-pf-flowschema-uid": schema.metadata.uid ?? "",
      "x-kubernetes-pf-prioritylevel-uid": level.uid,
    });
  }

  #updateStatus(): void {
    const { storage, table, clock } = this.#core;
    const collection = storage.collection(flowSchemas);
    const resource = table.preferred(flowSchemas);
    if (resource === undefined) return;
    for (const object of storedObjects(this.#core, flowSchemas)) {
      const name = levelOf(object);
      const exists = storage.collections.get(priorityLevels)?.records.has(name) ?? false;
      const conditions = field(object, "status", "conditions");
      const others = Array.isArray(conditions) ? conditions.filter((one) => field(one, "type") !== "Dangling") : [];
      const before = Array.isArray(conditions)
        ? conditions.find((one) => field(one, "type") === "Dangling")
        : undefined;
      const wanted = danglingCondition(name, exists);
      const { lastTransitionTime, ...rest } = isObject(before) ? before : {};
      if (sameJson(rest, wanted)) continue;
      const isSame = rest["status"] === wanted["status"];
      const time = isSame && lastTransitionTime !== undefined ? lastTransitionTime : apiTime(clock.now());
      object["status"] = { conditions: [...others, { ...wanted, lastTransitionTime: time }] };
      storage.put(collection, (revision) => recordOf(object, resource, revision));
    }
  }
}

/** The objects of a collection, in its preferred version. */
export function storedObjects({ storage, table }: Core, name: string): ApiObject[] {
  const collection = storage.collections.get(name);
  const resource = table.preferred(name);
  if (collection === undefined || resource === undefined) return [];
  return [...collection.records.values()].map((record) => objectOf(record, resource));
}

/** What a FlowSchema says of its priority level. */
export function danglingCondition(name: string, exists: boolean): Json {
  const object = `This FlowSchema references the PriorityLevelConfiguration object named ${JSON.stringify(name)}`;
  return exists
    ? { type: "Dangling", status: "False", reason: "Found", message: `${object} and it exists` }
    : { type: "Dangling", status: "True", reason: "NotFound", message: `${object} but there is no such object` };
}

function precedence(schema: ApiObject): number {
  return Number(field(schema, "spec", "matchingPrecedence") ?? 1000);
}

/** The name of a FlowSchema's priority level. */
export function levelOf(schema: ApiObject): string {
  return String(field(schema, "spec", "priorityLevelConfiguration", "name") ?? "");
}

function matches(schema: ApiObject, question: FlowQuestion): boolean {
  return listOf(schema["spec"], "rules").some(
    (rule) =>
      listOf(rule, "subjects").some((subject) => isSubject(subject, question.user)) &&
      (question.path === undefined
        ? listOf(rule, "nonResourceRules").some((one) => coversPath(one, question))
        : listOf(rule, "resourceRules").some((one) => coversResource(one, question, question.path!))),
  );
}

function isSubject(subject: unknown, { name, groups }: User): boolean {
  const wanted = (...path: string[]): string => String(field(subject, ...path) ?? "");
  switch (wanted("kind")) {
    case "User":
      return ["*", name].includes(wanted("user", "name"));
    case "Group":
      return wanted("group", "name") === "*" || groups.includes(wanted("group", "name"));
    default: {
      const prefix = `system:serviceaccount:${wanted("serviceAccount", "namespace")}:`;
      const account = wanted("serviceAccount", "name");
      return account === "*" ? name.startsWith(prefix) : name === `${prefix}${account}`;
    }
  }
}

function coversPath(rule: unknown, { verb, pathname }: FlowQuestion): boolean {
  const fits = (url: unknown): boolean =>
    url === "*" ||
    url === pathname ||
    (typeof url === "string" && url.endsWith("*") && pathname.startsWith(url.slice(0, -1)));
  return includes(rule, "verbs", verb) && listOf(rule, "nonResourceURLs").some(fits);
}

function coversResource(rule: unknown, { verb }: FlowQuestion, path: ApiPath): boolean {
  const resource = path.subresource === "" ? path.plural : `${path.plural}/${path.subresource}`;
  const isInScope =
    path.namespace === "" ? field(rule, "clusterScope") === true : includes(rule, "namespaces", path.namespace);
  return (
    isInScope &&
    includes(rule, "verbs", verb) &&
    includes(rule, "apiGroups", path.group) &&
    includes(rule, "resources", resource)
  );
}

function includes(rule: unknown, name: string, value: string): boolean {
  return listOf(rule, name).some((one) => one === "*" || one === value);
}

/** The same exchange, with more headers in its answer. */
function withHeaders(exchange: Exchange, more: ResponseHeaders): Exchange {
  const { switchProtocols } = exchange;
  return {
    method: exchange.method,
    target: exchange.target,
    headers: exchange.headers,
    connection: exchange.connection,
    readRevision: exchange.readRevision,
    readBody: (limit) => exchange.readBody(limit),
    respond: (status, headers, body) => exchange.respond(status, { ...more, ...headers }, body),
    open: (status, headers) => exchange.open(status, { ...more, ...headers }),
    switchProtocols: switchProtocols && ((headers: ResponseHeaders) => switchProtocols.call(exchange, headers)),
    onClose: (run) => exchange.onClose(run),
    abort: () => exchange.abort(),
  };
}

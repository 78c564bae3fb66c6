import { isRecord } from "client-ts/internal";
import type { GroupVersionResource, KubeObject } from "client-ts/meta";
import { parseApiPath, parseQuery, verbOf } from "../apiserver/index.ts";

/** One request to a fake clientset. */
export interface Action {
  /** The API's verb: `get`, `list`, `watch`, `create`, `update`, `patch`, `delete` or `deletecollection`. */
  readonly verb: string;
  /**
   * What the request is about. Discovery is recorded as client-go's fake does: `get` of the resources `version`,
   * `group` (the list of groups) and `resource` (the resources of one group version).
   */
  readonly resource: GroupVersionResource;
  /** `status`, `scale`, `log`; empty for the object itself. */
  readonly subresource: string;
  /** Empty for kinds without namespaces and for requests about all namespaces. */
  readonly namespace: string;
  /** Empty for a create and for requests about many objects. */
  readonly name: string;
  /** The path without the query. */
  readonly path: string;
  /** The query's parameters and, for a deletion, the fields of its DeleteOptions. */
  readonly options: Readonly<Record<string, unknown>>;
  /** What is created or updated. A reactor may change it; later reactors and the tracker see the change. */
  object: KubeObject | undefined;
  /** The content type of a patch. */
  readonly patchType: string | undefined;
  /** The patch, as an object or a list of operations. A reactor may change it. */
  patch: unknown;
}

/** What is known of a request before it is sent. */
export interface ActionSource {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly contentType: string;
  readonly body: string;
}

/** Reads the action of a request. */
export function parseAction({ method, target, contentType, body }: ActionSource): Action {
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = parseQuery(mark < 0 ? "" : target.slice(mark + 1));
  const options: Record<string, unknown> = Object.fromEntries(query);
  const content = body === "" ? undefined : parsed(body);
  const patching = method === "PATCH";
  if (method === "DELETE" && isRecord(content)) {
    for (const [name, value] of Object.entries(content)) {
      if (name !== "kind" && name !== "apiVersion" && name !== "__proto__") options[name] = value;
    }
  }
  const writes = (method === "POST" || method === "PUT") && isRecord(content);
  const shared = {
    path,
    options,
    object: writes ? (content as KubeObject) : undefined,
    patchType: patching ? contentType : undefined,
    patch: patching ? content : undefined,
  };
  const parts = parseApiPath(path);
  if (parts === undefined) {
    const resource = { group: "", version: "", resource: generalResource(path) };
    return { verb: method.toLowerCase(), resource, subresource: "", namespace: "", name: "", ...shared };
  }
  const { group, version, plural, namespace, name, subresource } = parts;
  const resource = { group, version, resource: plural };
  return { verb: verbOf(method, parts, query), resource, subresource, namespace, name, ...shared };
}

/** A copy whose object and patch can change without a change of the original. */
export function copyAction(action: Action): Action {
  return { ...action, object: structuredClone(action.object), patch: structuredClone(action.patch) };
}

/** The body of the request after the reactors; `undefined` when they left it as it was. */
export function changedBody(before: Action, after: Action): string | undefined {
  const text = JSON.stringify(after.object ?? after.patch);
  return text === JSON.stringify(before.object ?? before.patch) ? undefined : text;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function generalResource(path: string): string {
  if (/^\/version\/?$/.test(path)) return "version";
  if (/^\/apis?\/?$/.test(path)) return "group";
  if (/^\/(api|apis\/[^/]+)\/[^/]+\/?$/.test(path)) return "resource";
  return path.split("/")[1] ?? "";
}

import { parseApiVersion } from "client-ts/meta";
import { ApiError, badRequest, failure, forbidden, notAcceptable, notFound } from "./api-error.ts";
import type { Call, Core, User } from "./core.ts";
import { checkKind, decodeBody } from "./decode-body.ts";
import { serveDelete, serveDeleteCollection } from "./delete.ts";
import type { Exchange } from "./exchange.ts";
import { checkFields } from "./field-validation.ts";
import { flag } from "./list-options.ts";
import { headersOf, respondValue, serveGet, serveList } from "./read.ts";
import { type ApiObject, serialize } from "./objects.ts";
import { patchObject } from "./patch.ts";
import { acceptedTypes, formOf, renderingOf, type Rendering } from "./rendering.ts";
import { isReview, reviewed } from "./reviews.ts";
import { serveOtherSubresource } from "./subresources.ts";
import { type ApiPath, parseApiPath } from "./request-path.ts";
import { createObject, updateObject, type WriteResult } from "./write.ts";
import { checkName, parseWriteRequest, type WriteRequest } from "./write-options.ts";
import type { Users } from "./users.ts";
import { admitted } from "./webhooks/admission-pass.ts";

/** Answers a request about a resource; `undefined` when the path is of none. */
export function routeResource(
  core: Core,
  users: Users,
  exchange: Exchange,
  user: User,
  pathname: string,
  query: URLSearchParams,
): Promise<void> | undefined {
  const path = parseApiPath(pathname);
  if (path === undefined) return undefined;
  const resource = core.table.find(path.group, path.version, path.plural);
  if (resource === undefined) return undefined;
  if (resource.namespaced ? false : path.namespace !== "") return undefined;
  core.ensureBootstrap(resource.collection);
  const call: Call = {
    core,
    exchange,
    user,
    resource,
    collection: core.storage.collection(resource.collection),
    namespace: path.namespace,
    name: path.name,
    subresource: path.subresource,
    query,
    warnings: [],
    lenient: core.settings.lenient,
  };
  const verb = verbOf(exchange.method, path, query);
  authorize(users, user, path, resource, verb, query);
  const outdated = deprecated[resource.collection];
  if (outdated !== undefined) call.warnings.push(outdated);
  if (resource.custom?.deprecationWarning !== undefined) call.warnings.push(resource.custom.deprecationWarning);
  return serve(call, path, verb, users);
}

/** Throws when a user may not do what a request asks for. */
export function authorize(
  users: Users,
  user: User,
  path: ApiPath,
  resource: { readonly group: string; readonly plural: string },
  verb: string,
  query: URLSearchParams,
): void {
  const name = path.name || selectedName(verb, query);
  const problem = users.denied({
    user,
    verb,
    group: path.group,
    resource: path.plural,
    subresource: path.subresource,
    // A Namespace is inside itself.
    namespace: path.group === "" && path.plural === "namespaces" ? path.name : path.namespace,
    name,
  });
  if (problem !== undefined) throw forbidden(resource, name, problem);
}

/** The one name that a request about many chooses by its field selector; empty when it does not. */
function selectedName(verb: string, query: URLSearchParams): string {
  if (verb !== "list" && verb !== "watch" && verb !== "deletecollection") return "";
  const terms = (query.get("fieldSelector") ?? "").split(",");
  const chosen = terms.map((term) => /^metadata\.name==?(.+)$/.exec(term)?.[1]).find((one) => one !== undefined);
  return chosen ?? "";
}

/** The verb of a request, as authorization names it. */
export function verbOf(method: string, path: ApiPath, query: URLSearchParams): string {
  switch (method) {
    case "POST":
      return "create";
    case "PUT":
      return "update";
    case "PATCH":
      return "patch";
    case "DELETE":
      return path.name === "" ? "deletecollection" : "delete";
    default:
      if (path.watch || flag(query, "watch") === true) return "watch";
      return path.name === "" ? "list" : "get";
  }
}

function serve(call: Call, path: ApiPath, verb: string, users: Users): Promise<void> | undefined {
  const { resource, subresource, exchange } = call;
  if (subresource !== "" && path.name !== "") {
    const streamed = call.core.streams.serve(call, `/${path.rest.map(encodeURIComponent).join("/")}`);
    if (streamed !== undefined) return streamed;
  }
  if (path.rest.length > 0) return undefined;
  if (subresource !== "") return serveSubresource(call, verb, users);
  const { method } = exchange;
  const allowed = (name: string): boolean => (resource.verbs as readonly string[]).includes(name);
  if (method === "GET" || method === "HEAD") {
    if (resource.namespaced && path.name !== "" && path.namespace === "") return undefined;
    if (!allowed("get")) {
      if (path.name !== "") return undefined;
      throw methodNotAllowed();
    }
    return path.name === "" || verb === "watch" ? serveList(call, path.watch) : serveGet(call);
  }
  // Objects are written inside their namespace only.
  if (resource.namespaced && path.namespace === "") {
    if (method === "DELETE" && path.name === "" && allowed("deletecollection")) return serveDeleteCollection(call);
    throw methodNotAllowed();
  }
  switch (method) {
    case "POST":
      if (path.name !== "" || !allowed("create")) throw methodNotAllowed();
      return serveCreate(call, users);
    case "PUT":
      if (path.name === "" || !allowed("update")) throw methodNotAllowed();
      return serveUpdate(call);
    case "PATCH":
      if (path.name === "" || !allowed("patch")) throw methodNotAllowed();
      return servePatch(call);
    case "DELETE":
      if (path.name === "") {
        if (!allowed("deletecollection")) throw methodNotAllowed();
        return serveDeleteCollection(call);
      }
      if (!allowed("delete")) throw methodNotAllowed();
      return serveDelete(call);
    default:
      throw methodNotAllowed();
  }
}

function serveSubresource(call: Call, verb: string, users: Users): Promise<void> | undefined {
  const { resource, subresource } = call;
  if (editable.has(`${resource.collection}/${subresource}`)) {
    if (verb === "get") return serveGet(call);
    if (verb === "update") return serveUpdate(call);
    if (verb === "patch") return servePatch(call);
    throw methodNotAllowed();
  }
  if (
    (subresource === "status" && resource.status) ||
    (subresource === "finalize" && resource.collection === "namespaces")
  ) {
    if (verb === "get" && subresource === "status") return serveGet(call);
    if (verb === "update") return serveUpdate(call);
    if (verb === "patch" && subresource === "status") return servePatch(call);
    throw methodNotAllowed();
  }
  const served = serveOtherSubresource(call, verb, users);
  const facts = resource.subresources.find(({ name }) => name === subresource);
  if (
    served === undefined &&
    facts !== undefined &&
    facts.verbs.length > 0 &&
    !(facts.verbs as string[]).includes(verb)
  )
    throw methodNotAllowed();
  // A custom kind answers for every path below its objects.
  if (served === undefined && resource.custom !== undefined) throw notFound(resource, call.name);
  return served;
}

/** What the real server says of kinds that are on their way out. */
const deprecated: Readonly<Record<string, string>> = {
  endpoints: "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice",
  componentstatuses: "v1 ComponentStatus is deprecated in v1.19+",
};

/** Paths that show the object and change a part of it. */
const editable = new Set([
  "pods/ephemeralcontainers",
  "pods/resize",
  "certificatesigningrequests.certificates.k8s.io/approval",
]);

/** What a request with a method that its path does not take gets. */
function methodNotAllowed(): ApiError {
  return new ApiError(
    failure(405, "MethodNotAllowed", "the server does not allow this method on the requested resource", {}),
  );
}

async function serveCreate(call: Call, users: Users): Promise<void> {
  const { exchange, core, resource } = call;
  const rendering = renderingOf(call);
  if (isReview(resource.collection) && rendering.form === "table") throw notAcceptable(acceptedTypes);
  const body = await exchange.readBody(core.settings.maxRequestBytes);
  const request = parseWriteRequest(call, "CreateOptions");
  const object = await decodeObject(call, body, request);
  if (isReview(resource.collection)) {
    const answered = reviewed(call, object, users);
    respondValue(call, 201, formOf(answered, resource, rendering, core), rendering);
    return;
  }
  if (resource.namespaced && call.namespace === "")
    throw badRequest("an empty namespace may not be set during creation");
  const write = (steady: Call): WriteResult => createObject(steady, forAttempt(object, steady), request, "update");
  answer(call, await admitted(call, write), rendering);
}

async function serveUpdate(call: Call): Promise<void> {
  const { exchange, core } = call;
  checkName(call.name);
  const rendering = renderingOf(call);
  const body = await exchange.readBody(core.settings.maxRequestBytes);
  const request = parseWriteRequest(call, "UpdateOptions");
  const object = await decodeObject(call, body, request);
  const write = (steady: Call): WriteResult =>
    updateObject(steady, request, "update", () => forAttempt(object, steady));
  answer(call, await admitted(call, write), rendering);
}

/** The object for one attempt of a write: with webhooks there may be several, and each changes its object. */
function forAttempt(object: ApiObject, { admission, resource }: Call): ApiObject {
  return admission === undefined && resource.custom?.conversion === undefined ? object : structuredClone(object);
}

async function decodeObject(call: Call, body: Buffer, request: WriteRequest): Promise<ApiObject> {
  const { value, duplicates, text } = await decodeBody(call, body, call.resource.kind);
  const object = checkKind(value, call.resource, (apiVersion, kind) => {
    const { group, version } = parseApiVersion(apiVersion);
    return call.core.table.findKind(group, version, kind) !== undefined;
  });
  checkFields(call, object, duplicates, request, "body", text);
  return object;
}

async function servePatch(call: Call): Promise<void> {
  const { exchange, core } = call;
  checkName(call.name);
  const rendering = renderingOf(call);
  const body = await exchange.readBody(core.settings.maxRequestBytes);
  answer(call, await admitted(call, (steady) => patchObject(steady, body)), rendering);
}

function answer(call: Call, { object, created, bytes }: WriteResult, rendering: Rendering): void {
  const code = created ? 201 : 200;
  if (rendering.form === "object" && rendering.format === "json") {
    call.exchange.respond(code, headersOf(call, rendering), bytes ?? serialize(object, call.resource));
  } else {
    respondValue(call, code, formOf(object, call.resource, rendering, call.core), rendering);
  }
}

import { defined } from "client-ts/internal";
import {
  ApiError,
  badRequest,
  conflict,
  failure,
  internalError,
  invalid,
  invalidValue,
  notFound,
} from "./api-error.ts";
import { checkTokenSeconds } from "./account-tokens.ts";
import { checkDisruption } from "./admit/index.ts";
import { type Call, keyOf } from "./core.ts";
import { bodyType, decodeBody } from "./decode-body.ts";
import { deleteObject } from "./delete.ts";
import { type ApiObject, apiTime, field, isObject, type Json, objectOf } from "./objects.ts";
import { patchedJson } from "./patch.ts";
import { respondValue } from "./read.ts";
import { renderingFor, renderingOf } from "./rendering.ts";
import type { ServedResource } from "./resources.ts";
import type { Users } from "./users.ts";
import { replay } from "./webhooks/replay.ts";
import { updateObject } from "./write.ts";
import { parseWriteRequest } from "./write-options.ts";

/** Answers a path below an object other than `status`; `undefined` when the kind has no such path. */
export function serveOtherSubresource(call: Call, verb: string, users: Users): Promise<void> | undefined {
  const { resource, subresource } = call;
  if (subresource === "scale" && (resource.scale || resource.custom?.scalePaths !== undefined))
    return serveScale(call, verb);
  const facts = resource.subresources.find(({ name }) => name === subresource);
  if (facts === undefined) return undefined;
  switch (`${resource.collection}/${subresource} ${verb}`) {
    case "pods/eviction create":
      return serveEviction(call);
    case "pods/binding create":
      return serveBinding(call);
    case "serviceaccounts/token create":
      return serveToken(call, users);
    default:
      return undefined;
  }
}

function stored(call: Call): ApiObject {
  const record = call.collection.records.get(keyOf(call, call.name));
  if (record === undefined) throw notFound(call.resource, call.name);
  return objectOf(record, call.resource);
}

async function bodyOf(call: Call, kind: string): Promise<Json> {
  const body = await call.exchange.readBody(call.core.settings.maxRequestBytes);
  return (await decodeBody(call, body, kind)).value;
}

const success = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 };

async function serveEviction(call: Call): Promise<void> {
  const body = await bodyOf(call, "Eviction");
  const name = field(body, "metadata", "name");
  if (name !== undefined && name !== call.name) throw badRequest("name in URL does not match name in Eviction object");
  const record = call.collection.records.get(keyOf(call, call.name));
  if (record === undefined) throw notFound(call.resource, call.name);
  checkDisruption(call, objectOf(record, call.resource));
  const options = field(body, "deleteOptions");
  const grace = field(options, "gracePeriodSeconds");
  const dryRun = field(options, "dryRun");
  deleteObject(call.core, call.resource, call.collection, record, {
    graceSeconds: typeof grace === "number" ? grace : undefined,
    preconditions: (field(options, "preconditions") as { uid?: string } | undefined) ?? {},
    propagation: undefined,
    dryRun: (Array.isArray(dryRun) && dryRun.length > 0) || call.query.has("dryRun"),
  });
  respondValue(call, 201, success, renderingFor(undefined));
}

async function serveBinding(call: Call): Promise<void> {
  const body = await bodyOf(call, "Binding");
  const node = field(body, "target", "name");
  if (typeof node !== "string" || node === "") throw new ApiError(failure(500, "", "target.name: Required value"));
  const request = parseWriteRequest(call, "CreateOptions");
  updateObject({ ...call, subresource: "binding" }, request, "patch", (current) => {
    current!["spec"] ??= {};
    const spec = current!["spec"] as Json;
    if (spec["nodeName"])
      throw conflict(
        { group: "", plural: "pods/binding" },
        call.name,
        `pod ${call.name} is already assigned to node ${JSON.stringify(spec["nodeName"])}`,
      );
    spec["nodeName"] = node;
    return current!;
  });
  respondValue(call, 201, success, renderingFor(undefined));
}

async function serveToken(call: Call, users: Users): Promise<void> {
  const body = await bodyOf(call, "TokenRequest");
  const account = stored(call);
  const seconds = Number(field(body, "spec", "expirationSeconds") ?? 3600);
  checkTokenSeconds(seconds);
  const { clock } = call.core;
  const { accounts } = users;
  if (accounts === undefined) return;
  const asked = field(body, "spec", "audiences");
  const audiences = Array.isArray(asked) && asked.length > 0 ? asked.map(String) : [accounts.issuer];
  const boundTo = field(body, "spec", "boundObjectRef") ?? null;
  const uid = account.metadata.uid ?? "";
  const token = accounts.issue({ namespace: call.namespace, name: call.name, uid }, { audiences, seconds, boundTo });
  const metadata = { name: call.name, namespace: call.namespace, uid, creationTimestamp: apiTime(clock.now()) };
  respondValue(
    call,
    201,
    {
      kind: "TokenRequest",
      apiVersion: "authentication.k8s.io/v1",
      metadata,
      spec: { audiences, expirationSeconds: seconds, boundObjectRef: boundTo },
      status: { token, expirationTimestamp: apiTime(clock.now() + seconds * 1000) },
    },
    renderingFor(undefined),
  );
}

/** Where a kind keeps what its scale shows. */
function pathsOf(resource: ServedResource): { spec: string[]; status: string[]; selector: string[] | undefined } {
  const custom = resource.custom?.scalePaths;
  const split = (path: string): string[] => path.split(".").filter((part) => part !== "");
  if (custom === undefined)
    return { spec: ["spec", "replicas"], status: ["status", "replicas"], selector: ["spec", "selector"] };
  return {
    spec: split(custom.spec),
    status: split(custom.status),
    selector: custom.selector === undefined ? undefined : split(custom.selector),
  };
}

async function serveScale(call: Call, verb: string): Promise<void> {
  const { resource } = call;
  const rendering = renderingOf(call);
  if (verb === "get") {
    respondValue(call, 200, scaleOf(await replay(() => stored(call)), resource), rendering);
    return;
  }
  const body = await call.exchange.readBody(call.core.settings.maxRequestBytes);
  const paths = pathsOf(resource);
  const setReplicas = (object: ApiObject, scale: Json): ApiObject => {
    const replicas = field(scale, "spec", "replicas") ?? 0;
    if (typeof replicas !== "number" || replicas < 0) {
      throw invalid({ group: "autoscaling", kind: "Scale" }, call.name, [
        invalidValue("spec.replicas", replicas, "must be greater than or equal to 0"),
      ]);
    }
    const version = field(scale, "metadata", "resourceVersion");
    if (typeof version === "string" && version !== "") object.metadata.resourceVersion = version;
    let holder: Json = object;
    for (const key of paths.spec.slice(0, -1)) {
      holder[key] ??= {};
      holder = holder[key] as Json;
    }
    holder[paths.spec.at(-1)!] = replicas;
    return object;
  };
  if (verb === "update") {
    const { value } = await decodeBody(call, body, "Scale");
    const name = field(value, "metadata", "name");
    if (name !== undefined && name !== call.name)
      throw badRequest(`the name of the object (${String(name)}) does not match the name on the URL (${call.name})`);
    const request = parseWriteRequest(call, "UpdateOptions");
    const scaled = { ...call, subresource: "scale" };
    const { object } = await replay(() =>
      updateObject(scaled, request, "patch", (current) => setReplicas(current!, value)),
    );
    respondValue(call, 200, scaleOf(object, resource), rendering);
    return;
  }
  // A patch of the scale is a patch of the object that it stands for.
  const scale = scaleOf(await replay(() => stored(call)), resource, false) as ApiObject;
  const patched = patchedJson(call, body, scale);
  const request = parseWriteRequest(call, "PatchOptions", bodyType(call).startsWith("application/apply-patch"));
  const scaled = { ...call, subresource: "scale" };
  const { object } = await replay(() =>
    updateObject(scaled, request, "patch", (current) => setReplicas(current!, patched)),
  );
  respondValue(call, 200, scaleOf(object, resource), rendering);
}

function scaleOf(object: ApiObject, resource: ServedResource, strict = true): Json {
  const custom = resource.custom?.scalePaths;
  if (strict && custom !== undefined && field(object, ...pathsOf(resource).spec) === undefined) {
    throw internalError(`the spec replicas field ${JSON.stringify(custom.spec)} does not exist`);
  }
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const paths = pathsOf(resource);
  const selector = paths.selector === undefined ? undefined : field(object, ...paths.selector);
  const text = typeof selector === "string" ? selector : selectorText(selector);
  const replicas = field(object, ...paths.spec);
  return {
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: typeof replicas === "number" && replicas > 0 ? { replicas } : {},
    status: { replicas: Number(field(object, ...paths.status) ?? 0), ...defined({ selector: text || undefined }) },
  };
}

function selectorText(selector: unknown): string {
  if (!isObject(selector)) return "";
  const labels = isObject(selector["matchLabels"])
    ? selector["matchLabels"]
    : Object.hasOwn(selector, "matchExpressions")
      ? {}
      : selector;
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${String(value)}`)
    .sort()
    .join(",");
}

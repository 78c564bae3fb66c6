import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  PatchError,
  type JsonPatchOperation,
  patchTypes,
} from "client-ts/meta";
import {
  ApiError,
  badRequest,
  failure,
  invalid,
  invalidValue,
  unknownPatchType,
  unsupportedMediaType,
} from "./api-error.ts";
import type { Call } from "./core.ts";
import { bodyType, checkKind, jsonType, maxDepth } from "./decode-body.ts";
import { applyFields } from "./managed-fields/apply.ts";
import { type ApiObject, isObject, type Json } from "./objects.ts";
import { scanJson } from "./scan-json.ts";
import { checkFields } from "./field-validation.ts";
import { sortedMembers } from "./sorted-members.ts";
import { TypeMismatchError } from "./typed.ts";
import { updateObject, type WriteResult } from "./write.ts";
import { parseYamlBody } from "./yaml-body.ts";
import { parseWriteRequest, type WriteRequest } from "./write-options.ts";

const { json: jsonPatch, merge: mergePatch, strategicMerge: strategicPatch, apply: applyYaml } = patchTypes;
const applyCbor = "application/apply-patch+cbor";

/** Changes an object by the patch in a body; what kind of patch it is, the content type says. */
export function patchObject(call: Call, body: Buffer): WriteResult {
  const type = bodyType(call);
  const { resource } = call;
  const offered: readonly string[] =
    resource.custom === undefined
      ? [jsonPatch, mergePatch, strategicPatch, applyYaml, applyCbor]
      : [jsonPatch, mergePatch, applyYaml];
  if (!offered.includes(type)) {
    throw [jsonPatch, mergePatch, strategicPatch, applyYaml, applyCbor].includes(type)
      ? unsupportedMediaType(offered)
      : unknownPatchType();
  }
  if (type === applyCbor) throw unknownPatchType();
  const request = parseWriteRequest(call, "PatchOptions", type === applyYaml);
  const text = body.toString("utf8");
  if (type === applyYaml) return applyObject(call, text, request);
  const patch = parsePatch(text, type);
  if (type === mergePatch || type === strategicPatch) checkDuplicates(call, patch.duplicates, request);
  return updateObject(call, request, "patch", (current) => {
    const patched = patchedValue(call, current!, patch.value, type);
    if (!isObject(patched))
      throw invalid({ group: "", kind: "" }, "", [
        invalidValue("patch", JSON.stringify(patched), "the patch does not give an object"),
      ]);
    if (!patched["apiVersion"]) patched["apiVersion"] = current!.apiVersion;
    if (!patched["kind"]) patched["kind"] = current!.kind;
    // A result that does not fit the type is an error of the patch, and the answer shows that result.
    const shown = JSON.stringify(Object.fromEntries(Object.entries(patched).sort(([a], [b]) => (a < b ? -1 : 1))));
    let object: ApiObject;
    try {
      object = checkKind(patched, resource);
      checkFields(call, object, [], request, "body");
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 400) throw error;
      const why =
        error instanceof TypeMismatchError && type === strategicPatch
          ? error.restoreMessage
          : error.message.replace(/^\S+ in version "[^"]*" cannot be handled as an? \S+: /, "");
      throw invalid({ group: "", kind: "" }, "", [invalidValue("patch", shown, why)]);
    }
    keepIdentity(call, object, current!);
    return object;
  });
}

/** A value after the patch in a body, for paths that show something other than the stored object. */
export function patchedJson(call: Call, body: Buffer, current: Json): Json {
  const type = bodyType(call);
  const text = body.toString("utf8");
  const offered: readonly string[] = Object.values(patchTypes);
  if (!offered.includes(type)) throw unsupportedMediaType(offered);
  const patch: unknown = type === applyYaml ? parseYamlBody(text) : parsePatch(text, type).value;
  const plain: Call = { ...call, resource: { ...call.resource, schema: undefined } };
  const patched = patchedValue(plain, current as ApiObject, patch, type === applyYaml ? mergePatch : type);
  return isObject(patched) ? patched : {};
}

function parsePatch(text: string, type: string): { value: unknown; duplicates: readonly string[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest("invalid JSON patch");
  }
  const scan = scanJson(text);
  if (scan.depth > maxDepth) throw badRequest("invalid JSON patch");
  if (type === jsonPatch) {
    if (!Array.isArray(value))
      throw badRequest(
        "error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp",
      );
    const invalid = value.find((one) => !isObject(one));
    if (invalid !== undefined)
      throw badRequest(
        `error decoding patch: json: cannot unmarshal ${jsonType(invalid)} into Go value of type handlers.jsonPatchOp`,
      );
    if (value.length > 10_000)
      throw new ApiError(
        failure(
          413,
          "RequestEntityTooLarge",
          `Request entity too large: The allowed maximum operations in a JSON patch is 10000, got ${value.length}`,
        ),
      );
  } else if (value === null && type === mergePatch) {
    throw badRequest("Invalid JSON Patch");
  } else if (!isObject(value)) {
    throw badRequest(
      `${type === strategicPatch ? "" : "error decoding patch: "}json: cannot unmarshal ${Array.isArray(value) ? "array" : typeof value} into Go value of type map[string]interface {}`,
    );
  }
  return { value, duplicates: scan.duplicates };
}

function checkDuplicates(call: Call, duplicates: readonly string[], { fieldValidation }: WriteRequest): void {
  if (duplicates.length === 0 || fieldValidation === "Ignore") return;
  const lines = duplicates.map((path) => `duplicate field ${JSON.stringify(path)}`);
  if (fieldValidation === "Strict")
    throw badRequest(`error strict decoding patch: strict decoding error: ${lines.join(", ")}`);
  call.warnings.push(...lines);
}

function patchedValue(call: Call, current: ApiObject, patch: unknown, type: string): unknown {
  try {
    if (type === jsonPatch)
      return applyJsonPatch<Json>(current, patch as JsonPatchOperation[], { dialect: "apiserver" });
    const { schema } = call.resource;
    if (type === strategicPatch && schema !== undefined) {
      return applyStrategicMergePatch(current, patch as Json, { schemas: schema.set, struct: schema.root });
    }
    return applyMergePatch(current, patch);
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    // A patch that cannot be applied is unprocessable; a body that is not a patch is a bad request.
    if (error.reason === "Invalid" && type === strategicPatch) throw new ApiError(failure(500, "", error.message));
    throw new ApiError(failure(422, "Invalid", "the server rejected our request due to an error in our request", {}));
  }
}

/** Identity cannot be patched away; changing it is refused by the checks that follow. */
function keepIdentity({ resource }: Call, object: ApiObject, current: ApiObject): void {
  object.metadata.name ??= current.metadata.name!;
  if (resource.namespaced) object.metadata.namespace ??= current.metadata.namespace!;
}

function applyObject(call: Call, text: string, request: WriteRequest): WriteResult {
  const { resource, name, namespace } = call;
  const { value, repeated } = readApplied(text);
  if (!isObject(value))
    throw badRequest(
      `error decoding patch: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${jsonType(value)} into Go value of type map[string]interface {}`,
    );
  checkRepeated(call, repeated, request);
  const applied = value;
  const { apiVersion, kind } = applied;
  if (kind !== resource.kind) {
    const version = typeof apiVersion === "string" ? (apiVersion.includes("/") ? apiVersion : `/${apiVersion}`) : "/";
    throw badRequest(`invalid object type: ${version}, Kind=${typeof kind === "string" ? kind : ""}`);
  }
  const config = checkKind(applied, resource);
  const { metadata } = config;
  const declared = metadata.namespace ?? "";
  if (metadata.managedFields !== undefined && metadata.managedFields !== null)
    throw badRequest("metadata.managedFields must be nil");
  if (!metadata.name)
    throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  if (metadata.name !== name)
    throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`);
  if (resource.namespaced) {
    if (metadata.namespace && metadata.namespace !== namespace) {
      throw badRequest(
        `the namespace of the object (${metadata.namespace}) does not match the namespace on the request (${namespace})`,
      );
    }
    metadata.namespace = namespace;
  }
  // A field that is null is owned, although the object does not have it.
  const emptied = Object.keys(config).filter((name) => config[name] === null);
  const { namespace: _filled, ...own } = config.metadata;
  const configured = JSON.stringify(sortedMembers({ ...config, metadata: declared === "" ? own : config.metadata }));
  checkFields(call, config, [], request, { namespace: declared });
  return updateObject(call, request, "apply", (current) => {
    const result = applyFields(call, config, current, request, emptied);
    const { annotations } = result.metadata;
    // What kubectl applied on the client before is kept up to date, so that it can go back to that.
    if (request.manager === "kubectl" && annotations?.[lastApplied] !== undefined)
      result.metadata.annotations = { ...annotations, [lastApplied]: `${configured}\n` };
    return result;
  });
}

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/** An applied configuration is YAML. What begins with a brace is JSON most of the time, and else YAML in flow style. */
function readApplied(text: string): { readonly value: unknown; readonly repeated: readonly string[] } {
  if (text.trimStart().startsWith("{")) {
    try {
      const value: unknown = JSON.parse(text);
      if (scanJson(text).duplicates.length === 0) return { value, repeated: [] };
    } catch {
      // Not JSON: the YAML parser decides.
    }
  }
  const repeated: string[] = [];
  try {
    const value = parseYamlBody(text, {
      onRepeatedKey: (key, line) => repeated.push(`line ${line}: key ${JSON.stringify(key)} already set in map`),
    });
    return { value, repeated };
  } catch (error) {
    throw badRequest(`error encoding patch: yaml: ${(error as Error).message.split("\n")[0]}`);
  }
}

/** Reports repeated keys as the request's `fieldValidation` says. */
function checkRepeated(call: Call, repeated: readonly string[], { fieldValidation }: WriteRequest): void {
  if (repeated.length === 0 || fieldValidation === "Ignore") return;
  if (fieldValidation === "Warn") {
    call.warnings.push(...repeated);
    return;
  }
  const listed = repeated.map((line) => `\n  ${line}`).join("");
  throw badRequest(`error strict decoding patch: error converting YAML to JSON: yaml: unmarshal errors:${listed}`);
}

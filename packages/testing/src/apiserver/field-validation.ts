import { ApiError, badRequest, failure } from "./api-error.ts";
import type { Call } from "./core.ts";
import { pruneCustom } from "./crd/prune.ts";
import type { ApiObject } from "./objects.ts";
import { readAsType } from "./typed.ts";
import type { WriteRequest } from "./write-options.ts";

/** Reads an object as its kind's type, and complains of unknown and repeated fields as loudly as the request asks for. */
export function checkFields(
  call: Call,
  object: ApiObject,
  duplicates: readonly string[],
  request: WriteRequest,
  how: "body" | { readonly namespace: string },
): void {
  const { resource } = call;
  const { kind, version } = resource;
  const unknown =
    resource.custom !== undefined
      ? pruneCustom(object, resource.custom)
      : resource.schema === undefined
        ? []
        : readAsType(object, resource.schema.set, resource.schema.root, kind, version).unknown;
  const lines = [
    ...duplicates.map((path) => `duplicate field ${JSON.stringify(path)}`),
    ...unknown.map((path) => `unknown field ${JSON.stringify(path)}`),
  ];
  if (how !== "body" && unknown.length > 0) {
    const { group, version: apiVersion } = resource;
    const what = `(${resource.namespaced ? how.namespace : ""}/${call.name}; ${group}/${apiVersion}, Kind=${kind})`;
    const paths = unknown.map((path) => `.${path}: field not declared in schema`);
    const text = paths.length === 1 ? paths[0] : `errors:\n${paths.map((path) => `  ${path}`).join("\n")}`;
    throw new ApiError(failure(500, "", `failed to create typed patch object ${what}: ${text}`));
  }
  if (lines.length === 0 || request.fieldValidation === "Ignore") return;
  if (request.fieldValidation === "Warn") {
    call.warnings.push(...lines);
    return;
  }
  const text = `strict decoding error: ${lines.join(", ")}`;
  throw badRequest(`${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ${text}`);
}

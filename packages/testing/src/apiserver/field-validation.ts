import { ApiError, badRequest, failure } from "./api-error.ts";
import type { Call } from "./core.ts";
import { pruneCustom } from "./crd/prune.ts";
import type { ApiObject } from "./objects.ts";
import { maxStrictErrors } from "./scan-json.ts";
import { readAsType, TypeMismatchError } from "./typed.ts";
import type { WriteRequest } from "./write-options.ts";

/**
 * Reads an object as its kind's type, and reports unknown and repeated fields as the request's `fieldValidation` says.
 */
export function checkFields(
  call: Call,
  object: ApiObject,
  duplicates: readonly string[],
  request: WriteRequest,
  how: "body" | { readonly namespace: string },
  text = "",
): void {
  const { resource } = call;
  const { kind, version } = resource;
  const patchName = (namespace: string): string =>
    `(${resource.namespaced ? namespace : ""}/${call.name}; ${resource.group}/${version}, Kind=${kind})`;
  let unknown: readonly string[];
  try {
    unknown = readFields(resource, object);
  } catch (error) {
    if (how === "body" || !(error instanceof TypeMismatchError)) throw error;
    const what = patchName(how.namespace);
    throw new ApiError(failure(500, "", `failed to create typed patch object ${what}: ${error.applyMessage}`));
  }
  const repeated = (path: string): string => `duplicate field ${JSON.stringify(path)}`;
  const undeclared = (path: string): string => `unknown field ${JSON.stringify(path)}`;
  let lines = [...duplicates.map(repeated), ...unknown.map(undeclared)];
  if (resource.custom === undefined) {
    // The fields of built-in kinds are reported in the order of the text.
    const found = [
      ...duplicates.map((path) => ({ line: repeated(path), at: placeOf(text, path, 2) })),
      ...unknown.slice(0, maxStrictErrors).map((path) => ({ line: undeclared(path), at: placeOf(text, path, 1) })),
    ];
    lines = found.sort((a, b) => a.at - b.at).map(({ line }) => line);
  }
  lines.splice(maxStrictErrors);
  if (how !== "body" && unknown.length > 0) {
    const what = patchName(how.namespace);
    const paths = unknown.map((path) => `.${path}: field not declared in schema`);
    const listed = paths.length === 1 ? paths[0] : `errors:\n${paths.map((path) => `  ${path}`).join("\n")}`;
    throw new ApiError(failure(500, "", `failed to create typed patch object ${what}: ${listed}`));
  }
  if (lines.length === 0 || request.fieldValidation === "Ignore") return;
  if (request.fieldValidation === "Warn") {
    call.warnings.push(...lines);
    return;
  }
  const message = `strict decoding error: ${lines.join(", ")}`;
  throw badRequest(`${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ${message}`);
}

/** Reads an object as its type, and gives the fields that the type does not have. */
export function readFields({ custom, schema, kind, version }: Call["resource"], object: ApiObject): readonly string[] {
  if (custom !== undefined) return pruneCustom(object, custom);
  return schema === undefined ? [] : readAsType(object, schema.set, schema.root, kind, version).unknown;
}

/** Where a field's name comes for the n-th time in a text. */
function placeOf(text: string, path: string, times: number): number {
  const name = JSON.stringify(path.slice(path.lastIndexOf(".") + 1));
  let at = -1;
  for (let n = 0; n < times; n++) at = text.indexOf(name, at + 1);
  return at;
}

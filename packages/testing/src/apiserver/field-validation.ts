import { badRequest, invalid, invalidValue } from "./api-error.ts";
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
  how: "body" | "patch" | "apply",
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
  if (lines.length === 0 || request.fieldValidation === "Ignore") return;
  if (request.fieldValidation === "Warn") {
    call.warnings.push(...lines);
    return;
  }
  const text = `strict decoding error: ${lines.join(", ")}`;
  if (how === "patch") throw invalid({ group: "", kind: "" }, "", [invalidValue("patch", JSON.stringify(object), text)]);
  if (how === "apply") throw badRequest(`error strict decoding YAML: ${lines.join(", ")}`);
  throw badRequest(`${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ${text}`);
}

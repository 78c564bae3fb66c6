import {
  badRequest,
  type FieldError,
  forbiddenField,
  invalid,
  invalidValue,
  notSupported,
  required,
  tooLong,
} from "./api-error.ts";
import type { Call } from "./core.ts";
import { flag } from "./list-options.ts";
import { pathSegmentProblems } from "./validate-meta.ts";

/** What a write was asked for, checked. */
export interface WriteRequest {
  readonly dryRun: boolean;
  /** Who writes, from the query or the user agent. */
  readonly manager: string;
  readonly fieldValidation: "Strict" | "Warn" | "Ignore";
  /** Only with apply: take over fields that others own. */
  readonly force: boolean;
}

/** Reads the query of a create, update or patch. */
export function parseWriteRequest(
  call: Call,
  kind: "CreateOptions" | "UpdateOptions" | "PatchOptions",
  apply = false,
): WriteRequest {
  const { query } = call;
  const errors: FieldError[] = [];
  const manager = query.get("fieldManager") ?? "";
  const force = flag(query, "force");
  if (kind === "PatchOptions") {
    if (apply && manager === "") errors.push(required("fieldManager", "is required for apply patch"));
    if (!apply && force !== undefined) errors.push(forbiddenField("force", "may not be specified for non-apply patch"));
  }
  if (manager.length > 128) errors.push(tooLong("fieldManager", "may not be more than", 128, "bytes"));
  for (const [position, character] of [...manager].entries()) {
    if (/[\p{C}\p{Zl}\p{Zp}]/u.test(character) || (/\p{Zs}/u.test(character) && character !== " ")) {
      const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
      errors.push(invalidValue("fieldManager", manager, `invalid character U+${code} (at position ${position})`));
    }
  }
  errors.push(...dryRunErrors(query.getAll("dryRun")));
  const fieldValidation = query.get("fieldValidation") ?? "";
  if (!["", "Ignore", "Strict", "Warn"].includes(fieldValidation)) {
    errors.push(notSupported("fieldValidation", fieldValidation, ["", "Ignore", "Strict", "Warn"]));
  }
  if (errors.length > 0) throw invalid({ group: "meta.k8s.io", kind }, "", errors);
  return {
    dryRun: query.getAll("dryRun").length > 0,
    manager: manager === "" ? managerFromUserAgent(call.exchange.headers["user-agent"]) : manager,
    fieldValidation: fieldValidation === "" ? "Warn" : (fieldValidation as WriteRequest["fieldValidation"]),
    force: force ?? false,
  };
}

/** Errors of the `dryRun` values of a request. */
export function dryRunErrors(values: readonly string[]): FieldError[] {
  return values.every((value) => value === "All") ? [] : [notSupported("dryRun", values, ["All"])];
}

function managerFromUserAgent(userAgent: string | undefined): string {
  const first = (userAgent ?? "").split("/")[0]!.slice(0, 128);
  return first === "" ? "unknown" : first.replace(/[\p{C}]/gu, "");
}

/** Refuses a name of the path that cannot be one. */
export function checkName(name: string): void {
  const problems = pathSegmentProblems(name);
  if (problems.length > 0) throw badRequest(`Name parameter invalid: ${JSON.stringify(name)}: ${problems.join(";")}`);
}

import { parseFieldSelector, parseSelector, type FieldSelector, type Selector as LabelSelector } from "client-ts/meta";
import { badRequest } from "./api-error.ts";
import { field, objectOf } from "./objects.ts";
import type { ServedResource } from "./resources.ts";
import { labelValueProblems } from "./validate-meta.ts";
import type { StoredRecord } from "./storage.ts";

/** Labels and fields together: which objects a list, watch or deleteCollection is about. */
export interface ObjectSelector {
  /** Everything matches. */
  readonly isEmpty: boolean;
  /** The one name that can match, when the selector says so. */
  readonly nameOnly: string | undefined;
  matches(record: StoredRecord): boolean;
  /** The same, for one name alone. */
  withName(name: string): ObjectSelector;
}

/** Collections whose refusal of an unknown field has the kind's own words. */
const ownWords = new Set([
  "pods",
  "nodes",
  "replicationcontrollers",
  "events",
  "namespaces",
  "secrets",
  "services",
  "jobs.batch",
]);

/** Numbers and flags that count as a text when they are absent. */
const absent: Readonly<Record<string, string>> = {
  "spec.unschedulable": "false",
  "spec.hostNetwork": "false",
  "status.replicas": "0",
  "status.successful": "0",
};

/**
 * Reads both selectors of a request; a text that cannot be read, or a field that the kind does not offer, is a bad
 * request.
 */
export function selectorOf(labels: string, fields: string, resource: ServedResource): ObjectSelector {
  let labelSelector: LabelSelector;
  let fieldSelector: FieldSelector;
  try {
    labelSelector = parseSelector(labels);
  } catch (error) {
    throw badRequest(goSelectorError((error as Error).message, labels));
  }
  try {
    fieldSelector = parseFieldSelector(fields);
  } catch {
    if (/\\$|\\[^\\,=]/.test(fields)) throw badRequest("invalid field selector: invalid escape sequence: \\");
    const term = fields.split(",").findLast((one) => !one.includes("=")) ?? fields;
    throw badRequest(`invalid selector: '${fields}'; can't understand '${term}'`);
  }
  const offered = resource.selectableFields;
  for (const { field: name } of fieldSelector.requirements) {
    if (
      name === "metadata.name" ||
      (name === "metadata.namespace" && resource.collection !== "namespaces") ||
      offered.includes(name)
    )
      continue;
    if (resource.custom !== undefined) throw badRequest(`field label not supported: ${name}`);
    throw badRequest(
      ownWords.has(resource.collection)
        ? `field label not supported: ${name}`
        : `${JSON.stringify(name)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
    );
  }
  return new CombinedSelector(labelSelector, fieldSelector, resource, undefined);
}

/** Our parser's words, as Go's parser says them. */
function goSelectorError(message: string, text: string): string {
  const inner = "unable to parse requirement: ";
  const number = /^label selector: \S+: operator [<>] takes a whole number, not ("(?:[^"\\]|\\.)*")$/.exec(message);
  if (number !== null)
    return `${inner}values[0]: Invalid value: ${number[1]}: for 'Gt', 'Lt' operators, the value must be an integer`;
  const value = /^label selector: (\S+): "(.*)" is not a label value$/s.exec(message);
  if (value !== null) {
    const problems = labelValueProblems(value[2]!);
    return `${inner}values[0][${value[1]}]: Invalid value: ${JSON.stringify(value[2])}: ${problems.join("; ")}`;
  }
  const match = /found (?:the end|"([^"]*)") at character ([0-9]+), expected (.*)$/.exec(message);
  if (match === null) return inner + message;
  const [, found = "", position = "1", expected = ""] = match;
  const before = text.slice(0, Number(position) - 1).trimEnd();
  switch (expected) {
    case "a label key":
      if (before.endsWith(",")) return `found '${found}', expected: identifier after ','`;
      return before === ""
        ? `found '${found}', expected: !, identifier, or 'end of string'`
        : `${inner}found '${found}', expected: identifier`;
    case "a comma or the end":
      return `found '${found}', expected: ',' or 'end of string'`;
    case "(":
      return `${inner}found '${found}' expected: '('`;
    default:
      return `${inner}found '${found}', expected: ${expectations[expected] ?? expected}`;
  }
}

const expectations: Readonly<Record<string, string>> = {
  "a value": "identifier",
  "a value, a comma or )": "',', ')' or identifier",
  "a comma or )": "',' or ')'",
  "an operator": "in, notin, =, ==, !=, gt, lt",
};

class CombinedSelector implements ObjectSelector {
  readonly isEmpty: boolean;
  readonly #labels: LabelSelector;
  readonly #fields: FieldSelector;
  readonly #resource: ServedResource;
  readonly #name: string | undefined;
  readonly #deepFields: readonly string[];

  constructor(labels: LabelSelector, fields: FieldSelector, resource: ServedResource, name: string | undefined) {
    this.#labels = labels;
    this.#fields = fields;
    this.#resource = resource;
    this.#name = name;
    this.isEmpty = labels.isEmpty && fields.isEmpty && name === undefined;
    this.#deepFields = fields.requirements
      .map((one) => one.field)
      .filter((one) => one !== "metadata.name" && one !== "metadata.namespace");
  }

  get nameOnly(): string | undefined {
    return this.#name ?? this.#fields.requiresExactMatch("metadata.name");
  }

  matches(record: StoredRecord): boolean {
    if (this.isEmpty) return true;
    if (this.#name !== undefined && record.name !== this.#name) return false;
    if (!this.#labels.matches(record.labels)) return false;
    if (this.#fields.isEmpty) return true;
    const values: Record<string, string> = { "metadata.name": record.name, "metadata.namespace": record.namespace };
    if (this.#deepFields.length > 0) {
      const object = objectOf(record, this.#resource);
      for (const path of this.#deepFields) values[path] = textAt(object, path);
    }
    return this.#fields.matches(values);
  }

  withName(name: string): ObjectSelector {
    return new CombinedSelector(this.#labels, this.#fields, this.#resource, name);
  }
}

function textAt(object: unknown, path: string): string {
  let value = field(object, ...path.split("."));
  if (path === "source") value = field(object, "source", "component") || field(object, "reportingComponent");
  if (path === "status.podIPs" && Array.isArray(value)) value = value.map((one) => field(one, "ip")).join(",");
  if (value === undefined || value === null) return absent[path] ?? "";
  return typeof value === "string"
    ? value
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : "";
}

import { afterTurn, defined } from "client-ts/internal";
import type { Core } from "../core.ts";
import { deleteObject } from "../delete.ts";
import { type ApiObject, apiTime, field, isObject, type Json, objectOf, recordOf } from "../objects.ts";
import type { ServedResource } from "../resources.ts";
import type { Collection, StoreEvent } from "../storage.ts";
import { Conversion } from "../webhooks/conversion.ts";
import type { CustomVersion, PrinterColumn } from "./custom-version.ts";
import { cleanupFinalizer, definitions } from "./names.ts";

/** Serves the kinds that CustomResourceDefinitions define, as they come and go. */
export class CustomResources {
  readonly #core: Core;
  /** The names that definitions have, by definition: no other one of their group can have them. */
  readonly #accepted = new Map<string, AcceptedNames>();
  /** Definitions that wait for names that another one has. */
  readonly #waiting = new Set<string>();

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * Follows a commit: a definition is served from the moment it is stored, and its conditions say so a moment later.
   */
  onCommit(collection: Collection, { type, record }: StoreEvent): void {
    if (collection.name !== definitions) {
      if (type === "DELETED" && collection.records.size === 0) {
        const definition = this.#core.storage.collection(definitions).records.get(collection.name);
        if (definition?.deleting === true) afterTurn(() => this.#finalize(collection.name));
      }
      return;
    }
    const definition = JSON.parse(record.bytes.toString("utf8")) as ApiObject;
    if (type === "DELETED") this.#remove(definition);
    else {
      this.define(definition);
      if (!isEstablished(definition)) afterTurn(() => this.#establish(record.key));
      if (record.deleting) afterTurn(() => this.#finalize(record.key));
    }
  }

  /** Serves what a definition defines, unless another definition has its names. */
  define(definition: ApiObject): void {
    const { table } = this.#core;
    const { group, plural } = namesOf(definition);
    const name = String(definition.metadata.name);
    table.remove(group, plural);
    if (isEstablished(definition)) {
      this.#accepted.set(name, { group, names: field(definition, "status", "acceptedNames") });
      this.#waiting.delete(name);
    } else if (this.#conflict(definition) !== undefined) {
      this.#waiting.add(name);
      return;
    }
    for (const resource of resourcesOf(definition)) table.add(resource);
  }

  #remove(definition: ApiObject): void {
    const { group, plural } = namesOf(definition);
    const name = String(definition.metadata.name);
    this.#core.table.remove(group, plural);
    this.#waiting.delete(name);
    this.#accepted.delete(name);
    for (const key of this.#waiting) afterTurn(() => this.#establish(key));
  }

  #establish(key: string): void {
    const { storage, clock, table } = this.#core;
    const collection = storage.collection(definitions);
    const record = collection.records.get(key);
    const resource = table.find("apiextensions.k8s.io", "v1", "customresourcedefinitions");
    if (record === undefined || resource === undefined) return;
    const object = objectOf(record, resource);
    if (isEstablished(object)) return;
    const conflict = this.#conflict(object);
    const status = isObject(object["status"]) ? object["status"] : {};
    if (conflict !== undefined && field(status, "conditions") !== null) return;
    object["status"] = {
      ...status,
      ...defined({ acceptedNames: conflict === undefined ? field(object, "spec", "names") : undefined }),
      conditions: nameConditions(conflict, apiTime(clock.now())),
    };
    storage.put(collection, (revision) => recordOf(object, resource, revision));
  }

  /** The first name that another definition of the group has, as the real server reports it. */
  #conflict(definition: ApiObject): NameConflict | undefined {
    const { group } = namesOf(definition);
    const names = field(definition, "spec", "names");
    const others = [...this.#accepted]
      .filter(([name, one]) => name !== definition.metadata.name && one.group === group)
      .map(([, one]) => one.names);
    const resources = new Set(others.flatMap((one) => [...resourceNames(one), ...texts(field(one, "shortNames"))]));
    const kinds = new Set(others.flatMap((one) => [field(one, "kind"), field(one, "listKind")]));
    const candidates: [string, unknown, ReadonlySet<unknown>][] = [
      ["PluralConflict", field(names, "plural"), resources],
      ["SingularConflict", field(names, "singular"), resources],
      ...texts(field(names, "shortNames")).map((name): [string, unknown, ReadonlySet<unknown>] => [
        "ShortNamesConflict",
        name,
        resources,
      ]),
      ["KindConflict", field(names, "kind"), kinds],
      ["ListKindConflict", field(names, "listKind"), kinds],
    ];
    // The last one is what the real server's condition has: each overwrites the one before.
    const found = candidates.findLast(([, name, taken]) => name !== undefined && name !== "" && taken.has(name));
    return found === undefined ? undefined : { reason: found[0], name: String(found[1]) };
  }

  /** A definition takes its objects with it, and goes when they are gone. */
  #finalize(key: string): void {
    const { storage, table } = this.#core;
    const collection = storage.collection(definitions);
    const record = collection.records.get(key);
    const resource = table.find("apiextensions.k8s.io", "v1", "customresourcedefinitions");
    if (record === undefined || resource === undefined) return;
    const object = objectOf(record, resource);
    const { group, plural } = namesOf(object);
    const objects = storage.collection(`${plural}.${group}`);
    const custom = table.preferred(objects.name);
    if (custom !== undefined) {
      const options = { graceSeconds: undefined, preconditions: {}, propagation: "Background" as const, dryRun: false };
      for (const one of [...objects.records.values()])
        if (!one.deleting) deleteObject(this.#core, custom, objects, one, options);
    }
    // What has finalizers of its own keeps the definition waiting; the commit that removes the last one comes back
    // here.
    if (objects.records.size > 0) return;
    const left = (object.metadata.finalizers ?? []).filter((one) => one !== cleanupFinalizer);
    if (left.length > 0) {
      object.metadata.finalizers = left;
      storage.put(collection, (revision) => recordOf(object, resource, revision));
      return;
    }
    storage.remove(collection, key, (revision, last) => recordOf(objectOf(last, resource), resource, revision));
  }
}

/** The names that the server has accepted for a definition. */
interface AcceptedNames {
  readonly group: string;
  readonly names: unknown;
}

/** A name that another definition has. */
interface NameConflict {
  readonly reason: string;
  readonly name: string;
}

function nameConditions(conflict: NameConflict | undefined, lastTransitionTime: string): Json[] {
  if (conflict !== undefined) {
    const { reason, name } = conflict;
    return [
      {
        type: "NamesAccepted",
        status: "False",
        lastTransitionTime,
        reason,
        message: `${JSON.stringify(name)} is already in use`,
      },
      {
        type: "Established",
        status: "False",
        lastTransitionTime,
        reason: "NotAccepted",
        message: "not all names are accepted",
      },
    ];
  }
  return [
    {
      type: "NamesAccepted",
      status: "True",
      lastTransitionTime,
      reason: "NoConflicts",
      message: "no conflicts found",
    },
    {
      type: "Established",
      status: "True",
      lastTransitionTime,
      reason: "InitialNamesAccepted",
      message: "the initial names have been accepted",
    },
  ];
}

function resourceNames(names: unknown): unknown[] {
  return [field(names, "plural"), field(names, "singular")];
}

/** The verbs of custom kinds, in the real server's order. */
const customVerbs: ServedResource["verbs"] = [
  "delete",
  "deletecollection",
  "get",
  "list",
  "patch",
  "create",
  "update",
  "watch",
];

function namesOf(definition: ApiObject): { group: string; plural: string } {
  return {
    group: String(field(definition, "spec", "group") ?? ""),
    plural: String(field(definition, "spec", "names", "plural") ?? ""),
  };
}

function isEstablished(definition: ApiObject): boolean {
  const conditions = field(definition, "status", "conditions");
  return (
    Array.isArray(conditions) &&
    conditions.some((one) => field(one, "type") === "Established" && field(one, "status") === "True")
  );
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

function resourcesOf(definition: ApiObject): ServedResource[] {
  const { group, plural } = namesOf(definition);
  const names = field(definition, "spec", "names");
  const versions = field(definition, "spec", "versions");
  if (!Array.isArray(versions)) return [];
  const kind = String(field(names, "kind") ?? "");
  const isConverted = field(definition, "spec", "conversion", "strategy") === "Webhook";
  const conversion = isConverted ? new Conversion(field(definition, "spec", "conversion", "webhook")) : undefined;
  return versions
    .filter((one) => field(one, "served") === true)
    .map((one): ServedResource => {
      const version = String(field(one, "name") ?? "");
      const custom = customVersionOf(one, definition, conversion);
      return {
        group,
        version,
        kind,
        listKind: String(field(names, "listKind") ?? `${kind}List`),
        plural,
        singular: String(field(names, "singular") ?? kind.toLowerCase()),
        namespaced: field(definition, "spec", "scope") === "Namespaced",
        shortNames: texts(field(names, "shortNames")),
        categories: texts(field(names, "categories")),
        verbs: customVerbs,
        status: custom.hasStatus,
        scale: custom.scalePaths !== undefined,
        subresources: [
          ...(custom.hasStatus ? [{ name: "status", kind, verbs: ["get", "patch", "update"] as const }] : []),
          ...(custom.scalePaths === undefined
            ? []
            : [
                {
                  name: "scale",
                  kind: "Scale",
                  group: "autoscaling",
                  version: "v1",
                  verbs: ["get", "patch", "update"] as const,
                },
              ]),
        ],
        selectableFields: custom.selectableFields,
        generation: { create: 1, spec: true },
        schema: undefined,
        shape: undefined,
        custom,
        collection: `${plural}.${group}`,
      };
    });
}

function customVersionOf(version: unknown, definition: ApiObject, conversion: Conversion | undefined): CustomVersion {
  const versions = field(definition, "spec", "versions");
  const storage = Array.isArray(versions) ? versions.find((one) => field(one, "storage") === true) : undefined;
  const schema = field(version, "schema", "openAPIV3Schema");
  const scale = field(version, "subresources", "scale");
  const columns = field(version, "additionalPrinterColumns");
  const selectable = field(version, "selectableFields");
  const kind = String(field(definition, "spec", "names", "kind") ?? "");
  const deprecated = field(version, "deprecated") === true;
  const text = (value: unknown, name: string): string => String(field(value, name) ?? "");
  return {
    schema: isObject(schema) ? (schema as Json) : undefined,
    selectableFields: Array.isArray(selectable)
      ? selectable.map((one) => text(one, "jsonPath").replace(/^\./, ""))
      : [],
    columns: Array.isArray(columns)
      ? columns.map(
          (one): PrinterColumn => ({
            name: text(one, "name"),
            type: text(one, "type"),
            format: text(one, "format"),
            description: text(one, "description"),
            priority: Number(field(one, "priority") ?? 0),
            jsonPath: text(one, "jsonPath"),
          }),
        )
      : [],
    conversion,
    storageVersion: field(storage, "name") as string | undefined,
    storageSchema: field(storage, "schema", "openAPIV3Schema") as Json | undefined,
    hasStatus: isObject(field(version, "subresources", "status")),
    scalePaths: isObject(scale)
      ? {
          spec: text(scale, "specReplicasPath"),
          status: text(scale, "statusReplicasPath"),
          selector: field(scale, "labelSelectorPath") as string | undefined,
        }
      : undefined,
    deprecationWarning: deprecated
      ? String(
          field(version, "deprecationWarning") ??
            `${String(field(definition, "spec", "group"))}/${text(version, "name")} ${kind} is deprecated`,
        )
      : undefined,
  };
}

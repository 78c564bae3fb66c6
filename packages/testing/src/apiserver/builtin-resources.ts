import { loadKinds, loadProtobufTables, loadSchemas, type ProtobufTables } from "client-ts/api/tables";
import { autoscalerForms } from "./autoscaler-forms.ts";
import { eventForms } from "./event-forms.ts";
import { shapeAsGo } from "./go-shape.ts";
import { allVerbs, type ServedResource } from "./resources.ts";

function shapeOf(tables: ProtobufTables, group: string, version: string, kind: string): ServedResource["shape"] {
  const root = tables.root(group, version, kind);
  return root === undefined ? undefined : (object) => shapeAsGo(object, tables.message(root), tables);
}

/**
 * Every kind that a Kubernetes 1.37 server serves by default, with its fields; with `all`, what it can serve when asked
 * to, too.
 */
export async function builtinResources(all: boolean): Promise<ServedResource[]> {
  const [kinds, schemas, messages] = await Promise.all([loadKinds(), loadSchemas(), loadProtobufTables()]);
  return kinds
    .filter(({ served }) => served === "default" || (all && served !== "no"))
    .map((kind) => {
      const struct = schemas.root(kind.group, kind.version, kind.kind);
      return {
        group: kind.group,
        version: kind.version,
        kind: kind.kind,
        listKind: kind.listKind ?? `${kind.kind}List`,
        plural: kind.plural,
        singular: kind.singular ?? kind.kind.toLowerCase(),
        namespaced: kind.scope === "Namespaced",
        shortNames: kind.shortNames ?? [],
        categories: kind.categories ?? [],
        verbs: kind.verbs ?? allVerbs,
        status: kind.status,
        scale: kind.scale,
        subresources: kind.subresources.map(({ name, kind: subKind, group, version, verbs }) => ({
          name,
          kind: subKind,
          group,
          version,
          verbs: verbs ?? [],
        })),
        selectableFields: kind.selectableFields ?? [],
        generation: kind.generation,
        schema: struct === undefined ? undefined : { set: schemas, root: struct },
        shape: shapeOf(messages, kind.group, kind.version, kind.kind),
        custom: undefined,
        ...collectionOf(kind),
      };
    });
}

/** Where objects of a kind are kept: each by itself, except events, which two groups show. */
function collectionOf({
  group,
  version,
  plural,
}: {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}): Pick<ServedResource, "collection" | "stored"> {
  if (group === "events.k8s.io") return { collection: "events", stored: eventForms };
  const collection = group === "" ? plural : `${plural}.${group}`;
  if (group === "autoscaling" && version === "v1") return { collection, stored: autoscalerForms };
  return { collection };
}

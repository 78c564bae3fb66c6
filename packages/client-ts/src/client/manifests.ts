import { InvalidArgumentError } from "../errors/index.ts";
import type { Unstructured } from "../meta/index.ts";
import { isRecord } from "../util/index.ts";

/** One object of a manifest. */
export interface ManifestObject {
  /** Which document of the text it stands in, from 1 on. */
  readonly document: number;
  readonly object: Unstructured & { apiVersion: string; kind: string; metadata: { name: string } };
}

/** The most text that is read as manifests. */
const maxManifestBytes = 16 * 1024 * 1024;

/**
 * The objects in a text of YAML or JSON documents, in their order. Empty documents are left out, and a `List` counts as
 * the objects in it. Throws an InvalidArgumentError for text that cannot be read, within limits (16 MiB, 100 levels,
 * 100 aliases, no tags, no merge keys), and one that lists every object that does not say what it is.
 */
export async function parseManifests(text: string): Promise<ManifestObject[]> {
  const found: ManifestObject[] = [];
  const problems: string[] = [];
  let document = 0;
  const refuse = (message: string): Error => new InvalidArgumentError(message);
  const limits = { maxBytes: maxManifestBytes, maxNodes: 8_000_000, refuse, showPlace: true };
  const { readYamlDocuments } = await import("../kubeconfig/index.ts");
  for await (const value of readYamlDocuments(text, "the manifest", limits)) {
    document++;
    if (value === null) continue;
    for (const one of isList(value) ? value.items : [value]) {
      const problem = problemOf(one);
      if (problem === undefined) found.push({ document, object: one as ManifestObject["object"] });
      else problems.push(`document ${document} ${problem}`);
    }
  }
  if (problems.length > 0) throw new InvalidArgumentError(problems.join("; "));
  return found;
}

function isList(value: unknown): value is { items: unknown[] } {
  if (typeof value !== "object" || value === null) return false;
  const { kind, items, metadata } = value as { kind?: unknown; items?: unknown; metadata?: { name?: unknown } };
  return typeof kind === "string" && kind.endsWith("List") && Array.isArray(items) && metadata?.name === undefined;
}

function problemOf(value: unknown): string | undefined {
  if (!isRecord(value)) return "is not an object";
  const { apiVersion, kind, metadata } = value as Unstructured;
  if (typeof apiVersion !== "string" || apiVersion === "") return "has no apiVersion";
  if (typeof kind !== "string" || kind === "") return "has no kind";
  if (typeof metadata !== "object" || metadata === null || typeof metadata.name !== "string" || metadata.name === "") {
    return `(${kind}) has no metadata.name`;
  }
  if (metadata.namespace !== undefined && typeof metadata.namespace !== "string")
    return `(${kind}) has a metadata.namespace that is not a string`;
  const { labels } = metadata;
  return labels === undefined || (typeof labels === "object" && !Array.isArray(labels))
    ? undefined
    : `(${kind}) has metadata.labels that are not a map`;
}

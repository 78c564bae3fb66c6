import { escapeForPrint, InvalidArgumentError } from "../errors/index.ts";
import { isRecord } from "../util/index.ts";
import type { DefinitionSource } from "./read-definition.ts";

/** The most text of one file that is read. */
const maxFileBytes = 64 * 1024 * 1024;

/**
 * The CustomResourceDefinitions in a text of YAML or JSON documents; objects of other kinds are skipped, and a `List`
 * counts as the objects in it. `from` names the text in messages. Throws an InvalidArgumentError for text that cannot
 * be read, within limits: 64 MiB, 100 levels, 100 aliases.
 */
export async function definitionsIn(text: string, from: string): Promise<DefinitionSource[]> {
  const { readYamlDocuments } = await import("../kubeconfig/index.ts");
  const refuse = (message: string): Error => new InvalidArgumentError(escapeForPrint(message));
  const found: DefinitionSource[] = [];
  for await (const value of readYamlDocuments(text, from, { maxBytes: maxFileBytes, maxNodes: 8_000_000, refuse })) {
    for (const definition of isRecord(value) && isListOfObjects(value) ? value.items : [value])
      if (isRecord(definition) && definition["kind"] === "CustomResourceDefinition") found.push({ definition, from });
  }
  return found;
}

function isListOfObjects(
  value: Readonly<Record<string, unknown>>,
): value is Readonly<Record<string, unknown>> & { items: unknown[] } {
  return typeof value["kind"] === "string" && value["kind"].endsWith("List") && Array.isArray(value["items"]);
}

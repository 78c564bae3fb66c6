import type { CustomResourceDefinition } from "../api/apiextensions/v1.ts";

/**
 * The definitions among the exports of a module, each once: as they are, in arrays, and in what `defineCustomResource`
 * returned.
 */
export function exportedDefinitions(module: Readonly<Record<string, unknown>>): CustomResourceDefinition[] {
  const found = new Map<string, CustomResourceDefinition>();
  for (const value of Object.values(module).flat()) {
    const { crd } = (value ?? {}) as { readonly crd?: unknown };
    for (const one of [value, crd]) if (isDefinition(one)) found.set(one.metadata?.name ?? "", one);
  }
  return [...found.values()];
}

function isDefinition(value: unknown): value is CustomResourceDefinition {
  return (value as CustomResourceDefinition | null | undefined)?.kind === "CustomResourceDefinition";
}

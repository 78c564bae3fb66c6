import type { Facts } from "./facts.ts";

/** Where each type is used, so that the doc comment of a generated type can say it. */
export class Uses {
  readonly #places = new Map<string, string[]>();

  constructor(facts: Facts) {
    const add = (text: string, place: string): void => {
      for (const match of text.matchAll(/[a-z]\w*\/v\w+\.\w+/g))
        this.#places.set(match[0], [...(this.#places.get(match[0]) ?? []), place]);
    };
    for (const pkg of facts.packages) {
      for (const [name, type] of Object.entries(pkg.types)) {
        for (const inline of type.inline ?? []) add(inline.type, `${pkg.name}.${name}`);
        for (const [key, field] of Object.entries(type.fields ?? {})) add(field.type, `${pkg.name}.${name}.${key}`);
        if (type.of) add(type.of, `${pkg.name}.${name}`);
      }
    }
  }

  /** `In PodSpec.containers and 3 more places.`, the places of the type's own package first. */
  sentence(reference: string): string {
    const own = reference.slice(0, reference.lastIndexOf(".") + 1);
    const places = this.#places.get(reference) ?? [];
    const sorted = [
      ...places.filter((place) => place.startsWith(own)),
      ...places.filter((place) => !place.startsWith(own)),
    ];
    const [first] = sorted;
    if (first === undefined) return "No field of another type refers to it.";
    const more = sorted.length - 1;
    const rest = more === 0 ? "" : more === 1 ? " and one more place" : ` and ${more} more places`;
    return `In \`${first.startsWith(own) ? first.slice(own.length) : first}\`${rest}.`;
  }
}

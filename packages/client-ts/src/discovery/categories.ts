import { parseApiVersion } from "../meta/index.ts";
import type { MaybePromise } from "./rest-mapper.ts";
import type { Discovery, DiscoveryCall } from "./types.ts";

/** A resource in whatever version. */
export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

/** Says what belongs to a category such as `all`. */
export interface CategoryExpander {
  /** The resources of a category; `undefined` when there is no such category. */
  expand(category: string, options?: DiscoveryCall): MaybePromise<GroupResource[] | undefined>;
}

/** Categories from a table. */
export function tableCategories(table: Readonly<Record<string, readonly GroupResource[]>>): CategoryExpander {
  return {
    expand: (category) =>
      Object.hasOwn(table, category) ? [...(table[category] as readonly GroupResource[])] : undefined,
  };
}

/** Categories as the server lists them on its resources. */
export function discoveryCategories(discovery: Pick<Discovery, "serverGroupsAndResources">): CategoryExpander {
  return {
    async expand(category, options = {}) {
      const { resources: lists } = await discovery.serverGroupsAndResources(options);
      const found = lists.flatMap(({ groupVersion, resources }) =>
        resources
          .filter((one) => one.categories?.includes(category))
          .map((one) => ({ group: parseApiVersion(groupVersion).group, resource: one.name })),
      );
      return found.length === 0 ? undefined : unique(found);
    },
  };
}

/** What any of several expanders knows, each resource once. */
export function unionOfCategories(...expanders: readonly CategoryExpander[]): CategoryExpander {
  return {
    async expand(category, options = {}) {
      const answers = await Promise.all(expanders.map((expander) => expander.expand(category, options)));
      const found = answers.filter((one) => one !== undefined).flat();
      return answers.every((one) => one === undefined) ? undefined : unique(found);
    },
  };
}

function unique(all: readonly GroupResource[]): GroupResource[] {
  return [...new Map(all.map((one) => [`${one.resource}.${one.group}`, one])).values()];
}

import { describeResources, type Discovery, NoMatchError } from "../discovery/index.ts";
import { InvalidArgumentError, isNotFound } from "../errors/index.ts";
import { parseApiVersion, type Resource } from "../meta/index.ts";
import type { RequestOptions } from "./options.ts";

/**
 * Finds the descriptors of kinds that are known only at run time. Only the group version of the kind is asked for, so
 * that an API server of another group that does not answer delays nothing. Kinds that were found are remembered; others
 * are asked for again, since they may have been defined in the meantime.
 */
export class KindResolver {
  readonly #discovery: Pick<Discovery, "serverResourcesForGroupVersion">;
  readonly #known = new Map<string, Resource>();

  constructor(discovery: Pick<Discovery, "serverResourcesForGroupVersion">) {
    this.#discovery = discovery;
  }

  /**
   * The descriptor of a kind: `resolve("example.com/v1", "Widget")`. Rejects with a NoMatchError when the server does
   * not serve it.
   */
  async resolve(apiVersion: string, kind: string, { signal }: Pick<RequestOptions, "signal"> = {}): Promise<Resource> {
    const { group, version } = parseApiVersion(apiVersion);
    if (version === "" || kind === "" || (group === "" && apiVersion.includes("/"))) {
      throw new InvalidArgumentError(
        `apiVersion ${JSON.stringify(apiVersion)} and kind ${JSON.stringify(kind)} do not name a kind: ` +
          'expected names such as "apps/v1" and "Deployment"',
      );
    }
    const key = `${apiVersion} ${kind}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    for (const descriptor of await this.#served(apiVersion, signal))
      this.#known.set(`${apiVersion} ${descriptor.kind}`, descriptor);
    const found = this.#known.get(key);
    if (found === undefined) throw new NoMatchError(`the kind ${JSON.stringify(kind)} in ${apiVersion}`);
    return found;
  }

  async #served(apiVersion: string, signal: AbortSignal | undefined): Promise<Resource[]> {
    try {
      const { resources } = await this.#discovery.serverResourcesForGroupVersion(apiVersion, { signal });
      return describeResources(apiVersion, resources).filter(firstOfItsKind);
    } catch (error) {
      if (isNotFound(error)) return [];
      throw error;
    }
  }
}

/**
 * Two resources can have one kind (`ReplicationController` and a dummy of it); objects are stored under the first.
 */
function firstOfItsKind({ kind }: Resource, index: number, all: readonly Resource[]): boolean {
  return all.findIndex((one) => one.kind === kind) === index;
}

import { ClientError } from "../errors/index.ts";
import { apiVersionOf, type Resource } from "../meta/index.ts";

/**
 * A cache was asked for a kind that was not declared. Reading never starts an informer: a cache of all Secrets of a
 * cluster should be a deliberate choice.
 */
export class NotCachedError extends ClientError {
  constructor(resource: Resource, { metadataOnly = false }: { readonly metadataOnly?: boolean | undefined } = {}) {
    const kind = resource.kind || resource.plural;
    super(
      "Controller",
      metadataOnly
        ? `only the metadata of ${kind} of ${apiVersionOf(resource)} is cached: ` +
            `read it with cache.metadata, or add ${kind} to \`cache\` of the manager to cache whole objects`
        : `${kind} of ${apiVersionOf(resource)} is not cached: add it to \`cache\` of the manager, ` +
            "or read it from the server with ctx.client",
    );
    this.name = "NotCachedError";
  }
}

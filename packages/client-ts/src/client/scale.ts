import type { Scale } from "../api/autoscaling/v1.ts";
import type { Discovery } from "../discovery/index.ts";
import { DiscoveryClient, newMemoryCachedDiscovery } from "../discovery/index.ts";
import { InvalidArgumentError } from "../errors/index.ts";
import {
  apiVersionOf,
  type KubeObject,
  type Resource,
  type ResourceTraits,
  type Scope,
  type Stored,
} from "../meta/index.ts";
import { type RESTClient, restClientFor } from "../rest/index.ts";
import type { RestConfig } from "../transport/index.ts";
import { defined } from "../util/index.ts";
import { ConnectionOwner } from "./connection-owner.ts";
import { type ClientContext, type ClientDefaults, contextFor } from "./client-context.ts";
import { KindClient } from "./kind-client.ts";
import { nameOf } from "./objects.ts";
import type { RequestOptions, WriteCallOptions } from "./options.ts";
import type { Named, SubresourceClient } from "./resource-types.ts";
import { builtInScaleVersion, isScaleVersion, type ScaleVersion, scaleFromV1, scaleToV1 } from "./scale-versions.ts";

/** The options of `client.scale`: a kind in namespaces needs one, a kind without namespaces takes none. */
export type ScaleArguments<R extends ResourceTraits> = Scope extends R["scope"]
  ? [options?: { readonly namespace?: string }]
  : R["scope"] extends "Cluster"
    ? [options?: { readonly namespace?: never }]
    : [options: { readonly namespace: string }];

/** What is needed to find out which version of Scale a kind has. */
export type ScaleKindResolver = Pick<Discovery, "serverResourcesForGroupVersion">;

/** The calls of a subresource that say the same for a Scale of any version. */
type ScaleCalls = Omit<
  SubresourceClient<Stored<Scale>>,
  "create" | "update" | "strategicMergePatch" | "apply" | "delete"
>;

/**
 * Reads and sets the number of replicas, for any kind with a `scale` subresource. The caller always sees a Scale of
 * `autoscaling/v1`, whatever version the server has for the kind. For built-in kinds that version is known; for others
 * discovery is asked for it before something is written. `mergePatch` with `{ spec: { replicas: 3 } }` works for every
 * version. Made by `client.scale(resource, { namespace })`.
 */
export interface ScaleResourceClient extends ScaleCalls {
  readonly resource: Resource;
  readonly namespace: string | undefined;
  /**
   * Replaces the scale. Servers read its `spec.replicas`. With a `resourceVersion` in it, a write by another client in
   * between is a conflict.
   */
  update(scale: Named<Scale>, options?: WriteCallOptions): Promise<Stored<Scale>>;
}

/** The scales of one kind's objects: the calls of its `scale` subresource, with the conversion between versions. */
export function newScaleResourceClient(
  context: ClientContext,
  resolver: ScaleKindResolver,
  resource: Resource,
  namespace?: string,
): ScaleResourceClient {
  const calls = new KindClient<KubeObject, ResourceTraits>(context, resource, namespace).subresource(
    "scale",
    scaleToV1,
  );
  return {
    ...calls,
    resource,
    namespace,
    update: async (scale, options = {}) => {
      const name = nameOf(scale, resource);
      const metadata = { ...scale.metadata, ...defined({ namespace }) };
      const version = await scaleVersionOf(resource, resolver, options);
      return calls.update(name, scaleFromV1({ ...scale, metadata }, version), options);
    },
  };
}

async function scaleVersionOf(
  resource: Resource,
  resolver: ScaleKindResolver,
  { signal }: RequestOptions,
): Promise<ScaleVersion> {
  const known = builtInScaleVersion(resource);
  if (known !== undefined) return known;
  const groupVersion = apiVersionOf(resource);
  const { resources } = await resolver.serverResourcesForGroupVersion(groupVersion, { signal });
  const found = resources.find(({ name }) => name === `${resource.plural}/scale`);
  if (found === undefined) throw new InvalidArgumentError(`${resource.plural} of ${groupVersion} cannot be scaled`);
  const version =
    found.version === undefined ? groupVersion : apiVersionOf({ group: found.group ?? "", version: found.version });
  if (!isScaleVersion(version) || found.kind !== "Scale") {
    throw new InvalidArgumentError(
      `${resource.plural} of ${groupVersion} have a ${found.kind} of ${version}, ` +
        "which is not a supported version of Scale",
    );
  }
  return version;
}

/** The scales of objects of any kind; see {@link newScaleClient}. */
export class ScaleClient extends ConnectionOwner {
  readonly #context: ClientContext;
  readonly #resolver: ScaleKindResolver;

  constructor(context: ClientContext, resolver: ScaleKindResolver, owned: RESTClient) {
    super(owned);
    this.#context = context;
    this.#resolver = resolver;
  }

  /** The scale of a kind's objects. */
  resource<T extends KubeObject, R extends ResourceTraits>(
    resource: Resource<T, R>,
    ...[options]: ScaleArguments<R>
  ): ScaleResourceClient {
    return newScaleResourceClient(this.#context, this.#resolver, resource, options?.namespace);
  }
}

/** A scale client for a configuration, with connections of their own. */
export function newScaleClient(config: RestConfig, defaults: ClientDefaults = {}): ScaleClient {
  const rest = restClientFor(config);
  return new ScaleClient(contextFor(rest, config, defaults), newMemoryCachedDiscovery(new DiscoveryClient(rest)), rest);
}

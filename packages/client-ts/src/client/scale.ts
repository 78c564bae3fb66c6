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
import { isScaleVersion, type ScaleVersion, scaleFromV1, scaleToV1 } from "./scale-versions.ts";

/** The options of `client.scale`: a kind in namespaces needs one, a kind without namespaces takes none. */
export type ScaleArguments<R extends ResourceTraits> = Scope extends R["scope"]
  ? [options?: { readonly namespace?: string }]
  : R["scope"] extends "Cluster"
    ? [options?: { readonly namespace?: never }]
    : [options: { readonly namespace: string }];

/** What is needed to find out which version of Scale a kind has. */
export type ScaleKindResolver = Pick<Discovery, "serverResourcesForGroupVersion">;

/**
 * Reads and sets the number of replicas, for any kind with a `scale` subresource. The caller always sees a Scale of
 * `autoscaling/v1`, whatever version the server has for the kind. For built-in kinds that version is known; for others
 * discovery is asked for it before something is written.
 */
export class ScaleResourceClient {
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly get: SubresourceClient<Stored<Scale>>["get"];
  readonly jsonPatch: SubresourceClient<Stored<Scale>>["jsonPatch"];
  /** `{ spec: { replicas: 3 } }` works for every version. */
  readonly mergePatch: SubresourceClient<Stored<Scale>>["mergePatch"];
  readonly #resolver: ScaleKindResolver;
  readonly #update: SubresourceClient<Stored<Scale>>["update"];

  /** Made by `client.scale(resource, { namespace })`. */
  constructor(context: ClientContext, resolver: ScaleKindResolver, resource: Resource, namespace?: string) {
    this.resource = resource;
    this.namespace = namespace;
    this.#resolver = resolver;
    const client = new KindClient<KubeObject, ResourceTraits>(context, resource, namespace);
    const { get, jsonPatch, mergePatch, update } = client.subresource("scale", scaleToV1);
    this.get = get;
    this.jsonPatch = jsonPatch;
    this.mergePatch = mergePatch;
    this.#update = update;
  }

  /**
   * Replaces the scale. Servers read its `spec.replicas`. With a `resourceVersion` in it, a write by another client in
   * between is a conflict.
   */
  async update(scale: Named<Scale>, options: WriteCallOptions = {}): Promise<Stored<Scale>> {
    const name = nameOf(scale, this.resource);
    const metadata = { ...scale.metadata, ...defined({ namespace: this.namespace }) };
    const body = scaleFromV1({ ...scale, metadata }, await this.#version(options));
    return this.#update(name, body, options);
  }

  async #version({ signal }: RequestOptions): Promise<ScaleVersion> {
    const groupVersion = apiVersionOf(this.resource);
    const known = builtIn.get(groupVersion);
    if (known !== undefined) return known;
    const { resources } = await this.#resolver.serverResourcesForGroupVersion(groupVersion, { signal });
    const found = resources.find(({ name }) => name === `${this.resource.plural}/scale`);
    if (found === undefined)
      throw new InvalidArgumentError(`${this.resource.plural} of ${groupVersion} cannot be scaled`);
    const version =
      found.version === undefined ? groupVersion : apiVersionOf({ group: found.group ?? "", version: found.version });
    if (!isScaleVersion(version) || found.kind !== "Scale") {
      throw new InvalidArgumentError(
        `${this.resource.plural} of ${groupVersion} have a ${found.kind} of ${version}, ` +
          "which is not a supported version of Scale",
      );
    }
    return version;
  }
}

/** The versions of built-in kinds, so that discovery is not needed for them. */
const builtIn: ReadonlyMap<string, ScaleVersion> = new Map([
  ["v1", "autoscaling/v1"],
  ["apps/v1", "autoscaling/v1"],
  ["apps/v1beta1", "apps/v1beta1"],
  ["apps/v1beta2", "apps/v1beta2"],
  ["extensions/v1beta1", "extensions/v1beta1"],
]);

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
    return new ScaleResourceClient(this.#context, this.#resolver, resource, options?.namespace);
  }
}

/** A scale client for a configuration, with connections of their own. */
export function newScaleClient(config: RestConfig, defaults: ClientDefaults = {}): ScaleClient {
  const rest = restClientFor(config);
  return new ScaleClient(contextFor(rest, config, defaults), newMemoryCachedDiscovery(new DiscoveryClient(rest)), rest);
}

/**
 * Asks a server what it serves. A server with aggregated discovery sends everything in two answers (`/api` and
 * `/apis`); of another, each group version is requested, all at once.
 *
 * What is tolerated: `/api` that is not there (a server of aggregated APIs has no core group), `v1` that is not there
 * (an empty list), group versions that fail (listed in `error`; the whole is tried twice). What is not: `/api` that is
 * forbidden or broken, and any failure of `/apis`.
 */
import type { APIGroupDiscoveryList } from "../api/apidiscovery/v2.ts";
import type { APIGroup, APIGroupList, APIResourceList, APIVersions } from "../api/meta/v1.ts";
import { InvalidArgumentError, isNotFound, ProtocolError } from "../errors/index.ts";
import { checkSegment, type Request, type RESTClient, type Result, restClientFor } from "../rest/index.ts";
import type { RestConfig } from "../transport/index.ts";
import { defined, systemClock, type Throttle, TokenBucket } from "../util/index.ts";
import { splitGroupsAndResources } from "./aggregated.ts";
import { discoveryAccept, isAggregatedV2 } from "./content-type.ts";
import { type OpenApiClient, RestOpenApiClient } from "./openapi.ts";
import { groupsAndResources, preferredNamespacedResources, preferredResources } from "./server-resources.ts";
import type {
  Discovery,
  DiscoveryCall,
  GroupsAndResources,
  GroupsMaybeResources,
  PreferredResources,
  ServerVersion,
} from "./types.ts";

/** How long one request may take when the configuration does not say. */
const defaultTimeoutMs = 32_000;
/** Discovery comes in bursts: how many requests may be sent at once when there is a limit per second. */
const defaultBurst = 300;
/** How often everything is requested when a part of it fails. */
const tries = 2;

/** Options of {@link DiscoveryClient}. */
export interface DiscoveryClientOptions {
  /** Never ask for the aggregated document. Default `false`. */
  readonly useLegacyDiscovery?: boolean | undefined;
  /** Ask only for what this one API server serves, not its peers. Default `false`. */
  readonly noPeerDiscovery?: boolean | undefined;
}

/** Asks a server what it serves, with new requests for each call. */
export class DiscoveryClient implements Discovery {
  readonly #rest: RESTClient;
  readonly #limiter: Throttle | undefined;
  readonly #options: DiscoveryClientOptions;

  /**
   * Takes a client for whole paths, with no group version; {@link newDiscoveryClient} makes one from a configuration.
   */
  constructor(rest: RESTClient, options: DiscoveryClientOptions = {}) {
    const { config } = rest;
    const { qps = 0, burst, clock = systemClock } = config;
    this.#rest = rest.with({ timeoutMs: config.timeoutMs || defaultTimeoutMs });
    this.#limiter =
      qps > 0 && burst === undefined ? new TokenBucket({ qps, burst: defaultBurst, clock }) : rest.rateLimiter;
    this.#options = options;
  }

  /** The client that it asks with. */
  get rest(): RESTClient {
    return this.#rest;
  }

  async serverGroups(options: DiscoveryCall = {}): Promise<APIGroupList> {
    return (await this.groupsAndMaybeResources(options)).groups;
  }

  async groupsAndMaybeResources(options: DiscoveryCall = {}): Promise<GroupsMaybeResources> {
    const core = await this.#core(options);
    const named = await this.#named(options);
    const groups: APIGroupList = {
      kind: "APIGroupList",
      apiVersion: "v1",
      groups: [...core.groups.groups, ...(named.groups.groups ?? [])],
    };
    const failed = new Map([...core.failed, ...named.failed]);
    // Resources count only when both answers had them: half of them would look like all.
    if (core.resources === undefined || named.resources === undefined) return { groups, failed };
    return { groups, resources: new Map([...core.resources, ...named.resources]), failed };
  }

  async serverResourcesForGroupVersion(groupVersion: string, options: DiscoveryCall = {}): Promise<APIResourceList> {
    const segments = groupVersion.split("/");
    if (segments.length > 2) throw new InvalidArgumentError(`${JSON.stringify(groupVersion)} is not a group version`);
    for (const segment of segments) checkSegment("group version", segment);
    const path = segments.length === 1 ? `/api/${groupVersion}` : `/apis/${groupVersion}`;
    try {
      const list = (await this.#get(path).do<APIResourceList>(options)).into();
      if (!Array.isArray(list?.resources ?? []))
        throw new ProtocolError(`${path} did not answer with a list of resources`);
      return { ...list, groupVersion: list.groupVersion || groupVersion, resources: list.resources ?? [] };
    } catch (error) {
      if (groupVersion === "v1" && isNotFound(error))
        return { kind: "APIResourceList", apiVersion: "v1", groupVersion, resources: [] };
      throw error;
    }
  }

  serverGroupsAndResources(options: DiscoveryCall = {}): Promise<GroupsAndResources> {
    return twice(() => groupsAndResources(this, options));
  }

  serverPreferredResources(options: DiscoveryCall = {}): Promise<PreferredResources> {
    return twice(() => preferredResources(this, options));
  }

  serverPreferredNamespacedResources(options: DiscoveryCall = {}): Promise<PreferredResources> {
    return twice(() => preferredNamespacedResources(this, options));
  }

  async serverVersion(options: DiscoveryCall = {}): Promise<ServerVersion> {
    const version = (await this.#get("/version").do<ServerVersion>(options)).into();
    if (typeof version?.gitVersion !== "string") throw new ProtocolError("/version did not answer with a version");
    return version;
  }

  async openAPISchema(options: DiscoveryCall = {}): Promise<Record<string, unknown>> {
    return (
      await this.#get("/openapi/v2").setHeader("accept", "application/json").do<Record<string, unknown>>(options)
    ).into();
  }

  openAPIV3(): OpenApiClient {
    return new RestOpenApiClient(this.#rest);
  }

  withLegacy(): DiscoveryClient {
    return new DiscoveryClient(this.#rest, { ...this.#options, useLegacyDiscovery: true });
  }

  /** `/api`: the core group. */
  async #core(options: DiscoveryCall): Promise<GroupsMaybeResources> {
    let result: Result<APIGroupDiscoveryList | APIVersions>;
    try {
      result = await this.#document<APIGroupDiscoveryList | APIVersions>("/api", options);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      return { groups: { groups: [] }, resources: new Map(), failed: new Map() };
    }
    if (isAggregatedV2(result.contentType)) return splitGroupsAndResources(result.into() as APIGroupDiscoveryList);
    const { versions } = result.into() as APIVersions;
    return { groups: { groups: [coreGroup(versions ?? [])] }, failed: new Map() };
  }

  /** `/apis`: all other groups. */
  async #named(options: DiscoveryCall): Promise<GroupsMaybeResources> {
    const result = await this.#document<APIGroupDiscoveryList | APIGroupList>("/apis", options);
    if (isAggregatedV2(result.contentType)) return splitGroupsAndResources(result.into() as APIGroupDiscoveryList);
    const groups = result.into() as APIGroupList;
    if (!Array.isArray(groups?.groups ?? [])) throw new ProtocolError("/apis did not answer with a list of groups");
    return { groups, failed: new Map() };
  }

  #document<T>(path: string, options: DiscoveryCall): Promise<Result<T>> {
    const { useLegacyDiscovery = false, noPeerDiscovery = false } = this.#options;
    const accept = discoveryAccept({ legacy: useLegacyDiscovery, noPeer: noPeerDiscovery });
    return this.#get(path).setHeader("accept", accept).do<T>(options);
  }

  #get(path: string): Request {
    return this.#rest
      .get()
      .absPath(path)
      .throttle(this.#limiter ?? null);
  }
}

/**
 * A discovery client for a configuration, with connections of its own: close its `rest` when done. A request may take
 * 32 seconds by default, and with `qps` but no `burst` 300 requests may be sent at once.
 */
export function newDiscoveryClient(config: RestConfig, options: DiscoveryClientOptions = {}): DiscoveryClient {
  return new DiscoveryClient(restClientFor(config), options);
}

/** The core group from what `/api` says without aggregation. */
function coreGroup(versions: readonly string[]): APIGroup {
  const [preferred] = versions;
  return {
    name: "",
    versions: versions.map((version) => ({ groupVersion: version, version })),
    ...defined({
      preferredVersion: preferred === undefined ? undefined : { groupVersion: preferred, version: preferred },
    }),
  };
}

/** Asks again when a part failed: the server of an aggregated API may just be starting. */
async function twice<T extends { readonly error?: Error | undefined }>(ask: () => Promise<T>): Promise<T> {
  let answer = await ask();
  for (let attempt = 1; attempt < tries && answer.error !== undefined; attempt++) answer = await ask();
  return answer;
}

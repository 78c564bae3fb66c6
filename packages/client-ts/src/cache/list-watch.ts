import {
  type Entry,
  type EntryOptions,
  FailedObjects,
  type ProtobufCodec,
  readList,
  readWatch,
  SlabArena,
} from "../codec/index.ts";
import type {
  GroupVersionKind,
  KubeList,
  KubeObject,
  ListOptions,
  Resource,
  WatchEvent,
  WatchOptions,
} from "../meta/index.ts";
import { apiVersionOf } from "../meta/index.ts";
import type { Request, RESTClient } from "../rest/index.ts";
import { defined } from "../util/index.ts";
import { acceptFor, FormatChoice } from "./format-choice.ts";
import { reflectorDefaults } from "./reflector/defaults.ts";
import type { ListerWatcher, RawListerWatcher, SourceCall, TweakListOptions } from "./lister-watcher.ts";

/** The parts of a {@link ListWatch}. */
export interface ListWatchOptions<T extends KubeObject> {
  readonly list: ListerWatcher<T>["list"];
  readonly watch: ListerWatcher<T>["watch"];
  /** Never ask for pages. Default `false`. */
  readonly disableChunking?: boolean | undefined;
  /** `false` when `list` and `watch` cannot do streaming lists. */
  readonly supportsWatchList?: boolean | undefined;
  readonly raw?: RawListerWatcher<T> | undefined;
  /** Used by reflectors and informers of this source that have no logger of their own. */
  readonly logger?: ListerWatcher["logger"] | undefined;
  /** Used by reflectors and informers of this source that have no meter of their own. */
  readonly meter?: ListerWatcher["meter"] | undefined;
}

/** A source from a list and a watch function. */
export class ListWatch<T extends KubeObject> implements ListerWatcher<T> {
  readonly #options: ListWatchOptions<T>;
  /** As it was given: with `undefined` for "it can". */
  readonly supportsWatchList: boolean | undefined;
  readonly raw: RawListerWatcher<T> | undefined;
  readonly logger: ListerWatcher["logger"];
  readonly meter: ListerWatcher["meter"];

  constructor(options: ListWatchOptions<T>) {
    const { raw, supportsWatchList, logger, meter } = options;
    this.logger = logger;
    this.meter = meter;
    this.#options = options;
    this.supportsWatchList = supportsWatchList;
    this.raw = raw && {
      list: (call, sink) => raw.list(this.#listOptions(call), sink),
      watch: (call, sink) => raw.watch(call, sink),
    };
  }

  list(options: ListOptions & SourceCall): Promise<KubeList<T>> {
    return this.#options.list(this.#listOptions(options));
  }

  watch(options: WatchOptions & SourceCall): AsyncIterable<WatchEvent<T>> | Promise<AsyncIterable<WatchEvent<T>>> {
    return this.#options.watch(options);
  }

  #listOptions(options: ListOptions & SourceCall): ListOptions & SourceCall {
    if (!this.#options.disableChunking || options.limit === undefined) return options;
    const { limit: _, ...rest } = options;
    return rest;
  }
}

/**
 * Makes a source from a list and a watch function. Most programs use `newSharedInformerFactory`, which needs no source.
 */
export function newListWatch<T extends KubeObject>(options: ListWatchOptions<T>): ListWatch<T> {
  return new ListWatch(options);
}

/** The same source, with what its client says about streaming lists; a client that says nothing can do them. */
export function withWatchListSemantics<T extends KubeObject>(
  source: ListerWatcher<T>,
  client: { readonly supportsWatchList?: boolean | undefined },
): ListerWatcher<T> {
  const { raw, logger, meter } = source;
  return {
    logger,
    meter,
    list: (options) => source.list(options),
    watch: (options) => source.watch(options),
    raw,
    supportsWatchList: client.supportsWatchList,
  };
}

/** What is needed of a REST client. A fake says `supportsWatchList: false`. */
export type ListWatchClient = Pick<RESTClient, "get"> & Pick<ListerWatcher, "supportsWatchList" | "logger" | "meter">;

/**
 * A source from a REST client of one group version: all objects of a resource, in one namespace or (empty) in all, that
 * a field selector chooses. Most programs use `newSharedInformerFactory`, which needs no source.
 */
export function newListWatchFromClient<T extends KubeObject>(
  client: ListWatchClient,
  plural: string,
  namespace: string,
  fieldSelector = "",
): ListWatch<T> {
  return newFilteredListWatchFromClient(client, plural, namespace, (options) =>
    fieldSelector === "" ? options : { ...options, fieldSelector },
  );
}

/** As {@link newListWatchFromClient}, with a function that changes the options of each request. */
export function newFilteredListWatchFromClient<T extends KubeObject>(
  client: ListWatchClient,
  plural: string,
  namespace: string,
  modify: TweakListOptions,
): ListWatch<T> {
  return restListWatch<T>(client, { plural, namespace, modify });
}

/** Options of {@link newListWatchForKind}. */
export interface KindListWatchOptions extends Pick<EntryOptions, "freeze" | "keepManagedFields"> {
  /** Empty for all namespaces. */
  readonly namespace?: string | undefined;
  /** Ask for the metadata alone: objects come as `PartialObjectMetadata`. */
  readonly metadataOnly?: boolean | undefined;
}

/**
 * A source for a kind from any REST client of its server. Most programs use `newSharedInformerFactory`, which needs no
 * source.
 */
export function newListWatchForKind<T extends KubeObject>(
  client: RESTClient,
  resource: Resource<T>,
  options: KindListWatchOptions = {},
): ListWatch<T> {
  const { namespace = "", metadataOnly = false, ...entryOptions } = options;
  const expected = resource.kind === "" ? undefined : resource;
  return restListWatch<T>(withGroupVersion(client, resource), {
    plural: resource.plural,
    namespace: resource.scope === "Cluster" ? "" : namespace,
    entryOptions,
    contentType: client.config.contentType,
    kind: metadataOnly ? partialMetadata : expected,
    listKind: metadataOnly ? undefined : expected?.listKind,
    as: metadataOnly ? "PartialObjectMetadata" : undefined,
  });
}

/** What a server calls an object of which it sends only the metadata. */
export const partialMetadata: GroupVersionKind = { group: "meta.k8s.io", version: "v1", kind: "PartialObjectMetadata" };

/**
 * A list that does not arrive, or stops arriving, is given up: the reflector lists again. A watch is ended by the
 * reflector itself. The list is taken item by item, so that its length is not limited here: what it may bring in is
 * limited by the informer's `maxCacheBytes`.
 */
const listLimits = {
  headersTimeoutMs: reflectorDefaults.listHeadersTimeoutMs,
  idleTimeoutMs: reflectorDefaults.listIdleTimeoutMs,
  maxBodyBytes: Number.MAX_SAFE_INTEGER,
} as const;

interface RestListWatchOptions {
  readonly plural: string;
  readonly namespace: string;
  readonly modify?: TweakListOptions | undefined;
  readonly kind?: GroupVersionKind | undefined;
  readonly listKind?: string | undefined;
  readonly as?: string | undefined;
  readonly entryOptions?: EntryOptions | undefined;
  /** The configuration's; absent: protobuf where the server has it. */
  readonly contentType?: string | undefined;
}

function withGroupVersion(client: RESTClient, { group, version }: GroupVersionKind): ListWatchClient {
  const own = client.forGroupVersion({ group, version });
  const { supportsWatchList, logger, meter } = client;
  return supportsWatchList === undefined ? own : { get: () => own.get(), supportsWatchList, logger, meter };
}

function restListWatch<T extends KubeObject>(
  client: ListWatchClient,
  { plural, namespace, modify, kind, listKind, as, entryOptions = {}, contentType }: RestListWatchOptions,
): ListWatch<T> {
  const choice = new FormatChoice(contentType, kind);
  const request = (options: ListOptions | WatchOptions, form: "" | "List", codec?: ProtobufCodec): Request => {
    // The reflector retries itself: a retry below it would hide the failures from it.
    const made = client
      .get()
      .namespaceIfScoped(namespace, namespace !== "")
      .resource(plural)
      .maxRetries(0);
    const accept = acceptFor(as === undefined ? undefined : `${as}${form}`, codec !== undefined);
    if (accept !== undefined) made.setHeader("accept", accept);
    return made.versionedParams(modify === undefined ? options : modify(options));
  };
  const entries: EntryOptions & { readonly listKind?: string | undefined } = {
    ...entryOptions,
    ...defined({ kind: kind?.kind, apiVersion: kind && apiVersionOf(kind) }),
    listKind,
    failed: new FailedObjects(),
  };
  // One for all pages and watches: what is left of a slab goes to the next.
  const arena = new SlabArena();
  const optionsOf = <C extends object>(made: Request, call: C) => ({ ...entries, ...call, arena, facts: made.facts() });
  const { logger, meter } = client;
  return new ListWatch<T>({
    logger,
    meter,
    list: async ({ signal, ...options }) => {
      const result = await request(options, "List").do<KubeList<T>>({ signal });
      return result.into();
    },
    watch: ({ signal, ...options }) => request(options, "").watch<T>({ signal }),
    raw: {
      list: async ({ signal, clock, freeze = entries.freeze, ...options }, sink) => {
        const codec = await choice.codec();
        const made = request(options, "List", codec);
        const { body, headers } = await made.stream({ signal, ...listLimits, purpose: "list" });
        const reading = {
          ...optionsOf(made, { freeze, signal, clock }),
          onItem: (entry: Entry<T>) => sink.onItem(entry),
          known: (key: string) => sink.known(key),
        };
        const { metadata } = await choice.reading(headers, codec, (chosen) =>
          chosen === undefined ? readList<T>(body, reading) : chosen.readList<T>(body, reading),
        );
        return metadata;
      },
      watch: async ({ signal, clock, freeze = entries.freeze, ...options }, sink) => {
        const codec = await choice.codec();
        const made = request(options, "", codec);
        const { body, headers } = await made.openWatch({ signal });
        sink.onOpen();
        const reading = {
          ...optionsOf(made, { freeze, signal, clock }),
          onEvent: sink.onEvent.bind(sink),
          onBookmark: sink.onBookmark.bind(sink),
          known: options.sendInitialEvents === true ? sink.known.bind(sink) : undefined,
        };
        await choice.reading(headers, codec, (chosen) =>
          chosen === undefined ? readWatch<T>(body, reading) : chosen.readWatch<T>(body, reading),
        );
      },
    },
    supportsWatchList: client.supportsWatchList,
  });
}

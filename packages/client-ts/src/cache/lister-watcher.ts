import type { Entry, FreezePolicy } from "../codec/index.ts";
import type { KubeList, KubeObject, ListMeta, ListOptions, WatchEvent, WatchOptions } from "../meta/index.ts";
import type { Clock, Logger, Meter } from "../util/index.ts";

/** What every call to a source carries in addition to the list or watch options. */
export interface SourceCall {
  /** Ends the call; a source releases its connection when it fires. */
  readonly signal?: AbortSignal | undefined;
}

/** What every call to a source of entries carries in addition. */
export interface RawSourceCall extends SourceCall {
  /** Whether decoded objects are frozen. Default: as the source was made. */
  readonly freeze?: FreezePolicy | undefined;
  /** The clock of the informer; what is read shares its slices of the event loop. Default: the machine's own. */
  readonly clock?: Clock | undefined;
}

/** Changes the options of every list and watch request, for example its selectors. Returns the options to use. */
export type TweakListOptions = <O extends ListOptions | WatchOptions>(options: O) => O;

/** Lists objects: one half of a {@link ListerWatcher}. */
export interface Lister<T extends KubeObject = KubeObject> {
  /** Reads one page of the list. */
  list(options: ListOptions & SourceCall): Promise<KubeList<T>>;
}

/** Watches objects: the other half of a {@link ListerWatcher}. */
export interface Watcher<T extends KubeObject = KubeObject> {
  /** Opens a watch. The iteration ends when the server ends the watch, and throws when the watch fails. */
  watch(options: WatchOptions & SourceCall): AsyncIterable<WatchEvent<T>> | Promise<AsyncIterable<WatchEvent<T>>>;
}

/** The source of a Reflector: everything that it needs of a server. */
export interface ListerWatcher<T extends KubeObject = KubeObject> extends Lister<T>, Watcher<T> {
  /** Lists and watches without decoding objects; used instead of `list` and `watch` when it is given. */
  readonly raw?: RawListerWatcher<T> | undefined;
  /** `false`: this source cannot begin a watch with the existing objects (`sendInitialEvents`). Default: it can. */
  readonly supportsWatchList?: boolean | undefined;
  /** Used by reflectors and informers of this source that have no logger of their own. */
  readonly logger?: Logger | false | undefined;
  /** Used by reflectors and informers of this source that have no meter of their own. */
  readonly meter?: Meter | undefined;
}

/** Lists and watches that hand over entries as they arrive: no object is decoded and no promise is made per object. */
export interface RawListerWatcher<T> {
  /**
   * Reads one page, and settles with what the list says about itself once all of it was read. Rejects when any of it
   * cannot be trusted.
   */
  list(options: ListOptions & RawSourceCall, sink: RawListSink<T>): Promise<ListMeta>;
  /** Reads changes until the server ends the stream. */
  watch(options: WatchOptions & RawSourceCall, sink: RawWatchSink<T>): Promise<void>;
}

/** Takes the items of a page. */
export interface RawListSink<T> {
  onItem(entry: Entry<T>): void;
  /** What the cache has under a key: an item of the same version need not be made again. */
  known(key: string): Entry<T> | undefined;
}

/** Takes what a watch says. A promise asks the source to hold back until it settles. */
export interface RawWatchSink<T> {
  /** The server has accepted the watch. */
  onOpen(): void;
  onEvent(type: "ADDED" | "MODIFIED" | "DELETED", entry: Entry<T>): void | Promise<void>;
  onBookmark(resourceVersion: string, initialEventsEnd: boolean): void | Promise<void>;
  /** What the cache has under a key. */
  known(key: string): Entry<T> | undefined;
}

import type { KubeObject } from "../../meta/index.ts";
import type { ListerWatcher } from "../lister-watcher.ts";
import type { TweakListOptions } from "./options.ts";

/** The same source, asked for what the tweak makes of each question. */
export function tweaked<T extends KubeObject>(source: ListerWatcher<T>, tweak: TweakListOptions): ListerWatcher<T> {
  const { raw, supportsWatchList } = source;
  return {
    list: (options) => source.list(tweak(options)),
    watch: (options) => source.watch(tweak(options)),
    ...(raw !== undefined && {
      raw: { list: (options, sink) => raw.list(tweak(options), sink), watch: (options, sink) => raw.watch(tweak(options), sink) },
    }),
    ...(supportsWatchList !== undefined && { supportsWatchList }),
  };
}

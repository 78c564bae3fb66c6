import type { KubeObject } from "../../meta/index.ts";
import { synchronous } from "../../util/index.ts";
import type { ListerWatcher, TweakListOptions } from "../lister-watcher.ts";

/** The same source with the options of each request changed by the tweak. */
export function tweaked<T extends KubeObject>(source: ListerWatcher<T>, tweak: TweakListOptions): ListerWatcher<T> {
  const { raw, supportsWatchList } = source;
  const changed: TweakListOptions = (options) => synchronous(tweak(options), "the result of tweakListOptions");
  return {
    list: (options) => source.list(changed(options)),
    watch: (options) => source.watch(changed(options)),
    raw: raw && {
      list: (options, sink) => raw.list(changed(options), sink),
      watch: (options, sink) => raw.watch(changed(options), sink),
    },
    supportsWatchList,
  };
}

import type { KubeObject } from "../meta/index.ts";
import { guardReporter } from "../util/index.ts";
import { storeOfElements } from "./element-store.ts";
import type { ListerWatcher } from "./lister-watcher.ts";
import type { ReflectorStore } from "./queue.ts";
import type { ReflectorOptions } from "./reflector/options.ts";
import { Reflector } from "./reflector/reflector.ts";
import { UndecodableReports } from "./undecodable-reports.ts";

/**
 * A reflector that keeps any store of objects equal to what a source has. Nothing happens before `run`. An object that
 * cannot be decoded is left out of the store and reported once as an unexpected error.
 */
export function createReflector<T extends KubeObject>(
  source: ListerWatcher<T>,
  store: ReflectorStore<T>,
  options: ReflectorOptions<T> = {},
): Reflector<T> {
  const { onUnexpectedError, name = "a reflector" } = options;
  const report = guardReporter(onUnexpectedError);
  const reports = new UndecodableReports((error) => report(error, `decoding ${error.key} of ${name}`));
  return new Reflector(
    source,
    storeOfElements<T, T>(store, (entry) => entry.object, reports),
    options,
  );
}

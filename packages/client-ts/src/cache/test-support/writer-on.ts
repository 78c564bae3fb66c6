import { FakeClock } from "../../util/index.ts";
import { CacheWriter, type CacheWriterOptions, type ListenerSink } from "../informer/cache-writer.ts";
import type { LazyStore } from "../store/index.ts";
import type { Thing } from "./scripted-source.ts";

/** A writer on a store, without a transform, that delivers in order and reports nothing unless a test says so. */
export function writerOn(
  store: LazyStore<Thing>,
  listeners: ListenerSink<Thing>,
  options: Partial<CacheWriterOptions<Thing>>,
): CacheWriter<Thing> {
  return new CacheWriter<Thing>({
    store,
    listeners,
    transform: undefined,
    namespace: undefined,
    inOrder: true,
    clock: new FakeClock(),
    freeze: undefined,
    deliverAgain: () => {},
    onVersion: () => {},
    onDisagreement: () => {},
    onError: () => {},
    onAnomaly: () => {},
    ...options,
  });
}

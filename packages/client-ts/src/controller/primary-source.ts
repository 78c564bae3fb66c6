import { type InformerEvent, entriesOf } from "../cache/index.ts";
import type { KubeObject } from "../meta/index.ts";
import { type ChangeEvent, changeOf, initialChange } from "./change-event.ts";
import type { KindCache } from "./kind-cache.ts";
import type { RunningSource } from "./source-runner.ts";

/** The source of the kind that a controller reconciles: every change of its cache, as it is. */
export function connectPrimary(cache: KindCache, name: string, take: (event: ChangeEvent) => void): RunningSource {
  const { informer } = cache;
  const handler = (event: InformerEvent<KubeObject>): void => take(changeOf(event));
  let seen = 0;
  const registration = informer.addEventHandler(
    {
      onAdd: (event) => {
        seen++;
        handler(event);
      },
      onUpdate: handler,
      onDelete: handler,
    },
    { name },
  );
  return {
    name: cache.name,
    optional: false,
    get isIdle() {
      return registration.pending === 0;
    },
    get seen() {
      return seen;
    },
    waitForSync: (signal) => registration.waitForSync({ signal }),
    replay: () => {
      for (const entry of entriesOf(informer).entries()) take(initialChange(entry));
    },
    async close() {
      await informer.removeEventHandler(registration);
      await cache.release();
    },
  };
}

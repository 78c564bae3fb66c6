import { afterEach, expect } from "vitest";
import type { SharedIndexInformer } from "../informer/shared-index-informer.ts";
import type { ListerWatcher } from "../lister-watcher.ts";
import type { FakeControllerSource } from "./fake-controller-source.ts";
import { type Informing, informing, settled } from "./informing.ts";
import type { Thing } from "./scripted-source.ts";

/** Makes and starts the informers of one spec file. */
export interface StoppedInformers {
  /** As {@link informing}. */
  make<S extends ListerWatcher<Thing> = FakeControllerSource>(
    options?: Parameters<typeof informing<S>>[0],
  ): Informing<S>;
  /** Runs one until nothing more happens by itself. */
  start<I extends { readonly informer: SharedIndexInformer<Thing> }>(all: I): Promise<I>;
}

/** Informers that are stopped after each test, which must leave no timer behind. */
export function stoppedInformers(): StoppedInformers {
  const made: Pick<Informing<ListerWatcher<Thing>>, "informer" | "clock">[] = [];
  afterEach(async () => {
    for (const { informer, clock } of made.splice(0)) {
      await informer.close();
      expect(clock.pending).toBe(0);
    }
  });
  return {
    make(options) {
      const all = informing(options);
      made.push(all);
      return all;
    },
    async start(all) {
      void all.informer.run();
      await settled();
      return all;
    },
  };
}

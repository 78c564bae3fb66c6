import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import type { KubeObject, Resource } from "../meta/index.ts";
import { withResolvers } from "../util/index.ts";
import { InformerFactory } from "./informer-factory.ts";
import type { ListerWatcher } from "./lister-watcher.ts";
import { settled } from "./test-support/informing.ts";

const kinds: readonly Resource[] = Array.from({ length: 30 }, (_, index) => ({
  group: "example.com",
  version: "v1",
  kind: `Kind${index}`,
  plural: `kind${index}s`,
  scope: "Namespaced",
}));

/** A client whose lists and watches end only with their signal, and how many of each have begun. */
function silentClient() {
  const begun = { lists: 0, watches: 0 };
  const never = (signal: AbortSignal | undefined): Promise<never> =>
    new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason), { once: true }));
  const source: ListerWatcher = {
    supportsWatchList: false,
    list: ({ signal }) => {
      begun.lists++;
      return never(signal);
    },
    watch: ({ signal }) => {
      begun.watches++;
      return never(signal);
    },
  };
  const client = { listerWatcher: <T extends KubeObject>() => source as unknown as ListerWatcher<T> };
  return { begun, client };
}

describe("factories of informers over one client", () => {
  it("list 25 kinds at the same time at most, all of them together", async () => {
    const { begun, client } = silentClient();
    const factories = [kinds.slice(0, 15), kinds.slice(15)].map((some) => {
      const factory = new InformerFactory(client, { logger: false });
      for (const resource of some) factory.forKind(resource).informer();
      factory.start();
      return factory;
    });
    await settled();
    expect(begun.lists).toBe(25);
    await Promise.all(factories.map((factory) => factory.close()));
  });

  it("have closed when the last of their informers has", async () => {
    const { client } = silentClient();
    const factory = new InformerFactory(client, { logger: false });
    const informer = factory.forKind(kinds[0]!).informer();
    const ending = withResolvers();
    const close = informer.close.bind(informer);
    informer.close = async () => {
      await ending.promise;
      await close();
    };
    factory.start();
    let hasClosed = false;
    const closed = factory.close().then(() => {
      hasClosed = true;
    });
    await settled();
    expect(hasClosed).toBe(false);
    ending.resolve();
    await closed;
  });

  it("leave nothing on the signal of their caller, and cause no warning of Node", async () => {
    const warnings: string[] = [];
    const onWarning = ({ name }: Error): void => void warnings.push(name);
    process.on("warning", onWarning);
    const { client } = silentClient();
    const factory = new InformerFactory(client, { logger: false });
    for (const resource of kinds.slice(0, 12)) factory.forKind(resource).informer();
    const { signal } = new AbortController();
    factory.start({ signal });
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await settled();
    await factory.close();
    await settled();
    process.off("warning", onWarning);
    expect([getEventListeners(signal, "abort").length, warnings]).toEqual([0, []]);
  });
});

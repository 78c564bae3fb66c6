import { connect } from "../../client/index.ts";
import { startApiServer } from "client-ts-testing";
import { describe, expect, it } from "vitest";
import { ConfigMap } from "../../api/core/v1.ts";
import { newListWatch, newListWatchForKind, newSharedIndexInformer } from "../../cache/index.ts";
import type { KubeList, ListOptions } from "../../meta/index.ts";
import { defined } from "../../util/index.ts";
import { shardOf, shardSelectorOf } from "./shard-hash.ts";
import { shardedSource } from "./sharded-source.ts";

const shards = 4;
const chosen = [0, 2];
const isOurs = (uid: string | undefined): boolean => chosen.includes(shardOf(uid ?? "", shards));

describe("the objects of some shards", () => {
  it("are filtered here when the list has no shardInfo, and taken as they are when it has (F-B17)", async () => {
    const items = Array.from({ length: 40 }, (_, i) => ({ metadata: { name: `m${i}`, uid: `uid-${i}` } }));
    for (const honoured of [false, true]) {
      const asked: ListOptions[] = [];
      const list: KubeList<ConfigMap> = {
        metadata: { resourceVersion: "7", ...defined({ shardInfo: honoured ? { selector: "…" } : undefined }) },
        items,
      };
      const source = newListWatch<ConfigMap>({
        list: async (options) => {
          asked.push(options);
          return list;
        },
        watch: async () =>
          (async function* () {
            for (const object of items) yield { type: "ADDED" as const, object };
            yield { type: "BOOKMARK" as const, resourceVersion: "8" };
          })(),
      });
      const sharded = shardedSource(source, { shards, chosen });
      const expected = items.filter(({ metadata }) => isOurs(metadata.uid));
      expect(expected.length).toBeGreaterThan(5);
      expect((await sharded.list({})).items).toEqual(honoured ? items : expected);
      expect(asked).toEqual([{ shardSelector: shardSelectorOf(chosen, shards) }]);
      const events = [];
      for await (const event of await sharded.watch({})) events.push(event);
      expect(events).toHaveLength(expected.length + 1);
    }
  });

  it("fill an informer on a server that ignores the selector, without decoding the others (F-B17)", async ({
    onTestFinished,
  }) => {
    const server = await startApiServer();
    onTestFinished(() => server.close());
    const client = await connect({ kubeconfigText: server.kubeconfig });
    onTestFinished(() => client.close());
    const maps = client.resource(ConfigMap, { namespace: "default" });
    const uids: string[] = [];
    const create = async (name: string): Promise<void> => {
      uids.push((await maps.create({ metadata: { name } })).metadata.uid);
    };
    for (let i = 0; i < 20; i++) await create(`before-${i}`);
    const source = shardedSource(newListWatchForKind(client.rest, ConfigMap, { namespace: "default" }), {
      shards,
      chosen,
    });
    const informer = newSharedIndexInformer(source, ConfigMap);
    const seen = new Set<string>();
    informer.addEventHandler({ onAdd: ({ uid }) => void seen.add(uid) });
    const running = informer.run();
    onTestFinished(async () => {
      await informer.close();
      await running;
    });
    await informer.waitForSync();
    for (let i = 0; i < 20; i++) await create(`after-${i}`);
    const expected = uids.filter(isOurs).sort();
    await expect.poll(() => [...seen].sort()).toEqual(expected);
    expect(expected.length).toBeGreaterThan(5);
    expect(expected.length).toBeLessThan(40);
  });
});

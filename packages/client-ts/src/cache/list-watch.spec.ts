import { startApiServer } from "client-ts-testing";
import { describe, expect, it } from "vitest";
import { ConfigMap } from "../api/core/v1.ts";
import { connect } from "../client/index.ts";
import { noopMeter, silentLogger } from "../util/index.ts";
import type { ListerWatcher } from "./lister-watcher.ts";
import { newListWatch, newListWatchForKind, withWatchListSemantics } from "./list-watch.ts";
import { listOf, ScriptedSource, type Thing } from "./test-support/scripted-source.ts";

describe("a ListWatch", () => {
  it("is made of two functions, and asks for no pages when chunking is off", async () => {
    const asked: unknown[] = [];
    const source = (disableChunking: boolean) =>
      newListWatch<Thing>({
        list: async (options) => {
          asked.push(options);
          return listOf("1", []);
        },
        watch: async function* () {},
        disableChunking,
      });
    await source(false).list({ limit: 500, resourceVersion: "0" });
    await source(true).list({ limit: 500, resourceVersion: "0" });
    expect(asked).toEqual([{ limit: 500, resourceVersion: "0" }, { resourceVersion: "0" }]);
    expect(source(true).supportsWatchList).toBeUndefined();
    expect(source(true).raw).toBeUndefined();
  });

  it("asks for no pages of raw lists either, and leaves watches alone", async () => {
    const asked: unknown[] = [];
    const raw = {
      list: async (options: object) => {
        asked.push(options);
        return { resourceVersion: "1" };
      },
      watch: async (options: object) => void asked.push(options),
    };
    const parts = { list: async () => listOf("1", []), watch: async function* () {}, raw };
    const sink = {
      onOpen: () => {},
      onItem: () => {},
      onEvent: () => {},
      onBookmark: () => {},
      known: () => undefined,
    };
    for (const disableChunking of [false, true]) {
      const source = newListWatch<Thing>({ ...parts, disableChunking });
      await source.raw?.list({ limit: 500, continue: "c" }, sink);
      await source.raw?.watch({ resourceVersion: "5" }, sink);
    }
    expect(asked).toEqual([
      { limit: 500, continue: "c" },
      { resourceVersion: "5" },
      { continue: "c" },
      { resourceVersion: "5" },
    ]);
  });

  it("brings logger, meter and raw lists along when it gets what its client says", () => {
    const raw = { list: async () => ({}), watch: async () => {} };
    const source: ListerWatcher<Thing> = {
      list: async () => listOf("1", []),
      watch: async function* () {},
      raw,
      logger: silentLogger,
      meter: noopMeter,
    };
    const same = withWatchListSemantics(source, { supportsWatchList: false });
    expect([same.raw, same.logger, same.meter]).toEqual([raw, silentLogger, noopMeter]);
    const made = newListWatch<Thing>({ ...source, supportsWatchList: false });
    expect([made.logger, made.meter, made.supportsWatchList]).toEqual([silentLogger, noopMeter, false]);
  });

  it("carries what its client says about streaming lists and is otherwise the same (B117)", async () => {
    const source = new ScriptedSource({ streaming: true });
    expect(withWatchListSemantics(source, {}).supportsWatchList).toBeUndefined();
    expect(withWatchListSemantics(source, { supportsWatchList: true }).supportsWatchList).toBe(true);
    const without = withWatchListSemantics(source, { supportsWatchList: false });
    expect(without.supportsWatchList).toBe(false);
    const list = without.list({ labelSelector: "a=b" });
    const asked = await source.nextList();
    expect(asked.options).toEqual({ labelSelector: "a=b" });
    await asked.answer(listOf("3", []));
    expect((await list).metadata.resourceVersion).toBe("3");
    void without.watch({ resourceVersion: "3" });
    expect((await source.nextWatch()).options).toEqual({ resourceVersion: "3" });
  });

  it("takes a list that is longer than the client takes whole: it is read item by item", async () => {
    const server = await startApiServer();
    const metadata = (name: string) => ({ name, namespace: "default" });
    server.apply(
      ...Array.from({ length: 50 }, (_, n) => ({
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: metadata(`map-${n}`),
      })),
    );
    const client = await connect({ kubeconfigText: server.kubeconfig, limits: { listBytes: 2_000 } });
    const source = newListWatchForKind(client.rest, ConfigMap, { namespace: "default" });
    await expect(source.list({})).rejects.toMatchObject({ code: "limit" });
    let items = 0;
    await source.raw?.list({}, { onItem: () => void items++, known: () => undefined });
    expect(items).toBe(50);
    await client.close();
    await server.close();
  });
});

import { startApiServer } from "client-ts-testing";
import { describe, expect, it } from "vitest";
import { ConfigMap } from "../api/core/v1.ts";
import { connect } from "../client/index.ts";
import { ListWatch, newListWatchForKind, withWatchListSemantics } from "./list-watch.ts";
import { listOf, ScriptedSource, type Thing } from "./test-support/scripted-source.ts";

describe("a ListWatch", () => {
  it("is made of two functions, and asks for no pages when chunking is off", async () => {
    const asked: unknown[] = [];
    const source = (disableChunking: boolean) =>
      new ListWatch<Thing>({
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

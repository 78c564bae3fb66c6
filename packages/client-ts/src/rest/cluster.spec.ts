import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isNotFound } from "../errors/index.ts";
import { buildConfigFromFlags } from "../kubeconfig/index.ts";
import type { KubeList, KubeObject } from "../meta/index.ts";
import type { RestConfig } from "../transport/index.ts";
import { newListPager, newRetryWatcher, type RESTClient, restClientFor, watchUntilWithRetry } from "./index.ts";

/** A kubeconfig of a real control plane. */
const kubeconfig = process.env["CLIENT_TS_TEST_KUBECONFIG"];
if (kubeconfig === undefined) console.log("skipped: REST against a real control plane (set CLIENT_TS_TEST_KUBECONFIG)");

describe.skipIf(kubeconfig === undefined)("a real control plane", () => {
  const namespace = `rest-${process.pid}`;
  let config: RestConfig;
  let client: RESTClient;
  const configMaps = (method: string) => client.verb(method).namespace(namespace).resource("configmaps");

  beforeAll(async () => {
    config = await buildConfigFromFlags("", kubeconfig as string);
    client = restClientFor(config, { groupVersion: { group: "", version: "v1" } });
    await client
      .post()
      .resource("namespaces")
      .body({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } })
      .do();
  });
  afterAll(async () => {
    await client.delete().resource("namespaces").name(namespace).do();
    await client.close();
  });

  it("answers 200 GETs over one connection", async () => {
    const own = restClientFor(config, { groupVersion: { group: "", version: "v1" } });
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        for (let i = 0; i < 10; i++) await own.get().resource("namespaces").name("default").do();
      }),
    );
    expect(own.stats()).toMatchObject({ opened: 1, sessions: 1, sockets: 0 });
    await own.close();
    expect(own.stats()).toMatchObject({ sessions: 0, sockets: 0, streams: 0 });
  });

  it("holds 250 idle watches on at most four connections, which do not delay a GET", async () => {
    const own = restClientFor(config, { groupVersion: { group: "", version: "v1" } });
    const timed = async (): Promise<number> => {
      const began = performance.now();
      await own.get().resource("namespaces").name("default").do();
      return performance.now() - began;
    };
    await timed();
    const alone = Math.min(...(await series(timed)));
    const watches = Array.from({ length: 250 }, () => own.get().namespace(namespace).resource("secrets").watch());
    await Promise.all(watches.map((watch) => watch.open()));
    const withWatches = Math.min(...(await series(timed)));
    console.log(
      `250 watches: ${own.stats().opened} connections; ` +
        `GET ${alone.toFixed(1)} ms alone, ${withWatches.toFixed(1)} ms with them`,
    );
    expect(own.stats().opened).toBeLessThanOrEqual(4);
    expect(withWatches).toBeLessThan(alone + 50);
    await own.close();
    expect(own.stats()).toMatchObject({ sessions: 0, sockets: 0 });
  });

  it("creates, reads, changes, pages, watches and deletes", async () => {
    const first = await configMaps("POST")
      .body({ metadata: { name: "m-000" }, data: { a: "1" } })
      .do<KubeObject>();
    expect(first.wasCreated).toBe(true);
    const version = first.into().metadata?.resourceVersion as string;
    for (let i = 1; i < 12; i++)
      await configMaps("POST")
        .body({ metadata: { name: `m-${String(i).padStart(3, "0")}` } })
        .do();
    const patched = await client
      .patch("application/merge-patch+json")
      .namespace(namespace)
      .resource("configmaps")
      .name("m-000")
      .body({ data: { a: "2" } })
      .do<KubeObject & { data: object }>();
    expect(patched.into().data).toEqual({ a: "2" });
    const pager = newListPager<KubeObject>(
      async (options, call) => (await configMaps("GET").listOptions(options).do<KubeList<KubeObject>>(call)).into(),
      { pageSize: 5 },
    );
    const names: unknown[] = [];
    for await (const item of pager.each()) if (item.metadata?.name?.startsWith("m-")) names.push(item.metadata.name);
    expect(names).toHaveLength(12);
    // The cache of the server has seen them once it answers for their version.
    await pager.list({ resourceVersion: patched.into().metadata?.resourceVersion as string });
    expect((await pager.list({ resourceVersion: "0" })).list.items.length).toBeGreaterThanOrEqual(12);

    const source = (options: object, stream: { signal?: AbortSignal | undefined }) =>
      configMaps("GET").listOptions(options).watch(stream);
    const seen: string[] = [];
    const watcher = newRetryWatcher(version, source);
    for await (const event of watcher) {
      if (event.type !== "BOOKMARK") seen.push(`${event.type} ${event.object.metadata?.name}`);
      if (seen.length === 12) break;
    }
    expect(seen.at(-1)).toBe("MODIFIED m-000");
    await configMaps("DELETE").name("m-003").do();
    const gone = await watchUntilWithRetry(version, source, (event) => event.type === "DELETED");
    expect(gone).toMatchObject({ type: "DELETED", object: { metadata: { name: "m-003" } } });
    await expect(configMaps("GET").name("m-003").do()).rejects.toSatisfy(isNotFound);
  });
});

async function series(run: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < 10; i++) times.push(await run());
  return times;
}

import { type ApiServer, startApiServer } from "client-ts-testing";
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import * as coreV1 from "../api/core/v1.ts";
import type { KindInformer } from "../cache/index.ts";
import { type Client, connect } from "../client/index.ts";
import { newSharedInformerFactory } from "./index.ts";

let server: ApiServer;
let client: Client;
beforeAll(async () => {
  server = await startApiServer({
    objects: [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "web", namespace: "shop" } }],
  });
  client = await connect({ kubeconfigText: server.kubeconfig });
});
afterAll(async () => {
  await client.close();
  await server.close();
});

describe("a shared informer factory that is extended", () => {
  it("has the kinds of more groups under aliases and shares informers and their end with the first", async () => {
    const factory = newSharedInformerFactory(client);
    const extended = factory.extend({ shop: { v1: coreV1 } });
    expectTypeOf(extended.shop.v1.configMaps).toEqualTypeOf<KindInformer<coreV1.ConfigMap, "Namespaced">>();
    expect(extended.shop.v1.configMaps.informer()).toBe(factory.core.v1.configMaps.informer());
    factory.start();
    await extended.waitForCacheSync();
    expect(extended.shop.v1.configMaps.lister().namespace("shop").get("web").metadata?.name).toBe("web");
    expect([...extended.syncResult().values()]).toEqual([true]);
    await extended.close();
    expect(() => factory.start()).toThrow("the informer factory was closed");
    expect("shop" in factory).toBe(false);
  });

  it("refuses an alias that is in use and a module without descriptors", async () => {
    await using factory = newSharedInformerFactory(client);
    // @ts-expect-error the name is in use by type, too
    expect(() => factory.extend({ apps: { v1: coreV1 } })).toThrow('the name "apps" is already in use');
    // @ts-expect-error the name of a member
    expect(() => factory.extend({ start: { v1: coreV1 } })).toThrow('the name "start" is already in use');
    expect(() => factory.extend({ shop: { v1: {} } })).toThrow("shop.v1 has no descriptor of a kind");
  });
});

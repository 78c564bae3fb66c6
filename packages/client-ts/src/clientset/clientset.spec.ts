import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { Pod } from "../api/core/v1.ts";
import { newClient } from "../client/index.ts";
import { defineResource, type KubeObject, type Stored } from "../meta/index.ts";
import type { RESTClient } from "../rest/index.ts";
import type { RestConfig, Transport } from "../transport/index.ts";
import { groupVersionModules, newClientset } from "./index.ts";

const client = newClient({ host: "https://127.0.0.1:1" });
interface Website extends KubeObject {
  spec: { host: string };
}
const Website = defineResource<Website>()({
  group: "shop.example.com",
  version: "v1",
  kind: "Website",
  plural: "websites",
  scope: "Namespaced",
  subresources: ["status"],
});
const StaticSite = defineResource<Website>()({
  group: "shop.example.com",
  version: "v1",
  kind: "StaticSite",
  plural: "staticsites",
  accessor: "staticSites",
  scope: "Cluster",
});
/** As a module that was imported with `import * as shopV1`. */
const shopV1 = { Website, StaticSite, helper: () => "not a kind" };

/** What is only checked by type. */
const never = (_run: () => unknown): void => {};

describe("the clientset", () => {
  it("has a typed client for each group, version and plural", () => {
    const clientset = newClientset(client);
    const typed = clientset.core.v1.pods("shop");
    expectTypeOf(typed).toHaveProperty("get");
    expectTypeOf(clientset.core.v1.pods()).not.toHaveProperty("get");
    expectTypeOf(clientset.core.v1.nodes()).toHaveProperty("get");
    expectTypeOf(clientset.apps.v1.deployments("shop")).toHaveProperty("getScale");
    never(() => {
      expectTypeOf(typed.get("web")).resolves.toEqualTypeOf<Stored<Pod, "Namespaced">>();
      // @ts-expect-error nodes are not namespaced
      clientset.core.v1.nodes("shop");
      // @ts-expect-error no such kind
      clientset.core.v1.deployments;
    });
  });

  it("names kinds as client-go does, in camelCase, and keeps the plural of the API in paths", () => {
    const { core, discovery, internal } = newClientset(client);
    expect(core.v1.configMaps("shop").resource.plural).toBe("configmaps");
    expect(Object.keys(core.v1)).toContain("persistentVolumeClaims");
    expect(Object.keys(discovery.v1)).toContain("endpointSlices");
    expect(Object.keys(internal.v1alpha1)).toContain("storageVersions");
    never(() => {
      // @ts-expect-error the name is configMaps
      core.v1.configmaps;
    });
  });

  it("has every group, version and kind of the API", () => {
    const api = join(import.meta.dirname, "../api");
    const modules = readdirSync(api, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== "tables")
      .flatMap(({ name }) => readdirSync(join(api, name)).map((file) => `${name}/${file}`))
      .filter((file) => /^export const /m.test(readFileSync(join(api, file), "utf8")));
    const listed = Object.entries(groupVersionModules).flatMap(([group, versions]) =>
      Object.keys(versions).map((version) => `${group === "internal" ? "apiserverinternal" : group}/${version}.ts`),
    );
    expect(listed.sort()).toEqual(modules.sort());
    expect(listed.length).toBeGreaterThanOrEqual(55);
  });

  it("uses the default or the configured user agent in every group (B450)", async () => {
    const agents = new Set<string>();
    const transport: Transport = async ({ headers }) => {
      agents.add(String(headers["user-agent"]));
      const body = Readable.from([Buffer.from('{"kind":"List","apiVersion":"v1","metadata":{},"items":[]}')]);
      return { status: 200, headers: { "content-type": "application/json" }, body, protocol: "h2" };
    };
    const everyGroup = async (config: Partial<RestConfig>): Promise<string[]> => {
      agents.clear();
      const clientset = newClientset({ host: "https://127.0.0.1:1", transport, ...config });
      for (const group of Object.values(clientset) as Record<string, { restClient?: RESTClient }>[]) {
        for (const version of Object.values(group)) await version.restClient?.get().resource("things").do();
      }
      return [...agents];
    };
    expect(await everyGroup({ userAgent: "mine/1.0" })).toEqual(["mine/1.0"]);
    const [agent, ...others] = await everyGroup({});
    expect(agent).toMatch(/^\S+\/\S+ \(\S+\/\S+\)/);
    expect(others).toEqual([]);
  });

  it("makes what is asked for, once", () => {
    const clientset = newClientset(client);
    expect(clientset.client).toBe(client);
    expect(clientset.core.v1).toBe(clientset.core.v1);
    expect(clientset.apps.v1.restClient.apiVersion).toEqual({ group: "apps", version: "v1" });
    expect(clientset.core.v1.restClient.get().resource("pods").url()).toBe("/api/v1/pods");
    expect(clientset.core.v1.pods("shop").resource).toBe(groupVersionModules.core.v1.Pod);
    expect(newClientset({ host: "https://127.0.0.1:1" }).batch.v1.jobs("x").namespace).toBe("x");
  });

  it("has the kinds of more groups under aliases after extend, typed as the built-in ones", () => {
    const clientset = newClientset(client);
    const extended = clientset.extend({ shop: { v1: shopV1 } });
    const websites = extended.shop.v1.websites("ns");
    expect(websites.resource).toBe(Website);
    expect(extended.shop.v1.restClient.get().resource("websites").url()).toBe("/apis/shop.example.com/v1/websites");
    expect(Object.keys(extended.shop.v1)).toEqual(["websites", "staticSites", "restClient"]);
    expect(extended.core.v1.pods("ns").namespace).toBe("ns");
    expect(extended.client).toBe(clientset.client);
    expect("shop" in clientset).toBe(false);
    const twice = extended.extend({ other: { v1: { Website } } });
    expect(twice.shop.v1.staticSites().resource).toBe(StaticSite);
    expect(twice.other.v1.websites("ns").resource).toBe(Website);
    expectTypeOf(websites).toHaveProperty("updateStatus");
    expectTypeOf(extended.shop.v1.websites()).not.toHaveProperty("get");
    never(() => {
      expectTypeOf(websites.get("web")).resolves.toEqualTypeOf<Stored<Website, "Namespaced">>();
      // @ts-expect-error a StaticSite is not namespaced
      extended.shop.v1.staticSites("ns");
      // @ts-expect-error the functions of a module are not kinds
      extended.shop.v1.helper;
    });
  });

  it("refuses an alias that is in use and a module without descriptors", () => {
    const clientset = newClientset(client);
    // @ts-expect-error the name is in use by type, too
    expect(() => clientset.extend({ core: { v1: shopV1 } })).toThrow('the name "core" is already in use');
    // @ts-expect-error the name of a member
    expect(() => clientset.extend({ extend: { v1: shopV1 } })).toThrow('the name "extend" is already in use');
    expect(() => clientset.extend({ shop: { v1: { helper: shopV1.helper } } })).toThrow(
      "shop.v1 has no descriptor of a kind",
    );
  });
});

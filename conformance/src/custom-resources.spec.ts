/**
 * Custom resources from definition to objects, on the in-memory server and, with a control plane, on the real one; each
 * run has a namespace and a group of its own.
 */
import { inspect } from "node:util";
import { isConflict, isNotFound } from "client-ts";
import { CustomResourceDefinition } from "client-ts/api/apiextensions/v1";
import { installCRDs, uninstallCRDs } from "client-ts/custom-resources";
import { newSharedInformerFactory } from "client-ts/informers";
import { defineResource, type KubeObject } from "client-ts/meta";
import { afterAll, describe, expect, it } from "vitest";
import { bothServers, serverWithNamespace } from "./both-servers.ts";

interface Website extends KubeObject {
  spec: { host: string; color?: "red" | "blue" };
  status?: { ready?: boolean };
}

describe.each(bothServers)("on %s", (_, start) => {
  const server = serverWithNamespace(start, "custom");
  const { namespace } = server;
  const group = `${namespace}.example.com`;
  afterAll(async () => {
    await server.client.resource(CustomResourceDefinition).deleteCollection({ labelSelector: `run=${namespace}` });
  });

  const definitionOf = (plural: string, spec: object, names: object = {}): CustomResourceDefinition => {
    const kind = plural.charAt(0).toUpperCase() + plural.slice(1, -1);
    const schema = {
      openAPIV3Schema: {
        type: "object",
        required: ["spec"],
        properties: { spec, status: { type: "object", properties: { ready: { type: "boolean" } } } },
      },
    };
    return {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: `${plural}.${group}`, labels: { run: namespace } },
      spec: {
        group,
        scope: "Namespaced",
        names: { kind, plural, ...names },
        versions: ["v1", "v1beta1"].map((name) => ({
          name,
          served: true,
          storage: name === "v1",
          subresources: { status: {} },
          schema,
        })),
      },
    };
  };
  it("is explained in calls, informers and the wait for caches while its definition is not installed", async () => {
    const Missing = defineResource<Website>()({
      group: `missing.${group}`,
      version: "v1",
      kind: "Website",
      plural: "websites",
      scope: "Namespaced",
    });
    const hint = "this kind is not installed: install its CustomResourceDefinition (installCRDs of";
    const error = await server.client
      .resource(Missing, { namespace })
      .list()
      .catch((thrown: unknown) => thrown);
    expect(isNotFound(error)).toBe(true);
    expect((error as Error).message).toContain(hint);

    const lines: string[] = [];
    const line = (message: string, facts?: object) => void lines.push(`${message} ${inspect(facts)}`);
    const logger = { debug: () => {}, info: () => {}, warn: line, error: line };
    const factory = newSharedInformerFactory(server.client, { namespace, logger });
    factory.forKind(Missing).informer();
    factory.start();
    const synced = factory.waitForCacheSync({ signal: AbortSignal.timeout(1_000) });
    await expect(synced).rejects.toThrow(hint);
    await factory.close();
    expect(lines.join("\n")).toContain(hint);
  });

  const host = { type: "string", maxLength: 20 };
  const color = { type: "string", enum: ["red", "blue"], default: "red" };
  const websites = (properties: object = { host, color }) =>
    definitionOf("websites", { type: "object", required: ["host"], properties });
  const WebsiteKind = () =>
    defineResource<Website>()({
      group,
      version: "v1",
      kind: "Website",
      plural: "websites",
      scope: "Namespaced",
      subresources: ["status"],
    });

  it("installs definitions, and their kinds can be used at once in every served version", async () => {
    const [installed] = await installCRDs(server.client, [websites()]);
    expect(installed).toMatchObject({ name: `websites.${group}`, action: "created" });
    expect(installed?.crd.status?.acceptedNames?.plural).toBe("websites");
    const beta = await server.client.resolve(`${group}/v1beta1`, "Website");
    const sites = newSharedInformerFactory(server.client, { namespace }).extend({
      shop: { v1: { Website: WebsiteKind() } },
    });
    const { websites: site } = sites.shop.v1;
    const seen = new Promise<Website>((resolve) => {
      site.informer().addEventHandler({ onAdd: ({ object }) => resolve(object as Website) });
    });
    sites.start();
    const typed = server.client.resource(WebsiteKind(), { namespace });
    const stored = await typed.create({ metadata: { name: "web" }, spec: { host: "a" } });
    expect(stored.spec).toEqual({ host: "a", color: "red" });
    expect((await seen).spec).toEqual(stored.spec);
    await sites.waitForCacheSync();
    expect(site.lister().namespace(namespace).get("web").spec).toEqual(stored.spec);
    await sites.close();
    const { status } = await typed.updateStatus({ ...stored, status: { ready: true } });
    expect(status).toEqual({ ready: true });
    expect(await server.client.resource(beta, { namespace }).get("web")).toMatchObject({
      apiVersion: `${group}/v1beta1`,
      spec: stored.spec,
    });
    await expect(typed.create({ metadata: { name: "x" }, spec: { host: "a".repeat(21) } })).rejects.toThrow(
      /spec.host/,
    );
  });

  it("brings installed definitions up to date, says what changed, and changes nothing in a dry run", async () => {
    const size = { type: "integer", minimum: 1 };
    expect(await installCRDs(server.client, [websites()])).toMatchObject([{ action: "unchanged", difference: [] }]);
    const changed = websites({ host, color, size });
    const path = (version: number) =>
      `spec.versions[${version}].schema.openAPIV3Schema.properties.spec.properties.size: {"type":"integer","minimum":1}`;
    const [dry] = await installCRDs(server.client, [changed], { dryRun: true });
    expect(dry?.action).toBe("changed");
    const sorted = dry?.difference.map((line) =>
      line.replace('{"minimum":1,"type":"integer"}', '{"type":"integer","minimum":1}'),
    );
    expect(sorted).toEqual([`+ ${path(0)}`, `+ ${path(1)}`]);
    const stored = await server.client.resource(CustomResourceDefinition).get(`websites.${group}`);
    expect(JSON.stringify(stored.spec)).not.toContain("size");
    const fresh = definitionOf("baskets", { type: "object" });
    const [created] = await installCRDs(server.client, [fresh], { dryRun: true });
    expect(created?.action).toBe("created");
    await expect(server.client.resource(CustomResourceDefinition).get(`baskets.${group}`)).rejects.toSatisfy(
      isNotFound,
    );
    expect(await installCRDs(server.client, [changed])).toMatchObject([{ action: "changed" }]);
    await expect(installCRDs(server.client, [websites({ host })], { fieldManager: "another" })).rejects.toSatisfy(
      isConflict,
    );
  });

  it("refuses malformed definitions before anything is sent, and names that are in use without waiting", async () => {
    const broken = definitionOf("broken", { properties: {} });
    const good = definitionOf("things", { type: "object" });
    await expect(installCRDs(server.client, [good, broken])).rejects.toThrow(
      `CustomResourceDefinition broken.${group}: spec.versions[0].schema.openAPIV3Schema.properties[spec].type must be`,
    );
    await expect(server.client.resource(CustomResourceDefinition).get(`things.${group}`)).rejects.toSatisfy(isNotFound);
    const taken = definitionOf("places", { type: "object" }, { kind: "Website", listKind: "PlaceList" });
    await expect(installCRDs(server.client, [taken])).rejects.toThrow(
      /^the server does not accept the names of places\..*: KindConflict: "Website" is already in use$/,
    );
    await uninstallCRDs(server.client, [taken]);
  });

  it("uninstalls definitions, and deletes objects with them only when that was asked for", async () => {
    await expect(uninstallCRDs(server.client, [websites()])).rejects.toThrow(
      /there are objects of Website .*deleteObjects/,
    );
    expect(await uninstallCRDs(server.client, [websites()], { deleteObjects: true })).toEqual([`websites.${group}`]);
    await expect(server.client.resource(CustomResourceDefinition).get(`websites.${group}`)).rejects.toSatisfy(
      isNotFound,
    );
    expect(await uninstallCRDs(server.client, [websites()])).toEqual([]);
  });
});

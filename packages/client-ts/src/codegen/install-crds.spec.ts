import { type ApiServer, startApiServer } from "client-ts-testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Client, connect } from "../client/index.ts";
import { isClientError } from "../errors/index.ts";
import { defineCustomResource } from "./define-custom-resource.ts";
import { installCRDs, uninstallCRDs } from "./install-crds.ts";

const define = (kind: string) =>
  defineCustomResource({
    group: "shop.example.com",
    kind,
    plural: `${kind.toLowerCase()}s`,
    scope: "Namespaced",
    annotations: { a: "1" },
    versions: { v1: { schema: { type: "object", properties: { spec: { type: "object" } } } } },
  });

describe("installing definitions", () => {
  let server: ApiServer;
  let client: Client;
  /** What was sent to change something. */
  let sent: { readonly method: string; readonly path: string; readonly body: string }[] = [];
  beforeAll(async () => {
    server = await startApiServer();
    client = await connect({
      kubeconfigText: server.kubeconfig,
      interceptors: [
        (next) => (request) => {
          const { method, path, body } = request;
          if (method !== "GET") sent.push({ method, path, body: String(body) });
          return next(request);
        },
      ],
    });
  });
  beforeEach(() => {
    sent = [];
  });
  afterAll(async () => {
    await client.close();
    await server.close();
  });

  it("makes their kinds known to a client that has asked before", async () => {
    const { resources: before } = await client.discovery.serverGroupsAndResources();
    expect(before.some(({ groupVersion }) => groupVersion === "shop.example.com/v1")).toBe(false);
    const [installed] = await installCRDs(client, [define("Website")]);
    expect(installed).toMatchObject({ name: "websites.shop.example.com", action: "created" });
    expect((await client.discovery.serverResourcesForGroupVersion("shop.example.com/v1")).resources).toHaveLength(1);
    expect(await uninstallCRDs(client, [define("Website")])).toEqual(["websites.shop.example.com"]);
    const { resources: after } = await client.discovery.serverGroupsAndResources();
    expect(after.some(({ groupVersion }) => groupVersion === "shop.example.com/v1")).toBe(false);
  });

  it("applies with the name of the field manager, and takes fields over only when that was asked for", async () => {
    await installCRDs(client, [define("Owned")], { wait: false });
    await installCRDs(client, [define("Owned")], { fieldManager: "shop", force: true, dryRun: true });
    await installCRDs(client, [define("Owned")], { fieldManager: "shop", force: true, wait: false });
    const queries = sent.map(({ path }) => Object.fromEntries(new URL(path, "https://x").searchParams));
    expect(queries).toEqual([
      { fieldManager: "client-ts" },
      { fieldManager: "shop", force: "true", dryRun: "All" },
      { fieldManager: "shop", force: "true" },
    ]);
    expect(JSON.parse(sent[0]?.body ?? "").metadata).toEqual({
      name: "owneds.shop.example.com",
      annotations: { a: "1" },
    });
  });

  it("deletes the very definition that it looked at, and none that is not there", async () => {
    const [installed] = await installCRDs(client, [define("Gone")]);
    sent = [];
    expect(await uninstallCRDs(client, [define("Gone"), define("Never")], { wait: false })).toEqual([
      "gones.shop.example.com",
    ]);
    expect(sent).toHaveLength(1);
    expect(JSON.parse(sent[0]?.body ?? "").preconditions).toEqual({ uid: installed?.crd.metadata.uid });
  });

  it("sends nothing when one of several definitions is malformed, or the signal has fired", async () => {
    const broken = { ...define("Broken").crd, spec: {} } as never;
    await expect(installCRDs(client, [define("Fine"), broken])).rejects.toMatchObject({ kind: "InvalidArgument" });
    const abort = new AbortController();
    abort.abort();
    const { signal } = abort;
    for (const call of [installCRDs, uninstallCRDs]) {
      const error = await call(client, [define("Fine")], { signal }).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(isClientError(error, "Aborted")).toBe(true);
    }
    expect(sent).toEqual([]);
  });
});

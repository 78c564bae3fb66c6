import { readFileSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runApiServerCommand } from "./command.ts";
import { startApiServer } from "./index.ts";
import { SpecClient } from "./spec-client.ts";

describe("a snapshot of the in-memory server", () => {
  it("brings every object, version and custom kind to another server, where older watches get 410", async () => {
    const first = await startApiServer({
      objects: [
        {
          apiVersion: "apiextensions.k8s.io/v1",
          kind: "CustomResourceDefinition",
          metadata: { name: "widgets.example.com" },
          spec: {
            group: "example.com",
            scope: "Cluster",
            names: { plural: "widgets", kind: "Widget" },
            versions: [
              {
                name: "v1",
                served: true,
                storage: true,
                schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
              },
            ],
          },
        } as object,
        { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "w" } },
        { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c", namespace: "shop" } },
      ],
    });
    const snapshot = JSON.parse(JSON.stringify(first.snapshot()));
    await first.close();
    const second = await startApiServer({ snapshot });
    const client = new SpecClient(second);
    expect(second.snapshot()).toEqual(snapshot);
    const { body } = await client.get("/apis/example.com/v1/widgets/w");
    expect(body.kind).toBe("Widget");
    expect((await client.watch(`/apis/example.com/v1/widgets?watch=1&resourceVersion=2`).next()).object).toMatchObject({
      code: 410,
    });
    expect((await client.post("/api/v1/namespaces/shop/configmaps", { metadata: { name: "d" } })).status).toBe(201);
    client.close();
    await second.close();
  });

  it("ends open watches with 410 when it replaces everything, and they find the new state", async () => {
    await using server = await startApiServer({
      objects: [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "old" } }],
    });
    const snapshot = server.snapshot();
    const client = new SpecClient(server);
    const path = "/api/v1/namespaces/default/configmaps";
    await client.post(path, { metadata: { name: "later" } });
    const watches = [path, "/api/v1/secrets"].map((where) =>
      client.watch(`${where}?watch=1&resourceVersion=${server.revision}`),
    );
    await Promise.all(watches.map(({ status }) => status));
    server.load(snapshot);
    for (const watch of watches) {
      expect(await watch.next()).toMatchObject({ type: "ERROR", object: { code: 410, reason: "Expired" } });
      expect(await watch.next()).toBeUndefined();
    }
    const { body } = await client.get(path);
    expect(body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual(["old"]);
    expect(Number(body.metadata.resourceVersion)).toBeGreaterThan(Number(snapshot.revision));
    const watch = client.watch(`${path}?watch=1&resourceVersion=${body.metadata.resourceVersion}`);
    await client.post(path, { metadata: { name: "new" } });
    expect((await watch.next()).object.metadata.name).toBe("new");
    client.close();
  });

  it("restores nothing that it does not have, and removes kinds that it does not know", async () => {
    await using server = await startApiServer();
    const snapshot = server.snapshot();
    const client = new SpecClient(server);
    await client.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
      metadata: { name: "widgets.example.com" },
      spec: {
        group: "example.com",
        scope: "Cluster",
        names: { plural: "widgets", kind: "Widget", singular: "widget", listKind: "WidgetList" },
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
      },
    });
    const widgets = "/apis/example.com/v1/widgets";
    expect((await client.get(widgets)).status).toBe(200);
    server.load(snapshot);
    expect((await client.get(widgets)).status).toBe(404);
    // The objects of a new cluster are not made either.
    expect((await client.get("/api/v1/namespaces/default/services")).body.items).toEqual([]);
    expect(server.snapshot().objects).toEqual(snapshot.objects);
    client.close();
  });

  it("is refused when it is not a snapshot, and leaves what is there", async () => {
    await using server = await startApiServer();
    const before = server.snapshot();
    for (const wrong of [
      {},
      { format: "other", objects: {} },
      { format: "client-ts-testing/v1" },
      { ...before, revision: "x" },
    ])
      expect(() => server.load(wrong as never)).toThrow("the value is not a snapshot of client-ts-testing");
    expect(server.snapshot()).toEqual(before);
  });
});

describe("client-ts apiserver", () => {
  it.each([
    ["new", undefined],
    ["old", 0o644],
  ])("writes a %s kubeconfig that only its owner reads, one line, and leaves nothing", async (_age, mode) => {
    const directory = mkdtempSync(join(tmpdir(), "apiserver-"));
    const file = join(directory, "kubeconfig");
    if (mode !== undefined) writeFileSync(file, "of another server, and longer than nothing", { mode });
    const lines: string[] = [];
    const abort = new AbortController();
    const ended = runApiServerCommand(["--kubeconfig-out", file], {
      print: (line) => {
        lines.push(line);
        expect(statSync(file).mode & 0o777).toBe(0o600);
        expect(readFileSync(file, "utf8")).toContain("current-context");
        abort.abort();
      },
      report: (line) => lines.push(line),
      signal: abort.signal,
    });
    expect(await ended).toBe(0);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^ready: https:\/\/127\.0\.0\.1:[0-9]+, kubeconfig in /);
    expect(existsSync(file)).toBe(false);
    rmSync(directory, { recursive: true });
  });

  it("explains what is missing", async () => {
    const lines: string[] = [];
    const io = {
      print: (line: string) => lines.push(line),
      report: (line: string) => lines.push(line),
      signal: new AbortController().signal,
    };
    expect(await runApiServerCommand([], io)).toBe(2);
    expect(await runApiServerCommand(["--port", "x", "--kubeconfig-out", "f"], io)).toBe(2);
    expect(await runApiServerCommand(["--nope"], io)).toBe(2);
    expect(await runApiServerCommand(["--controllers", "nothing", "--kubeconfig-out", "f"], io)).toBe(2);
    expect(lines[0]).toContain("client-ts apiserver needs --kubeconfig-out FILE");
  });
});

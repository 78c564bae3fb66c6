import { readFileSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
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
});

describe("client-ts apiserver", () => {
  it("writes a kubeconfig that only its owner reads, says one line, and leaves nothing when it ends", async () => {
    const directory = mkdtempSync(join(tmpdir(), "apiserver-"));
    const file = join(directory, "kubeconfig");
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
    expect(lines[0]).toContain("--kubeconfig-out is needed");
  });
});

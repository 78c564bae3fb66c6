import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, startApiServer } from "./index.ts";

const kubectl = process.env["CLIENT_TS_KUBECTL"];

/** Runs when CLIENT_TS_KUBECTL names a kubectl. */
describe.skipIf(kubectl === undefined)("kubectl on the in-memory server", () => {
  let server: ApiServer;
  let directory: string;

  beforeAll(async () => {
    server = await startApiServer();
    directory = mkdtempSync(join(tmpdir(), "kubectl-"));
    writeFileSync(join(directory, "config"), server.kubeconfig, { mode: 0o600 });
  });
  afterAll(async () => {
    await server.close();
    rmSync(directory, { recursive: true });
  });

  const flags = (): string[] => ["--kubeconfig", join(directory, "config"), "--cache-dir", join(directory, "cache")];
  const run = async (...args: string[]): Promise<string> =>
    (await promisify(execFile)(kubectl!, [...flags(), ...args])).stdout;
  const manifest = (text: string): string => {
    const file = join(directory, "manifest.yaml");
    writeFileSync(file, text);
    return file;
  };

  it("creates, gets, labels, patches and deletes", async () => {
    expect(await run("create", "configmap", "c", "--from-literal=a=1")).toBe("configmap/c created\n");
    expect(await run("get", "configmaps")).toMatch(/^NAME +DATA +AGE\nc +1 +/);
    expect(await run("label", "configmap", "c", "app=web")).toBe("configmap/c labeled\n");
    expect(await run("patch", "configmap", "c", "--type=merge", "-p", '{"data":{"b":"2"}}')).toBe(
      "configmap/c patched\n",
    );
    expect(await run("get", "configmap", "c", "-o", "jsonpath={.data} {.metadata.labels.app}")).toBe(
      '{"a":"1","b":"2"} web',
    );
    expect(await run("delete", "configmap", "c")).toMatch(/^configmap "c" deleted/);
  });

  it("applies on the client and on the server, and sees what would change", async () => {
    const text = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: applied\ndata:\n  a: '1'\n";
    expect(await run("apply", "-f", manifest(text))).toBe("configmap/applied created\n");
    expect(await run("apply", "-f", manifest(text.replace("'1'", "'2'")))).toBe("configmap/applied configured\n");
    expect(await run("apply", "-f", manifest(text.replace("'1'", "'2'")))).toBe("configmap/applied unchanged\n");
    expect(await run("apply", "--server-side", "--force-conflicts", "-f", manifest(text))).toBe(
      "configmap/applied serverside-applied\n",
    );
    expect(await run("get", "configmap", "applied", "-o", "jsonpath={.data.a}")).toBe("1");
  });

  it("watches until it is stopped", async () => {
    const child = spawn(kubectl!, [...flags(), "get", "configmaps", "-w", "-o", "name"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const lines: string[] = [];
    const seen = new Promise<void>((resolve) => {
      child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
        lines.push(chunk);
        if (lines.join("").includes("configmap/later")) resolve();
      });
    });
    await new Promise<void>((resolve) => child.stdout.once("data", () => resolve()));
    await run("create", "configmap", "later");
    await seen;
    child.kill();
    await new Promise((resolve) => child.once("close", resolve));
  });
});

import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { promisify } from "node:util";
import { newCsr } from "client-ts/certs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";
import { hasBinaries } from "./find-binaries.ts";
import { binaryNames } from "./parts.ts";

const run = promisify(execFile);
const available = hasBinaries(binaryNames);

/** kubectl as a user of this control plane; waits are kubectl's own. */
async function kubectl(
  plane: ControlPlane,
  args: readonly string[],
  kubeconfig = plane.kubeconfigPath,
  input?: string,
): Promise<string> {
  const call = run(plane.binaries.get("kubectl") as string, ["--kubeconfig", kubeconfig, ...args], { timeout: 60_000 });
  if (input !== undefined) call.child.stdin?.end(input);
  return (await call).stdout;
}

describe.skipIf(!available)("a real control plane", () => {
  let plane: ControlPlane;
  beforeAll(async () => {
    plane = await startControlPlane({ audit: true });
  }, 120_000);
  afterAll(() => plane?.close());

  it("has ready nodes", async () => {
    const lines = (await kubectl(plane, ["get", "nodes", "--no-headers"])).trim().split("\n");
    expect(lines.map((line) => line.split(/\s+/)[1])).toEqual(["Ready", "Ready"]);
  });

  it("runs three Pods for a Deployment of three, and completes a Job", async () => {
    await kubectl(plane, ["create", "deployment", "web", "--image=web", "--replicas=3"]);
    await kubectl(plane, ["rollout", "status", "deployment/web", "--timeout=50s"]);
    const pods = await kubectl(plane, ["get", "pods", "-l", "app=web", "-o", "jsonpath={.items[*].status.phase}"]);
    expect(pods).toBe("Running Running Running");
    await kubectl(plane, ["create", "job", "once", "--image=once"]);
    await kubectl(plane, ["wait", "--for=condition=complete", "job/once", "--timeout=50s"]);
  }, 120_000);

  it("streams: exec gives the command's output and exit code", async () => {
    await kubectl(plane, ["run", "shell", "--image=shell"]);
    await kubectl(plane, ["wait", "--for=condition=Ready", "pod/shell", "--timeout=50s"]);
    expect(await kubectl(plane, ["exec", "shell", "--", "echo", "hello"])).toBe("hello\n");
    const failed = await kubectl(plane, ["exec", "shell", "--", "sh", "-c", "exit 7"]).catch(
      (error: { code: number }) => error,
    );
    expect((failed as { code: number }).code).toBe(7);
  }, 120_000);

  it("signs certificate requests", async () => {
    const { csr } = newCsr({ commonName: "system:node:node-0", organizations: ["system:nodes"] });
    const request = {
      apiVersion: "certificates.k8s.io/v1",
      kind: "CertificateSigningRequest",
      metadata: { name: "signed" },
      spec: {
        request: Buffer.from(csr).toString("base64"),
        signerName: "kubernetes.io/kube-apiserver-client",
        usages: ["client auth"],
      },
    };
    const approvable = {
      ...request,
      spec: { ...request.spec, request: Buffer.from(newCsr({ commonName: "jane" }).csr).toString("base64") },
    };
    await kubectl(plane, ["create", "-f", "-"], plane.kubeconfigPath, JSON.stringify(approvable));
    await kubectl(plane, ["certificate", "approve", "signed"]);
    await kubectl(plane, ["wait", "--for=jsonpath={.status.certificate}", "csr/signed", "--timeout=50s"]);
    const certificate = await kubectl(plane, ["get", "csr", "signed", "-o", "jsonpath={.status.certificate}"]);
    expect(Buffer.from(certificate, "base64").toString()).toContain("BEGIN CERTIFICATE");
  }, 120_000);

  it("gives users who may do nothing until they are allowed to", async () => {
    const jane = plane.addUser("jane", ["readers"]);
    const refused = await kubectl(plane, ["get", "configmaps"], jane.kubeconfigPath).catch(
      (error: { stderr: string }) => error,
    );
    expect((refused as { stderr: string }).stderr).toContain('User "jane" cannot list resource "configmaps"');
    await kubectl(plane, ["create", "clusterrolebinding", "readers", "--clusterrole=view", "--group=readers"]);
    expect(await kubectl(plane, ["get", "configmaps", "-o", "name"], jane.kubeconfigPath)).toContain("configmap/");
  });

  it("installs CustomResourceDefinitions and waits until they are served", async () => {
    const names = { plural: "widgets", singular: "widget", kind: "Widget" };
    const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
    const versions = [{ name: "v1", served: true, storage: true, schema }];
    const spec = { group: "example.com", scope: "Namespaced", names, versions };
    await plane.installCRDs([
      {
        apiVersion: "apiextensions.k8s.io/v1",
        kind: "CustomResourceDefinition",
        metadata: { name: "widgets.example.com" },
        spec,
      } as object,
    ]);
    expect(await kubectl(plane, ["get", "widgets", "-o", "json"])).toContain('"items": []');
  });

  it("keeps its data and port through a kill and a restart of each of etcd and kube-apiserver", async () => {
    await kubectl(plane, ["create", "configmap", "kept"]);
    for (const name of ["kube-apiserver", "etcd"] as const) {
      const part = plane.part(name);
      const before = part.pid;
      await part.kill();
      expect(part.running).toBe(false);
      await part.restart();
      expect(part.pid).not.toBe(before);
    }
    expect(await kubectl(plane, ["get", "configmap", "kept", "-o", "name"])).toBe("configmap/kept\n");
  }, 120_000);

  it("pauses and resumes a part", async () => {
    plane.part("kube-apiserver").pause();
    const silent = await kubectl(plane, ["get", "nodes", "--request-timeout=1s"]).catch(
      (error: { stderr: string }) => error,
    );
    expect((silent as { stderr: string }).stderr).not.toBe("");
    plane.part("kube-apiserver").resume();
    expect(await kubectl(plane, ["get", "nodes", "-o", "name"])).toContain("node/node-0");
  });

  it("compacts etcd's history", async () => {
    expect(BigInt(await plane.compactEtcd())).toBeGreaterThan(0n);
  });

  it("writes the audit log that was asked for", async () => {
    await kubectl(plane, ["get", "namespaces"]);
    expect(readFileSync(plane.auditLog as string, "utf8")).toContain('"resource":"namespaces"');
  });

  it("has a proxy in front that cuts and heals", async () => {
    const proxy = await plane.faultProxy();
    const { writeFileSync } = await import("node:fs");
    const path = `${plane.directory}/through-proxy`;
    writeFileSync(path, proxy.kubeconfig, { mode: 0o600 });
    expect(await kubectl(plane, ["get", "nodes", "-o", "name"], path)).toContain("node/node-0");
    proxy.refuse();
    const refused = await kubectl(plane, ["get", "--raw", "/version"], path).catch((error: { code: number }) => error);
    expect((refused as { code: number }).code).toBe(1);
    proxy.heal();
    expect(await kubectl(plane, ["get", "nodes", "-o", "name"], path)).toContain("node/node-0");
  });

  it("does not collide with a second one, and leaves no process, port or file of it", async () => {
    const second = await startControlPlane({ parts: "core" });
    expect(second.url).not.toBe(plane.url);
    const { directory } = second;
    const pids = (["etcd", "kube-apiserver"] as const).map((name) => second.part(name).pid as number);
    const port = Number(new URL(second.url).port);
    await second.close();
    await second.close();
    expect(existsSync(directory)).toBe(false);
    expect(pids.filter(isAlive)).toEqual([]);
    await listen(port);
  }, 120_000);

  it("says clearly that a port is in use", async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) =>
      server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port)),
    );
    await expect(startControlPlane({ port })).rejects.toThrow(`port ${port} on 127.0.0.1 is in use`);
    await new Promise((resolve) => server.close(resolve));
  });

  it("shows the end of the log when a part does not start, and leaves nothing", async () => {
    const start = startControlPlane({ parts: "core", flags: { "kube-apiserver": { "no-such-flag": "1" } } });
    await expect(start).rejects.toThrow(/kube-apiserver ended while it started[\s\S]*unknown flag: --no-such-flag/);
  }, 60_000);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function listen(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => server.close(() => resolve()));
  });
}

/**
 * Certificates from the cluster: on the real control plane its controller manager signs them. With the in-memory
 * server, which authenticates by the certificates of its own authority, the test does.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, connect, created, waitFor } from "client-ts";
import { SelfSubjectReview } from "client-ts/api/authentication/v1";
import { CertificateSigningRequest } from "client-ts/api/certificates/v1";
import { inspectCertificate, newPrivateKey } from "client-ts/certs";
import { newClient } from "client-ts/client";
import { newCertificateManager, newFileCertificateStore, requestCertificate } from "client-ts/csr";
import { newSecretValue } from "client-ts/errors";
import { inspectCsr, nextTurn } from "client-ts/internal";
import { loadKubeconfig } from "client-ts/kubeconfig";
import type { RestConfig } from "client-ts/rest";
import { FakeClock } from "client-ts/util";
import { sharedKubeconfig, startApiServer } from "client-ts-testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

interface Stage {
  readonly admin: Client;
  /** The server's address and authority. */
  readonly config: RestConfig;
  /** Makes a key for a user, and remembers what the signer needs. */
  newKey(user: { readonly name: string; readonly groups: readonly string[] }): Promise<string>;
  /** The certificate that the signer gives; `undefined` where the cluster signs. */
  certificateOf(user: string, groups: readonly string[]): string | undefined;
  close(): Promise<void>;
}

async function memoryStage(): Promise<Stage> {
  const server = await startApiServer();
  const { host, tls } = (await loadKubeconfig({ text: server.kubeconfig })).restConfig();
  const certificates = new Map<string, string>();
  const idOf = (name: string, groups: readonly string[]): string => JSON.stringify([name, ...groups]);
  const admin = await connect({ kubeconfigText: server.kubeconfig });
  return {
    admin,
    config: { host, tls: { ca: tls?.ca } },
    async newKey({ name, groups }) {
      const config = (await loadKubeconfig({ text: server.userKubeconfig(name, groups) })).restConfig();
      certificates.set(idOf(name, groups), config.tls?.cert ?? "");
      return config.tls?.key?.reveal() ?? "";
    },
    certificateOf: (name, groups) => certificates.get(idOf(name, groups)),
    close: () => admin.close().then(() => server.close()),
  };
}

async function realStage(): Promise<Stage> {
  const path = sharedKubeconfig() as string;
  const { host, tls } = (await loadKubeconfig({ path })).restConfig();
  const admin = await connect({ kubeconfigPath: path });
  return {
    admin,
    config: { host, tls: { ca: tls?.ca, caFile: tls?.caFile } },
    newKey: () => newPrivateKey(),
    certificateOf: () => undefined,
    close: () => admin.close(),
  };
}

const stages: [string, () => Promise<Stage>][] = [
  ["the in-memory server", memoryStage],
  ...(sharedKubeconfig() === undefined ? [] : [["a real control plane", realStage] as [string, () => Promise<Stage>]]),
];
const signerName = "kubernetes.io/kube-apiserver-client";

describe.each(stages)("a certificate on %s", (_, start) => {
  const user = `shop-${process.pid}`;
  let stage: Stage;
  let approving: Promise<void>;
  const end = new AbortController();
  beforeAll(async () => {
    stage = await start();
    approving = approve(stage, user, end.signal);
  });
  afterAll(async () => {
    end.abort();
    await approving;
    await stage?.close();
  });

  const whoAmI = async (client: Client) => {
    const { status } = await client.resource(SelfSubjectReview).create({});
    return { name: status?.userInfo?.username, groups: status?.userInfo?.groups ?? [] };
  };

  it("authenticates once its request was approved", async () => {
    const key = await stage.newKey({ name: user, groups: ["team-a"] });
    const pair = await requestCertificate(stage.admin, {
      signerName,
      commonName: user,
      organizations: ["team-a"],
      usages: ["client auth"],
      key,
      timeoutMs: 60_000,
    });
    expect(inspectCertificate(pair.cert).usages).toContain("client");
    const { config } = stage;
    const tls = { ...config.tls, cert: pair.cert, key: newSecretValue(pair.key) };
    const client = newClient({ ...config, tls });
    expect(await whoAmI(client)).toMatchObject({ name: user, groups: expect.arrayContaining(["team-a"]) });
    await client.close();
  });

  it("comes from a request of the same name that fits, and from no other (B492)", async () => {
    const key = await stage.newKey({ name: user, groups: ["team-b"] });
    const name = `${user}-reused`;
    const options = { signerName, commonName: user, organizations: ["team-b"], usages: ["client auth"], key, name };
    const first = await requestCertificate(stage.admin, options);
    expect(await requestCertificate(stage.admin, options)).toEqual(first);
    const others = [{ usages: ["client auth", "digital signature"] }, { organizations: [] }, { key: undefined }];
    for (const other of others)
      await expect(requestCertificate(stage.admin, { ...options, ...other })).rejects.toMatchObject({
        reason: "Incompatible",
      });
    await stage.admin.resource(CertificateSigningRequest).delete(name);
  });

  it("is not issued for a request that is denied (B488)", async () => {
    const name = `${user}-denied`;
    const failed = requestCertificate(stage.admin, { signerName, commonName: `${user}-other`, name });
    const caught = expect(failed).rejects.toMatchObject({
      reason: "Denied",
      message: expect.stringContaining("was denied: Unknown: who is this?"),
    });
    const requests = stage.admin.resource(CertificateSigningRequest);
    const request = await waitFor(requests, name, created());
    const conditions = [{ type: "Denied", status: "True", reason: "Unknown", message: "who is this?" }];
    await requests.updateApproval({ ...request, status: { conditions } });
    await caught;
    await requests.delete(name);
  });

  it("is rotated under load without a failed request, and the file store has the newest (B491)", async () => {
    const directory = mkdtempSync(join(tmpdir(), "client-ts-csr-"));
    const store = newFileCertificateStore({ directory, prefix: "shop" });
    const clock = new FakeClock(Date.now());
    let groups = ["team-1"];
    const manager = await newCertificateManager(stage.admin, {
      signerName,
      template: () => ({ commonName: user, organizations: groups }),
      usages: ["client auth"],
      generateKey: () => stage.newKey({ name: user, groups }),
      store,
      clock,
    });
    await manager.waitForCertificate();
    const client = newClient({ ...stage.config, clientCertificate: manager.clientCertificate });

    const seen = new Map<string, number>();
    const failures: unknown[] = [];
    let running = true;
    const load = Array.from({ length: 8 }, async () => {
      while (running) {
        try {
          const team = (await whoAmI(client)).groups.find((group) => group.startsWith("team-")) ?? "none";
          seen.set(team, (seen.get(team) ?? 0) + 1);
        } catch (error) {
          failures.push(error);
          if (failures.length > 10) return;
        }
      }
    });
    const enough = async (team: string): Promise<void> => {
      while ((seen.get(team) ?? 0) < 30 && failures.length === 0) await nextTurn();
    };
    await enough("team-1");
    for (const team of ["team-2", "team-3"]) {
      const changed = new Promise<void>((resolve) => manager.onChange(resolve));
      groups = [team];
      await clock.advance(1_000);
      await changed;
      await enough(team);
    }
    running = false;
    await Promise.all(load);
    const sent = [...seen.values()].reduce((sum, count) => sum + count, failures.length);
    console.log(`${sent} requests during 2 rotations: ${failures.length} failed`);
    expect(failures).toEqual([]);
    expect([...seen.keys()].sort()).toEqual(["team-1", "team-2", "team-3"]);
    expect(await store.current()).toEqual(manager.current);
    expect(await readFile(store.currentPath, "utf8")).toContain(manager.current?.key);
    await client.close();
    await manager.close();
    rmSync(directory, { recursive: true });
  }, 60_000);
});

/** Approves every request of a user; signs it too where the server has no signer. */
async function approve(stage: Stage, user: string, signal: AbortSignal): Promise<void> {
  const requests = stage.admin.resource(CertificateSigningRequest);
  try {
    for await (const event of requests.watch({ signal })) {
      if (event.type !== "ADDED") continue;
      const request = event.object;
      const csr = Buffer.from(request.spec.request, "base64").toString();
      const { commonName, organizations } = inspectCsr(csr).subject;
      if (commonName !== user || request.status?.conditions !== undefined) continue;
      const conditions = [{ type: "Approved", status: "True", reason: "Test", message: "by the test" }];
      const approved = await requests.updateApproval({ ...request, status: { conditions } });
      const certificate = stage.certificateOf(commonName, organizations);
      if (certificate === undefined) continue;
      const status = { ...approved.status, certificate: Buffer.from(certificate).toString("base64") };
      await requests.updateStatus({ ...approved, status });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

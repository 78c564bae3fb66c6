import { request as httpRequest } from "node:http";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApiServer } from "client-ts-testing";
import { expect, it } from "vitest";
import { ConfigMap } from "../api/core/v1.ts";
import { newCertificateAuthority, issueCertificate } from "../certs/index.ts";
import { newClient } from "../client/index.ts";
import { newSharedInformerFactory, type SharedInformerFactory } from "../informers/index.ts";
import { type Handler, json, serve } from "../transport/test-support/servers.ts";
import { eventually } from "../util/test-support/eventually.ts";
import { FakeClock } from "../util/index.ts";

it("lets informers survive a rotated client certificate and a rotated authority (SEC-24, F-C21, F-C23)", async () => {
  const dir = await mkdtemp(join(tmpdir(), "rotation-"));
  const path = (name: string): string => join(dir, name);
  const clientCa = newCertificateAuthority({ commonName: "clients" });
  const [oldCa, newCa] = ["old", "new"].map((commonName) => newCertificateAuthority({ commonName }));
  const [before, after] = ["before", "after"].map((commonName) =>
    issueCertificate(clientCa, { commonName, usages: ["client"] }),
  );
  const serving = (ca: typeof clientCa) =>
    issueCertificate(ca, { commonName: "api", ipAddresses: ["127.0.0.1"], usages: ["server"] });
  const put = async (name: string, text: string): Promise<void> => writeFile(path(name), text);

  // The in-memory server behind a front that knows clients by their certificates.
  const api = await startApiServer({
    tls: false,
    users: [{ token: "front", name: "front", groups: ["system:masters"] }],
  });
  let accepted = "before";
  const watchers = new Map<string, number>();
  const front: Handler = (seen, response, raw) => {
    const name =
      (raw.socket as unknown as { getPeerCertificate(): { subject?: { CN?: string } } }).getPeerCertificate().subject
        ?.CN ?? "";
    if (name !== accepted)
      return json(
        response,
        { kind: "Status", apiVersion: "v1", status: "Failure", reason: "Unauthorized", code: 401 },
        401,
      );
    const watching = seen.path.includes("watch=true") ? 1 : 0;
    watchers.set(name, (watchers.get(name) ?? 0) + watching);
    const { accept = "application/json" } = seen.headers;
    const upstream = httpRequest(
      api.url + seen.path,
      { method: seen.method, headers: { accept, authorization: "Bearer front" } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, { "content-type": answer.headers["content-type"] ?? "" });
        answer.on("error", () => response.destroy());
        answer.pipe(response as unknown as NodeJS.WritableStream);
      },
    );
    upstream.on("error", () => response.destroy());
    response.on("close", () => {
      watchers.set(name, (watchers.get(name) ?? 0) - watching);
      upstream.destroy();
    });
    upstream.end(seen.body);
  };
  let server = await serve(front, { certificate: serving(oldCa!), clientCa: clientCa.cert });
  const { port, url } = server;

  await put("ca", oldCa!.cert);
  await put("cert", before!.cert);
  await put("key", before!.key);
  const clock = new FakeClock();
  // Time passes a second at a time, slowly enough for real sockets to keep pace where something is to happen.
  const pass = async (seconds: number, enough: () => boolean, realMs = 50): Promise<void> => {
    for (let i = 0; i < seconds && !enough(); i++) {
      await clock.advance(1_000);
      await new Promise((resolve) => setTimeout(resolve, enough() ? 0 : realMs));
    }
  };
  const client = newClient({
    host: url,
    clock,
    tls: { caFile: path("ca"), certFile: path("cert"), keyFile: path("key") },
  });
  const informers: SharedInformerFactory[] = [];
  const inform = async (): Promise<Set<string>> => {
    const factory = newSharedInformerFactory(client, { namespace: "default" });
    informers.push(factory);
    const seen = new Set<string>();
    factory.core.v1.configMaps.informer().addEventHandler({ onAdd: ({ key }) => void seen.add(key) });
    factory.start();
    let synced = false;
    void factory.waitForCacheSync().then(() => (synced = true));
    await pass(60, () => synced);
    expect(synced).toBe(true);
    return seen;
  };
  const create = (name: string) =>
    api.apply({ apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "default" } } as never);
  try {
    const old = await inform();
    create("first");
    await pass(30, () => old.has("default/first"));
    expect(old.has("default/first")).toBe(true);
    expect(watchers.get("before")).toBe(1);

    // The client's certificate: found at the next look, and the old connection is gone half a minute later.
    await put("cert", after!.cert);
    await put("key", after!.key);
    accepted = "after";
    await pass(300, () => false, 3);
    await pass(60, () => watchers.get("before") === 0 && watchers.get("after") === 1);
    expect([...watchers]).toEqual([
      ["before", 0],
      ["after", 1],
    ]);
    create("second");
    await pass(30, () => old.has("default/second"));
    expect(old.has("default/second")).toBe(true);
    const young = await inform();
    expect(young.has("default/second")).toBe(true);
    expect(watchers.get("after")).toBe(2);

    // The authority: the server comes back with a certificate that only the new file can vouch for.
    await put("ca", newCa!.cert);
    await server.close();
    server = await serve(front, { certificate: serving(newCa!), clientCa: clientCa.cert, port });
    await pass(300, () => watchers.get("after") === 2);
    create("third");
    await pass(60, () => [old, young].every((seen) => seen.has("default/third")));
    expect([old, young].map((seen) => seen.has("default/third"))).toEqual([true, true]);
    const newest = await inform();
    await pass(10, () => newest.size >= 3);
    expect([...newest].filter((key) => !key.includes("kube-root"))).toEqual([
      "default/first",
      "default/second",
      "default/third",
    ]);
    expect((await client.resource(ConfigMap, { namespace: "default" }).get("third")).metadata.name).toBe("third");
  } finally {
    for (const factory of informers) await factory.close();
    await client.close();
    await eventually(() => server.open === 0, "nothing is left open");
    await server.close();
    await api.close();
    await rm(dir, { recursive: true });
  }
});

import { describe, expect, it, onTestFinished } from "vitest";
import { type Client, newClient } from "./index.ts";
import { type Answer, startServer, type TestServer } from "../discovery/test-support/server.ts";

async function serving(answer: () => Answer): Promise<{ server: TestServer; client: Client }> {
  const server = await startServer(answer);
  const client = newClient({ host: server.url });
  onTestFinished(() => server[Symbol.asyncDispose]());
  onTestFinished(() => client.close());
  return { server, client };
}

const text =
  (code: number, body: string): Answer =>
  (response) =>
    response.writeHead(code, { "content-type": "text/plain" }).end(body);

describe("client.health", () => {
  it("says whether the server is ready and alive, with the result of each check", async () => {
    const { server, client } = await serving(() => text(200, "[+]ping ok\nreadyz check passed\n"));
    expect(await client.health.readyz()).toEqual({ ok: true, text: "[+]ping ok\nreadyz check passed\n" });
    expect((await client.health.livez()).ok).toBe(true);
    expect(server.seen.map(({ path, query }) => [path, query])).toEqual([
      ["/readyz", { verbose: "" }],
      ["/livez", { verbose: "" }],
    ]);
  });

  it("gives the failed checks of a server that is not ready, after one request", async () => {
    const { server, client } = await serving(() => text(500, "[-]etcd failed: reason withheld\n"));
    expect(await client.health.readyz()).toEqual({ ok: false, text: "[-]etcd failed: reason withheld" });
    expect(server.seen).toHaveLength(1);
  });

  it("ends with its time and its signal when the server says nothing", async () => {
    const { client } = await serving(() => () => {});
    await expect(client.health.readyz({ timeoutMs: 20 })).rejects.toMatchObject({ kind: "Timeout" });
    await expect(client.health.livez({ signal: AbortSignal.timeout(20) })).rejects.toMatchObject({ kind: "Aborted" });
  });

  it("throws when the server refuses to say", async () => {
    const { client } = await serving(() => text(403, "no"));
    await expect(client.health.livez()).rejects.toMatchObject({ kind: "Status", code: 403 });
  });

  it("gives the version of the server", async () => {
    const { client } = await serving(() => ({ body: { major: "1", minor: "37", gitVersion: "v1.37.0" } }));
    expect((await client.health.version()).gitVersion).toBe("v1.37.0");
  });
});

import { PassThrough, Readable } from "node:stream";
import { ConfigMap } from "client-ts/api/core/v1";
import { isNotFound } from "client-ts/errors";
import { describe, expect, it } from "vitest";
import { bothServers, serverWithNamespace } from "./both-servers.ts";

describe.each(bothServers)("a stream as the body of a request to %s", (_, start) => {
  const server = serverWithNamespace(start, "streamed-bodies");
  const { namespace } = server;
  const textOf = (name: string): string =>
    JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { long: "x".repeat(200_000) } });
  const post = (body: Readable, signal?: AbortSignal) =>
    server.client.rest
      .post()
      .absPath(`/api/v1/namespaces/${namespace}/configmaps`)
      .setHeader("content-type", "application/json")
      .body(body)
      .do({ signal });

  it("is stored when it comes to its end", async () => {
    const text = textOf("whole");
    await post(Readable.from([text.slice(0, 1_000), Buffer.from(text.slice(1_000))], { objectMode: true }));
    const { data } = await server.client.resource(ConfigMap, { namespace }).get("whole");
    expect(data?.["long"]).toHaveLength(200_000);
  });

  it.each<[string, (body: PassThrough, abort: AbortController) => void, object]>([
    ["breaks", (body) => void body.destroy(new Error("disk")), { kind: "OutcomeUnknown", cause: { sent: true } }],
    ["is closed", (body) => void body.destroy(), { kind: "OutcomeUnknown", cause: { sent: true } }],
    ["belongs to an aborted request", (_body, abort) => abort.abort(), { kind: "Aborted" }],
  ])("that %s fails the request, is closed, and stores nothing", async (_what, act, error) => {
    const body = new PassThrough();
    const abort = new AbortController();
    const outcome = post(body, abort.signal).catch((reason: unknown) => reason);
    // Flows only once the request is on its way: what is written then is not the whole.
    body.write(textOf("half").slice(0, 100_000));
    await expect.poll(() => body.writableLength + body.readableLength, { timeout: 20_000 }).toBe(0);
    act(body, abort);
    expect(await outcome).toMatchObject(error);
    expect(body.destroyed).toBe(true);
    await expect(server.client.resource(ConfigMap, { namespace }).get("half")).rejects.toSatisfy(isNotFound);
  });
});

import { type ApiServer, newContainerLog, startApiServer } from "client-ts-testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Pod } from "../api/core/v1.ts";
import type { LogOptions } from "../streaming/index.ts";
import type { Client } from "./client.ts";
import { connect } from "./connect.ts";

describe("a log that is followed", () => {
  let server: ApiServer;
  let client: Client;
  /** Answers whose bodies are open. */
  let open: number;

  beforeEach(async () => {
    open = 0;
    const log = newContainerLog();
    log.append("started");
    server = await startApiServer({ containers: () => ({ log }) });
    client = await connect({
      kubeconfigText: server.kubeconfig,
      interceptors: [
        (next) => async (request) => {
          const response = await next(request);
          open++;
          response.body.once("close", () => open--);
          return response;
        },
      ],
    });
    server.apply({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "web", namespace: "default" },
      spec: { nodeName: "node-1", containers: [{ name: "app", image: "none" }] },
    } as Pod);
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  const logs = (options: LogOptions) =>
    client.resource(Pod, { namespace: "default" }).logs("web", { follow: true, ...options });

  it.each([
    ["lines", () => logs({})],
    ["lines of several connections", () => logs({ whenCut: "resume" })],
    ["bytes", () => logs({}).bytes()],
  ])("is closed when its reader leaves while it waits: %s", async (_what, read) => {
    const parts = (read() as AsyncIterable<unknown>)[Symbol.asyncIterator]();
    expect(await parts.next()).toMatchObject({ done: false });
    const waiting = parts.next();
    expect(await parts.return?.()).toEqual({ done: true, value: undefined });
    expect([await waiting, open]).toEqual([{ done: true, value: undefined }, 0]);
  });

  it.each(["error", "resume"] as const)(
    "rejects when its signal fires while it waits, with whenCut: %s",
    async (whenCut) => {
      const abort = new AbortController();
      const lines = logs({ whenCut, signal: abort.signal })[Symbol.asyncIterator]();
      await lines.next();
      const waiting = lines.next();
      abort.abort();
      await expect(waiting).rejects.toMatchObject({ kind: "Aborted" });
    },
  );

  it("ends with the error of a reader that waits", async () => {
    const lines = logs({})[Symbol.asyncIterator]();
    await lines.next();
    const waiting = lines.next();
    await expect(lines.throw?.(new Error("of the reader"))).rejects.toThrow("of the reader");
    expect([await waiting, open]).toEqual([{ done: true, value: undefined }, 0]);
  });

  it("is not requested when its reader leaves before the first line", async () => {
    const parts = logs({})[Symbol.asyncIterator]();
    await parts.return?.();
    expect([await parts.next(), open]).toEqual([{ done: true, value: undefined }, 0]);
  });
});

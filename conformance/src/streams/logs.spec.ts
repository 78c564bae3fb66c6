/** Logs of containers: what the query asks for, following, and what a cut connection means. */
import { setTimeout as pause } from "node:timers/promises";
import { type Client, connect } from "client-ts";
import { Pod } from "client-ts/api/core/v1";
import { isBadRequest, isClientError } from "client-ts/errors";
import { mergeLogs } from "client-ts/streaming";
import { type ApiServer, type ContainerLog, newContainerLog, startApiServer } from "client-ts-testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const collect = async <T>(lines: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const line of lines) all.push(line);
  return all;
};

describe("logs", () => {
  let server: ApiServer;
  let client: Client;
  let logs: Record<string, ContainerLog>;
  const pods = () => client.resource(Pod, { namespace: "default" });
  const pod = (name: string, containers: readonly string[], nodeName = "node-1"): Pod => ({
    metadata: { name, labels: { app: "web" } },
    spec: { nodeName, containers: containers.map((one) => ({ name: one, image: "none" })) },
    status: { phase: "Running" },
  });

  beforeEach(async () => {
    logs = { "web/app": newContainerLog(), "api/app": newContainerLog(), "api/proxy": newContainerLog() };
    server = await startApiServer({
      containers: ({ pod: name, container }) => ({ log: logs[`${name}/${container}`] }),
    });
    client = await connect({ kubeconfigText: server.kubeconfig });
    server.apply(
      { apiVersion: "v1", kind: "Pod", ...pod("web", ["app"]) },
      { apiVersion: "v1", kind: "Pod", ...pod("api", ["app", "proxy"]) },
    );
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  it("gives the lines that are asked for", async () => {
    const log = logs["web/app"] as ContainerLog;
    log.append("first ✓", "2026-01-01T00:00:00.000000001Z");
    log.append("second", "2026-01-01T00:00:01.5Z");
    log.append("third", "2026-01-01T00:00:02Z");
    expect(await collect(pods().logs("web"))).toEqual(["first ✓", "second", "third"]);
    expect(await collect(pods().logs("web", { tailLines: 1 }))).toEqual(["third"]);
    expect(await collect(pods().logs("web", { tailLines: 0 }))).toEqual([]);
    expect(await collect(pods().logs("web", { sinceTime: "2026-01-01T00:00:02Z" }))).toEqual(["third"]);
    expect(await collect(pods().logs("web", { tailLines: 1, timestamps: true }))).toEqual([
      "2026-01-01T00:00:02Z third",
    ]);
    expect(Buffer.concat(await collect(pods().logs("web", { limitBytes: 4 }).bytes())).toString()).toBe("firs");
  });

  it("refuses what cannot work, and says what the server says", async () => {
    await expect(collect(pods().logs("web", { tailLines: -1 }))).rejects.toThrow(/tailLines must be a whole number/);
    await expect(collect(pods().logs("web", { sinceSeconds: 1, sinceTime: "x" }))).rejects.toThrow(/not both/);
    await expect(collect(pods().logs("api"))).rejects.toSatisfy(isBadRequest);
    await expect(collect(pods().logs("api"))).rejects.toThrow(/choose one of: \[app proxy\]/);
    await expect(collect(pods().logs("web", { previous: true }))).rejects.toThrow(/previous terminated container/);
  });

  it("follows until the container ends, and stops at once when the reader leaves", async () => {
    const log = logs["web/app"] as ContainerLog;
    log.append("one");
    const seen: string[] = [];
    for await (const line of pods().logs("web", { follow: true })) {
      seen.push(line);
      if (line === "one") log.append("two");
      if (line === "two") log.end();
    }
    expect(seen).toEqual(["one", "two"]);
    for await (const line of pods().logs("api", { container: "app", follow: true, signal: leaving(logs) })) {
      expect(line).toBe("hello");
      break;
    }
  });

  const leaving = (all: Record<string, ContainerLog>): undefined => {
    all["api/app"]?.append("hello");
    return undefined;
  };

  it("ends with an error when a followed log is cut, never silently (F-H16)", async () => {
    const log = logs["web/app"] as ContainerLog;
    log.append("one");
    const seen: string[] = [];
    const reading = (async () => {
      for await (const line of pods().logs("web", { follow: true })) {
        seen.push(line);
        server.cutConnections();
      }
    })();
    const error = await reading.catch((problem: unknown) => problem);
    expect(isClientError(error, "Transport")).toBe(true);
    expect(seen).toEqual(["one"]);
  });

  it("resumes a cut log without a gap or a repeated line, also when lines share a time (F-H16)", async () => {
    const log = logs["web/app"] as ContainerLog;
    const total = 60;
    // Three lines have each timestamp, and the server rounds to seconds.
    const write = (i: number): void =>
      log.append(`line ${i}`, `2026-01-01T00:00:0${Math.floor(i / 30)}.${String(Math.floor(i / 3)).padStart(3, "0")}Z`);
    for (let i = 0; i < 10; i++) write(i);
    let next = 10;
    const seen: string[] = [];
    for await (const line of pods().logs("web", { follow: true, whenCut: "resume" })) {
      seen.push(line);
      if (seen.length % 7 === 0) server.cutConnections();
      if (next < total) write(next++);
      if (seen.length === total) {
        const ended = { ...pod("web", ["app"]), status: { phase: "Succeeded" } };
        server.apply({ apiVersion: "v1", kind: "Pod", ...ended });
        log.end();
      }
    }
    expect(seen).toEqual(Array.from({ length: total }, (_, i) => `line ${i}`));
  });

  it("goes on after a restart of the server that ended the log in order (F-H16)", async () => {
    const log = logs["web/app"] as ContainerLog;
    log.append("before");
    const seen: string[] = [];
    for await (const line of pods().logs("web", { follow: true, whenCut: "resume" })) {
      seen.push(line);
      if (line === "before") {
        await server.restart();
        log.append("after");
      }
      if (line === "after") break;
    }
    expect(seen).toEqual(["before", "after"]);
  });

  it("merges the logs of several Pods and containers", async () => {
    for (const [name, log] of Object.entries(logs)) {
      log.append(`from ${name}`);
      log.end();
    }
    const lines = await collect(mergeLogs(pods(), { labelSelector: "app=web", follow: true }));
    expect(lines.sort((a, b) => a.text.localeCompare(b.text))).toEqual([
      { pod: "api", container: "app", text: "from api/app" },
      { pod: "api", container: "proxy", text: "from api/proxy" },
      { pod: "web", container: "app", text: "from web/app" },
    ]);
    await expect(collect(mergeLogs(pods(), { maxStreams: 2 }))).rejects.toThrow(/3 logs at once/);
  });

  it("ends an idle log when its signal fires", async () => {
    const abort = new AbortController();
    const reading = collect(pods().logs("web", { follow: true, signal: abort.signal }));
    await pause(50);
    abort.abort();
    await expect(reading).rejects.toMatchObject({ kind: "Aborted" });
  });
});

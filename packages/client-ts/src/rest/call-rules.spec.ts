import { describe, expect, it } from "vitest";
import { loadProtobuf } from "../codec/index.ts";
import { StatusError, TransportError } from "../errors/index.ts";
import { FakeClock } from "../util/index.ts";
import { newListPager } from "./list-pager.ts";
import { scripted } from "./test-support/scripted.ts";
import { backoffFromEnv, urlBackoff } from "./url-backoff.ts";
import { newWarningWriter, parseWarnings } from "./warnings.ts";

describe("small rules of a call", () => {
  it("reports a write whose answer was too large as a limit, not as an unknown outcome", async () => {
    const { client } = scripted([new TransportError("too large", { code: "limit", sent: true })]);
    await expect(client.post().resource("nodes").body({}).do()).rejects.toMatchObject({
      kind: "Transport",
      code: "limit",
    });
  });

  it.each([
    [200, true],
    [206, true],
    [207, false],
    [226, false],
  ])("takes %i for a success: %s", async (status, success) => {
    const { client } = scripted([{ status, body: { ok: 1 } }]);
    const outcome = await client
      .get()
      .resource("nodes")
      .doRaw()
      .then(
        () => true,
        (error: unknown) => (error as StatusError).kind !== "Status",
      );
    expect(outcome).toBe(success);
  });

  it("says watch=true once, also when the caller said it or the request is opened twice", async () => {
    const { client, sent } = scripted([{ body: "" }]);
    await client.get().resource("pods").param("watch", "true").openWatch();
    const again = client.get().resource("pods");
    await again.openWatch();
    await again.openWatch();
    expect(sent.map(({ path }) => path)).toEqual(Array.from({ length: 3 }, () => "/api/v1/pods?watch=true"));
  });

  it("sends a request that was watched as it is, without watch=true", async () => {
    const { client, sent } = scripted([{ body: "" }, {}]);
    const pods = client.get().resource("pods").param("limit", "1");
    await pods.openWatch();
    await pods.do();
    await pods.watch().open();
    expect(pods.url()).toBe("/api/v1/pods?limit=1");
    const query = ["limit=1&watch=true", "limit=1", "limit=1&watch=true"];
    expect(sent.map(({ path }) => path)).toEqual(query.map((one) => `/api/v1/pods?${one}`));
  });

  it.each(["GET", "PUT", "PATCH", "DELETE"])(
    "refuses a %s of a name in an empty namespace before anything is sent",
    async (method) => {
      const { client, sent } = scripted([{}]);
      await expect(client.verb(method).namespace("").resource("pods").name("web").do()).rejects.toMatchObject({
        kind: "InvalidArgument",
      });
      expect(sent).toEqual([]);
    },
  );

  it("refuses a resource without a group version before anything is sent", async () => {
    const { client, sent } = scripted([{}], {}, { groupVersion: undefined });
    await expect(client.get().resource("pods").do()).rejects.toMatchObject({
      kind: "InvalidArgument",
      message: expect.stringContaining("GET /pods has no group version"),
    });
    expect(sent).toEqual([]);
    await client.get().absPath("/api/v1").resource("pods").do();
    await client.forGroupVersion({ group: "apps", version: "v1" }).get().resource("deployments").do();
    expect(sent.map(({ path }) => path)).toEqual(["/api/v1/pods", "/apis/apps/v1/deployments"]);
  });

  it("names the path in the error when the endpoint does not exist", async () => {
    const { client } = scripted([
      { status: 404, body: "404 page not found", headers: { "content-type": "text/plain" } },
    ]);
    await expect(client.get().absPath("/api/v7").resource("pods").do()).rejects.toThrow("GET /api/v7/pods");
  });

  it("sends no timeout of zero", () => {
    const { client } = scripted([{}]);
    expect(client.get().resource("pods").timeoutMs(0).url()).toBe("/api/v1/pods");
    expect(client.get().resource("pods").timeoutMs(1_500).url()).toBe("/api/v1/pods?timeout=1.5s");
  });

  it("sends a list as a list and an object as a call, so that each has its own limits and connection", async () => {
    const { client, sent } = scripted([{}]);
    await client.get().resource("pods").do();
    await client.get().namespace("shop").resource("pods").name("web").do();
    await client.delete().resource("pods").do();
    await client.get().absPath("/version").do();
    expect(sent.map(({ purpose }) => purpose)).toEqual(["list", "call", "call", "call"]);
  });

  it("asks for a list without a limit when a page of the caller's size has expired", async () => {
    const asked: unknown[] = [];
    const pager = newListPager<number>(async (options) => {
      asked.push(options);
      if (options.continue) throw new StatusError({ reason: "Expired", code: 410 });
      return { apiVersion: "v1", kind: "List", metadata: options.limit ? { continue: "next" } : {}, items: [1] };
    });
    await pager.list({ limit: 3, labelSelector: "app=web" });
    expect(asked).toEqual([
      { limit: 3, labelSelector: "app=web" },
      { limit: 3, labelSelector: "app=web", continue: "next" },
      { labelSelector: "app=web" },
    ]);
  });

  it("forgets failures of a host that lie twice the longest wait behind", async () => {
    const clock = new FakeClock();
    const backoff = urlBackoff({ baseMs: 1_000, maxMs: 4_000, clock });
    backoff.update("https://a/x", 500);
    backoff.update("https://a/x", 500);
    await clock.advance(8_000);
    expect(backoff.delayMs("https://a/x")).toBe(2_000);
    await clock.advance(1);
    expect(backoff.delayMs("https://a/x")).toBe(0);
    backoff.update("https://a/x", 500);
    expect(backoff.delayMs("https://a/x")).toBe(1_000);
  });

  it("forgets failures on the clock that it was given when the environment asks for a backoff", async () => {
    const clock = new FakeClock();
    const env = { KUBE_CLIENT_BACKOFF_BASE: "1", KUBE_CLIENT_BACKOFF_DURATION: "4" };
    const backoff = backoffFromEnv(env, clock);
    backoff.update("https://a", 503);
    await clock.advance(8_001);
    expect(backoff.delayMs("https://a")).toBe(0);
  });

  it("leaves the call alone when the handler of warnings throws, and gives it the next warning", async () => {
    const seen: string[] = [];
    const { client } = scripted([{ headers: { warning: ['299 - "one"', '299 - "two"'] }, body: { ok: 1 } }], {
      onWarning: ({ text }) => {
        seen.push(text);
        throw new Error("the handler's own");
      },
    });
    const result = await client.get().resource("pods").do();
    expect([result.into(), seen, result.warnings.length]).toEqual([{ ok: 1 }, ["one", "two"], 2]);
  });

  it("reads warnings up to 64 KiB of headers together, and keeps bytes that are not UTF-8", () => {
    const long = `299 - "${"x".repeat(65_000)}"`;
    const texts = (value: string[]): number[] => parseWarnings(value).map(({ text }) => text.length);
    expect(texts([long, '299 - "short"'])).toHaveLength(2);
    expect(texts([long, `299 - "${"y".repeat(1_000)}"`])).toHaveLength(1);
    expect(texts([`${long}${" ".repeat(1_000)}`, '299 - "short"'])).toHaveLength(1);
    expect(parseWarnings('299 - "caf\u00e9"')[0]?.text).toBe("caf\u00e9");
  });

  it("writes a warning again that it cannot remember, and counts it", () => {
    const lines: string[] = [];
    const writer = newWarningWriter((line) => void lines.push(line), { deduplicate: true });
    for (let i = 0; i < 10_001; i++) writer.handler({ code: 299, agent: "-", text: `text ${i}` });
    writer.handler({ code: 299, agent: "-", text: "text 9999" });
    expect(writer.count).toBe(10_001);
    writer.handler({ code: 299, agent: "-", text: "text 10000" });
    expect([writer.count, lines.length]).toEqual([10_002, 10_002]);
  });

  it("reads an object that comes as protobuf although it was not asked for", async () => {
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "web" }, data: { a: "1" } };
    const body = (await loadProtobuf()).encode(object as never) as Buffer;
    const headers = { "content-type": "application/vnd.kubernetes.protobuf" };
    const { client } = scripted([
      { headers, body },
      { headers, body: body.subarray(0, 9) },
    ]);
    expect((await client.get().resource("configmaps").name("web").do()).into()).toMatchObject({ data: { a: "1" } });
    await expect(client.get().resource("configmaps").name("web").do()).rejects.toMatchObject({ kind: "Protocol" });
  });

  it.each([
    [50, 0],
    [51, 1],
  ])("after %i ms in the rate limiter writes %i lines", async (waitMs, lines) => {
    const clock = new FakeClock();
    const seen: string[] = [];
    const write = (message: string): void => void (message.includes("rate limit") && seen.push(message));
    const logger = { debug: write, info: write, warn: write, error: write };
    const { client } = scripted([{}], { clock, logger });
    const wait = (): Promise<void> => new Promise((resolve) => clock.setTimer(waitMs, resolve));
    const call = client
      .get()
      .resource("nodes")
      .throttle({ wait, tryAccept: () => true, qps: 1 })
      .do();
    await clock.advance(waitMs);
    await call;
    expect(seen).toHaveLength(lines);
  });
});

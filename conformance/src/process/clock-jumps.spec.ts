import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { ConfigMap } from "client-ts/api/core/v1";
import { type Credential, credentialFor, tokenFile, seededRandom } from "client-ts/internal";
import { newListWatchForKind, newSharedIndexInformer } from "client-ts/cache";
import { connect, newClient } from "client-ts/client";
import { newSecretValue, TransportError } from "client-ts/errors";
import type { RestConfig, Transport } from "client-ts/rest";
import { Backoff, KeyedBackoff, nextTurn, TokenBucket } from "client-ts/internal";
import { FakeClock } from "client-ts/util";
import { newDelayingQueue, newItemExponentialFailureRateLimiter, newRateLimitingQueue } from "client-ts/workqueue";
import { startApiServer } from "client-ts-testing";
import { describe, expect, it, type TestContext } from "vitest";

/**
 * The wall clock leaps by a year while the monotonic one goes on: what expires is checked again, what waits goes on
 * waiting.
 */

const year = 365 * 24 * 3_600_000;
const hour = 3_600_000;
const leaps = [
  ["a year forward", year],
  ["a year back", -year],
] as const;

type OnTestFinished = TestContext["onTestFinished"];
const tokenOf = async (one: Credential | undefined): Promise<string | undefined> =>
  (await one?.headers())?.["authorization"]?.replace("Bearer ", "");

/** A real plugin that gives `token-1`, `token-2`, …, each good for an hour of the clock's wall time. */
function execPlugin(
  clock: FakeClock,
  onTestFinished: OnTestFinished,
): { credential: Credential | undefined; runs(): number } {
  const folder = mkdtempSync(join(tmpdir(), "clock-jumps-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [log, expiry] = [join(folder, "log"), join(folder, "expiry")];
  writeFileSync(log, "");
  const script = `
    const fs = require("node:fs");
    fs.appendFileSync(${JSON.stringify(log)}, "x");
    const status = { token: "token-" + fs.readFileSync(${JSON.stringify(log)}, "utf8").length,
      expirationTimestamp: fs.readFileSync(${JSON.stringify(expiry)}, "utf8") };
    console.log(JSON.stringify({ apiVersion: "client.authentication.k8s.io/v1", kind: "ExecCredential", status }));`;
  const real = credentialFor({
    host: "https://127.0.0.1:1",
    clock,
    exec: {
      apiVersion: "client.authentication.k8s.io/v1",
      command: process.execPath,
      args: ["-e", script],
      interactiveMode: "Never",
    },
  });
  const headers: Credential["headers"] = (options) => {
    // The plugin uses the same wall clock as we do.
    writeFileSync(expiry, new Date(clock.now() + hour).toISOString());
    return real!.headers(options);
  };
  return { credential: { ...real, headers } as Credential, runs: () => readFileSync(log, "utf8").length };
}

/** An issuer over HTTP whose id-tokens are good for an hour of the clock's wall time. */
async function oidc(
  clock: FakeClock,
  onTestFinished: OnTestFinished,
): Promise<{ credential: Credential | undefined; renewals(): number }> {
  let renewals = 0;
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const jwt = (): string =>
    `${part({ alg: "none" })}.${part({ exp: Math.floor((clock.now() + hour) / 1_000), renewals })}.sig`;
  const server = createServer((request, response) => {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    response.setHeader("content-type", "application/json");
    if (request.url !== "/token")
      return void response.end(JSON.stringify({ issuer: origin, token_endpoint: `${origin}/token` }));
    renewals++;
    response.end(JSON.stringify({ id_token: jwt(), refresh_token: `refresh-${renewals}` }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const config = {
    "idp-issuer-url": `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    "client-id": "me",
    "id-token": newSecretValue(jwt()),
    "refresh-token": newSecretValue("refresh-0"),
  };
  return {
    credential: credentialFor({ host: "https://127.0.0.1:1", clock, authProvider: { name: "oidc", config } }),
    renewals: () => renewals,
  };
}

describe("a wall clock that leaps", () => {
  it("a year forward makes an exec plugin run again, once; back, its token still ends after its hour (F-K3)", async ({
    onTestFinished,
  }) => {
    const clock = new FakeClock();
    const { credential, runs } = execPlugin(clock, onTestFinished);
    expect(await tokenOf(credential)).toBe("token-1");
    clock.jumpWall(year);
    expect([await tokenOf(credential), await tokenOf(credential)]).toEqual(["token-2", "token-2"]);
    clock.jumpWall(-year);
    // Not checked expired, and not trusted for a year either.
    expect(await tokenOf(credential)).toBe("token-2");
    await clock.advance(hour);
    expect([await tokenOf(credential), await tokenOf(credential)]).toEqual(["token-3", "token-3"]);
    expect(runs()).toBe(3);
  });

  it("a year forward makes an OIDC session renew its token, once; back, the server's refusal does (F-K3)", async ({
    onTestFinished,
  }) => {
    const clock = new FakeClock();
    const { credential, renewals } = await oidc(clock, onTestFinished);
    const first = await tokenOf(credential);
    expect(renewals()).toBe(0);
    clock.jumpWall(year);
    const second = await tokenOf(credential);
    expect(second).not.toBe(first);
    expect([await tokenOf(credential), renewals()]).toEqual([second, 1]);
    clock.jumpWall(-year);
    await clock.advance(2 * hour);
    // By our clock it is good for another year; the server knows better, and one refusal is enough.
    const refused = await credential!.headers();
    expect(refused["authorization"]).toBe(`Bearer ${second}`);
    expect(await credential!.onUnauthorized?.({ refused })).toBe(true);
    const third = await tokenOf(credential);
    expect(third).not.toBe(second);
    expect([await tokenOf(credential), renewals()]).toEqual([third, 2]);
  });

  for (const [which, byMs] of leaps) {
    it(`${which} changes nothing in how often a token file is read (F-K3)`, async ({ onTestFinished }) => {
      const folder = mkdtempSync(join(tmpdir(), "clock-jumps-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const [clock, path] = [new FakeClock(), join(folder, "token")];
      writeFileSync(path, "a");
      const credential = tokenFile(path, { clock });
      expect(await tokenOf(credential)).toBe("a");
      appendFileSync(path, "b");
      clock.jumpWall(byMs);
      await clock.advance(49_000);
      expect(await tokenOf(credential)).toBe("a");
      await clock.advance(1_000);
      expect(await tokenOf(credential)).toBe("ab");
    });

    it(`${which} changes no delay of backoffs, buckets and work queues (F-K3)`, async () => {
      const clock = new FakeClock();
      const backoff = new Backoff({ baseMs: 100, factor: 2, capMs: 30_000, resetAfterMs: 60_000, clock });
      const keyed = new KeyedBackoff<string>({ initialMs: 100, maxMs: 30_000, clock });
      const bucket = new TokenBucket({ qps: 1, burst: 1, clock });
      const delaying = newDelayingQueue<string>({ clock });
      const limiting = newRateLimitingQueue<string>({
        clock,
        limiter: newItemExponentialFailureRateLimiter({ baseMs: 1_000, maxMs: 60_000 }),
      });
      const [first, keyedFirst] = [backoff.next(), keyed.next("k")];
      await bucket.wait();
      delaying.addAfter("later", 5_000);
      limiting.addRateLimited("slower");
      let waited = false;
      void bucket.wait().then(() => {
        waited = true;
      });
      clock.jumpWall(byMs);
      await clock.advance(999);
      expect({ waited, delayed: delaying.len, limited: limiting.len }).toEqual({
        waited: false,
        delayed: 0,
        limited: 0,
      });
      // A year of calm would have started it over.
      expect([backoff.next(), keyed.next("k")]).toEqual([first * 2, keyedFirst * 2]);
      await clock.advance(1);
      expect({ waited, delayed: delaying.len, limited: limiting.len }).toEqual({
        waited: true,
        delayed: 0,
        limited: 1,
      });
      await clock.advance(3_999);
      expect(delaying.len).toBe(0);
      await clock.advance(1);
      expect(delaying.len).toBe(1);
      delaying.shutDown();
      limiting.shutDown();
    });

    it(`${which} moves no request of informers: no retry, and no end of a silent watch (F-K3)`, async () => {
      for (const transport of [dead, silent]) {
        const calm = await requestTimes(transport, 0);
        const leaping = await requestTimes(transport, byMs);
        expect(calm.length).toBeGreaterThan(5);
        expect(leaping).toEqual(calm);
      }
    });

    it(`${which} leaves a running informer as it is: same watch, nothing stale, events go on (F-K3)`, async ({
      onTestFinished,
    }) => {
      const clock = new FakeClock();
      const server = await startApiServer({ objects: [news("old")] });
      onTestFinished(() => server.close());
      let requests = 0;
      const client = await connect({
        kubeconfigText: server.kubeconfig,
        clock,
        interceptors: [
          (next) => (request) => {
            requests++;
            return next(request);
          },
        ],
      });
      onTestFinished(() => client.close());
      const [failures, stale]: [unknown[], boolean[]] = [[], []];
      const informer = newSharedIndexInformer(
        newListWatchForKind(client.rest, ConfigMap, { namespace: "default" }),
        ConfigMap,
        {
          clock,
          onWatchError: ({ error }) => void failures.push(error),
          onStale: (now) => void stale.push(now),
        },
      );
      const running = informer.run();
      onTestFinished(() => informer.close().then(() => running));
      const receivedText = (text: string): Promise<void> =>
        new Promise((resolve) => {
          const onNews = ({
            object,
          }: {
            readonly object: { readonly data?: Readonly<Record<string, string>> };
          }): void => {
            if (object.data?.["text"] === text) resolve();
          };
          informer.addEventHandler({ onAdd: onNews, onUpdate: onNews });
        });
      await receivedText("old");
      const before = requests;
      clock.jumpWall(byMs);
      server.apply(news("after the leap"));
      await receivedText("after the leap");
      clock.jumpWall(-2 * byMs);
      server.apply(news("and back"));
      await receivedText("and back");
      expect({ requests: requests - before, failures, stale }).toEqual({ requests: 0, failures: [], stale: [] });
    });

    it(`${which} lets no Retry-After date hold a request for longer than five minutes (F-K3)`, async () => {
      const clock = new FakeClock();
      // The server's clock is right.
      const date = new Date(clock.now() + 20_000).toUTCString();
      clock.jumpWall(byMs);
      let asked = 0;
      const transport: Transport = async () => {
        const again = asked++ === 0;
        return {
          status: again ? 429 : 200,
          headers: again ? { "retry-after": date } : { "content-type": "application/json" },
          body: Readable.from([
            Buffer.from(again ? "" : JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } })),
          ]),
          protocol: "http/1.1",
        };
      };
      const client = newClient({ host: "https://leaping.example", transport, clock }, { clock });
      const getting = client.resource(ConfigMap, { namespace: "default" }).get("a");
      await clock.advance(byMs > 0 ? 1_000 : 5 * 60_000 + 1_000);
      expect((await getting).metadata.name).toBe("a");
      expect(asked).toBe(2);
    });
  }
});

function news(text: string) {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "news", namespace: "default" }, data: { text } };
}

const dead: Transport = () =>
  Promise.reject(new TransportError("connect ECONNREFUSED", { code: "refused", sent: false }));

/** Lists at once, then says nothing until it is stopped. */
const silent: Transport = async ({ purpose, signal }) => {
  const body = new Readable({ read() {} });
  if (purpose === "watch") {
    body.push(
      `${JSON.stringify({
        type: "BOOKMARK",
        object: {
          apiVersion: "v1",
          kind: "ConfigMap",
          metadata: { resourceVersion: "7", annotations: { "k8s.io/initial-events-end": "true" } },
        },
      })}\n`,
    );
    signal?.addEventListener("abort", () => body.destroy(new TransportError("aborted", { code: "reset" })));
  } else {
    body.push(
      JSON.stringify({ apiVersion: "v1", kind: "ConfigMapList", metadata: { resourceVersion: "7" }, items: [] }),
    );
    body.push(null);
  }
  return { status: 200, headers: { "content-type": "application/json" }, body, protocol: "http/1.1" };
};

/** When an informer asked during two hours in which the wall clock leaps to and fro, on the monotonic clock. */
async function requestTimes(transport: Transport, leapMs: number): Promise<number[]> {
  const clock = new FakeClock();
  const times: number[] = [];
  const config: RestConfig = {
    host: "https://leaping.example",
    clock,
    transport: (request) => {
      times.push(clock.monotonic());
      return transport(request);
    },
  };
  const client = newClient(config, { clock });
  const informer = newSharedIndexInformer(newListWatchForKind(client.rest, ConfigMap), ConfigMap, {
    clock,
    random: seededRandom(3),
    onWatchError: () => {},
  });
  const running = informer.run();
  for (let step = 0; step < 24; step++) {
    await clock.advance(300_000);
    clock.jumpWall(step % 2 === 0 ? leapMs : -leapMs);
    await nextTurn();
  }
  await informer.close();
  await running;
  expect(clock.pending).toBe(0);
  return times;
}

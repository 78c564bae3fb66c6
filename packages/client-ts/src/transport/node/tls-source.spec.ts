import { rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { newCertificateAuthority, issueCertificate } from "../../certs/index.ts";
import { FakeClock } from "../../util/index.ts";
import { newPool, type Pool, type PoolOptions } from "../pool.ts";
import type { TransportRequest } from "../transport.ts";
import { json, serve, type ServeOptions, testCa, type TestServer } from "../test-support/servers.ts";
import { eventually } from "../../util/test-support/eventually.ts";
import { RecordingMeter } from "../../util/test-support/recording-meter.ts";

const get: TransportRequest = { method: "GET", path: "/", headers: {}, purpose: "call" };
const otherCa = newCertificateAuthority({ commonName: "other-ca" });
const otherCertificate = issueCertificate(otherCa, {
  commonName: "api",
  ipAddresses: ["127.0.0.1"],
  usages: ["server"],
});
const [alice, bob] = ["alice", "bob"].map((commonName) => issueCertificate(testCa, { commonName, usages: ["client"] }));
const fiveMinutes = 300_000;

let dir = "";
let clock: FakeClock;
let meter: RecordingMeter;
let warned: string[];
let renewals = 0;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "tls-"));
  clock = new FakeClock();
  meter = new RecordingMeter();
  warned = [];
  renewals = 0;
  // Runs last: what a test makes is closed before.
  onTestFinished(async () => {
    expect(clock.pending).toBe(0);
    await rm(dir, { recursive: true });
  });
});

const path = (name: string): string => join(dir, name);
const put = (name: string, text: string): void => writeFileSync(path(name), text);
/** The result and the reason of every look at the file. */
const looks = (): string[] =>
  meter.measured
    .filter(([name]) => meter.made[name]?.type === "counter")
    .map(([, , labels]) => `${labels?.["result"]} ${labels?.["reason"]}`);
const logger = {
  debug() {},
  info: () => void renewals++,
  error() {},
  warn: (message: string) => void warned.push(message),
};

function pool(server: TestServer, options: PoolOptions): Pool {
  const made = newPool(server.url, { clock, meter, logger, pingAfterMs: 1e9, ...options });
  onTestFinished(() => made.close());
  return made;
}
/** A server that says whom it sees. */
async function start(options: ServeOptions = {}): Promise<TestServer> {
  const server = await serve(
    (request, response, raw) => {
      if (request.path === "/watch") return void response.writeHead(200).write("first");
      const socket = raw.socket as unknown as { getPeerCertificate(): { subject?: { CN?: string } } };
      json(response, { name: socket.getPeerCertificate().subject?.CN ?? "anonymous" });
    },
    { clientCa: testCa.cert, ...options },
  );
  onTestFinished(() => server.close());
  return server;
}
async function whoAmI(through: Pool): Promise<string> {
  const { body } = await through.send(get);
  let text = "";
  for await (const chunk of body) text += String(chunk);
  return JSON.parse(text).name;
}

describe("the file of a certificate authority", () => {
  const reason = (): string => looks().at(-1) ?? "";

  it("replaces the old one only when it is valid and different (B454, B455, F-C22)", async () => {
    put("ca", testCa.cert);
    const server = await start();
    const through = pool(server, { tls: { caFile: path("ca") } });
    expect(await whoAmI(through)).toBe("anonymous");
    await clock.advance(fiveMinutes);
    await eventually(() => looks().length === 1, "looked once");
    expect(reason()).toBe("success unchanged");
    const bad: [write: () => void, reason: string][] = [
      [() => put("ca", "garbage"), "ca_parse_error"],
      [() => put("ca", "-----BEGIN CERTIFICATE-----\ngarbage\n-----END CERTIFICATE-----\n"), "ca_parse_error"],
      [() => put("ca", testCa.cert + otherCa.cert.slice(0, 200)), "ca_parse_error"],
      [() => put("ca", "\n"), "empty"],
      [() => rmSync(path("ca")), "read_error"],
    ];
    for (const [write, outcome] of bad) {
      const before = looks().length;
      write();
      // What could not be used is looked at again in ten seconds, not in five minutes.
      await clock.advance(before === 1 ? fiveMinutes : 10_000);
      await eventually(() => looks().length > before, outcome);
      expect(reason()).toBe(`failure ${outcome}`);
      expect(await whoAmI(through)).toBe("anonymous");
    }
    expect(through.stats().opened).toBe(1);
    expect(warned).toContain("the certificate authority cannot be used; the previous one stays in use");
    put("ca", otherCa.cert + testCa.cert);
    await clock.advance(10_000);
    await eventually(() => reason() === "success updated", "updated");
    expect(await whoAmI(through)).toBe("anonymous");
    expect(through.stats().opened).toBe(2);
  });

  it("is used by new connections within five minutes; earlier ones are drained (B455, F-C21)", async () => {
    put("ca", testCa.cert);
    const old = await start();
    const through = pool(old, { tls: { caFile: path("ca") } });
    await whoAmI(through);
    put("ca", otherCa.cert);
    expect(await whoAmI(through)).toBe("anonymous");
    await clock.advance(fiveMinutes);
    await eventually(() => looks().length === 1, "looked");
    await eventually(() => old.open === 0, "the old connection is closed");
    // The old server cannot be trusted any more.
    await expect(through.send(get)).rejects.toMatchObject({ code: "tls" });
  });

  it("is looked at as soon as the server cannot be trusted, at most once a second (B455, F-C21)", async () => {
    put("ca", testCa.cert);
    const moved = await start({ certificate: otherCertificate });
    const through = pool(moved, { tls: { caFile: path("ca") } });
    await expect(through.send(get)).rejects.toMatchObject({ code: "tls" });
    put("ca", otherCa.cert);
    await expect(through.send(get)).rejects.toMatchObject({ code: "tls" });
    await clock.advance(1_000);
    expect(await whoAmI(through)).toBe("anonymous");
    expect(looks()).toHaveLength(1);
    expect(reason()).toBe("success updated");
  });

  it("is never looked at again when the program does not want that, or gave the text itself (B455)", async () => {
    put("ca", testCa.cert);
    const moved = await start({ certificate: otherCertificate });
    const fixed = [
      pool(moved, { tls: { caFile: path("ca") }, tlsReloadMs: 0 }),
      pool(moved, { tls: { ca: testCa.cert, caFile: path("ca") } }),
    ];
    for (const through of fixed) await expect(through.send(get)).rejects.toMatchObject({ code: "tls" });
    put("ca", otherCa.cert);
    await clock.advance(fiveMinutes);
    for (const through of fixed) await expect(through.send(get)).rejects.toMatchObject({ code: "tls" });
    expect(looks()).toEqual([]);
  });

  it("that is empty trusts no server until it is filled (B454, B458)", async () => {
    put("ca", "");
    const server = await start();
    const through = pool(server, { tls: { caFile: path("ca") } });
    for (let i = 0; i < 2; i++)
      await expect(through.send(get)).rejects.toMatchObject({
        kind: "Config",
        message: expect.stringContaining("no certificate"),
      });
    expect(server.connections).toBe(0);
    put("ca", testCa.cert);
    expect(await whoAmI(through)).toBe("anonymous");
  });
});

describe("a client certificate on disk", () => {
  const tls = () => ({ ca: testCa.cert, certFile: path("cert"), keyFile: path("key") });
  const putPair = ({ cert, key }: { cert: string; key: string }): void => {
    put("cert", cert);
    put("key", key);
  };

  it("that is rotated is used at once; old sockets close within thirty seconds (SEC-24, F-C23)", async () => {
    putPair(alice!);
    const server = await start();
    const through = pool(server, { tls: tls() });
    expect(await whoAmI(through)).toBe("alice");
    const watch = await through.send({ ...get, path: "/watch", purpose: "watch" });
    watch.body.on("data", () => {});
    const ended = new Promise((resolve) => watch.body.once("error", resolve));
    const upgraded = await through.connect();
    await eventually(() => server.open === 2, "two connections");
    putPair(bob!);
    await clock.advance(fiveMinutes);
    await eventually(() => renewals === 1, "the new pair is found");
    expect(through.stats().streams).toBe(1);
    expect(await whoAmI(through)).toBe("bob");
    expect(server.open).toBe(3);
    await clock.advance(20_000);
    expect(await ended).toMatchObject({ kind: "Transport", code: "goaway" });
    await eventually(() => upgraded.destroyed && server.open === 1, "only the new connection is left");
    expect(await whoAmI(through)).toBe("bob");
  });

  it("is not used as long as its key is not there, and then taken together (F-C23)", async () => {
    putPair(alice!);
    const server = await start({ protocol: "https" });
    const through = pool(server, { tls: tls() });
    expect(await whoAmI(through)).toBe("alice");
    put("cert", bob!.cert);
    await clock.advance(fiveMinutes);
    await eventually(() => warned.length === 1, "reported");
    expect(warned[0]).toContain("the previous one stays in use");
    // A new connection in the meantime shows the old one.
    const fresh = await through.connect();
    expect((fresh as unknown as { getCertificate(): { subject: { CN: string } } }).getCertificate().subject.CN).toBe(
      "alice",
    );
    expect(await whoAmI(through)).toBe("alice");
    put("key", bob!.key);
    await clock.advance(10_000);
    await eventually(() => server.open === 1 || through.stats().sockets === 0, "the kept socket is closed");
    expect(await whoAmI(through)).toBe("bob");
    await clock.advance(20_000);
    await eventually(() => fresh.destroyed, "the upgraded socket is closed");
  });

  it("is looked at before a connection, at most once a second (SEC-24)", async () => {
    putPair(alice!);
    const server = await start();
    const through = pool(server, { tls: tls() });
    expect(await whoAmI(through)).toBe("alice");
    putPair(bob!);
    await clock.advance(1_000);
    await through.connect();
    await eventually(() => through.stats().sessions === 0, "the old session ended: it had nothing to do");
    expect(await whoAmI(through)).toBe("bob");
  });
});

describe("a certificate that comes from elsewhere", () => {
  it("is asked for with each connection, and a change renews the pool (F-D11, B308, B460)", async () => {
    const server = await start();
    let pair = alice!;
    let tell = (): void => {};
    const through = pool(server, {
      tls: { ca: testCa.cert },
      certificate: {
        current: async () => ({ cert: pair.cert, key: { reveal: () => pair.key } as never }),
        onChange: (listener) => {
          tell = listener;
          return () => {
            tell = () => {};
          };
        },
      },
    });
    expect(await whoAmI(through)).toBe("alice");
    pair = bob!;
    tell();
    expect(await whoAmI(through)).toBe("bob");
    await eventually(() => server.open === 1, "the old connection is closed");
    expect(through.stats()).toMatchObject({ sessions: 1, opened: 2 });
  });
});

import { generateKeyPairSync } from "node:crypto";
import { getEventListeners } from "node:events";
import { startApiServer } from "client-ts-testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CertificateAndKey, inspectCertificate, issueCertificate, newPrivateKey } from "../certs/index.ts";
import { type Client, connect } from "../client/index.ts";
import { isAborted } from "../errors/index.ts";
import { FakeClock } from "../util/index.ts";
import {
  type CertificateClient,
  type CertificateManagerOptions,
  type CertificateManager,
  newCertificateManager,
} from "./certificate-manager.ts";
import { memoryStore } from "./certificate-store.ts";
import { TestSigner } from "./test-support/test-signer.ts";
import { eventually } from "../util/test-support/eventually.ts";
import { RecordingMeter } from "../util/test-support/recording-meter.ts";

const day = 86_400_000;
let server: Awaited<ReturnType<typeof startApiServer>>;
let client: Client;
let clock: FakeClock;
let signer: TestSigner;
let lines: string[];
let meter: RecordingMeter;
const managers: CertificateManager[] = [];

beforeEach(async () => {
  server = await startApiServer();
  client = await connect({ kubeconfigText: server.kubeconfig });
  clock = new FakeClock();
  signer = new TestSigner(client, clock);
  lines = [];
  meter = new RecordingMeter();
});
afterEach(async () => {
  for (const manager of managers.splice(0)) await manager.close();
  expect(clock.pending).toBe(0);
  await signer.close();
  await client.close();
  await server.close();
});

async function start(changes: Partial<CertificateManagerOptions> = {}, by: CertificateClient = client) {
  const line = (message: string): void => void lines.push(message);
  const manager = await newCertificateManager(by, {
    signerName: "example.com/shop",
    template: { commonName: "shop" },
    generateKey: signer.newKey,
    logger: { debug() {}, info() {}, warn: line, error: line },
    meter,
    clock,
    random: () => 0.5,
    ...changes,
  });
  managers.push(manager);
  return manager;
}

/** A certificate that the signer's authority issued this many days ago. */
function issued(commonName: string, ageDays = 0, days = 10): CertificateAndKey {
  return issueCertificate(signer.ca, { commonName, days, clock: { now: () => clock.now() - ageDays * day } });
}

const rotated = (manager: CertificateManager): Promise<void> =>
  new Promise((resolve) => {
    const off = manager.onChange(() => {
      off();
      resolve();
    });
  });

describe("the first certificate of a manager", () => {
  it("is the bootstrap certificate, which is replaced at once (B485)", async () => {
    const bootstrap = issued("bootstrap");
    const store = memoryStore();
    signer.plans.push("wait");
    const manager = await start({ bootstrap, store });
    expect([manager.current, await store.current()]).toEqual([bootstrap, bootstrap]);
    await eventually(() => signer.seen.length === 1);
    await manager.close();
    const next = await start({ bootstrap, store: memoryStore() });
    await rotated(next);
    expect(inspectCertificate(next.current?.cert ?? "").subject.commonName).toBe("shop");
  });

  it("is requested at once without a bootstrap certificate (B485, B486)", async () => {
    const manager = await start();
    expect(manager.current).toBeUndefined();
    const pair = await manager.waitForCertificate();
    expect(pair).toEqual(manager.current);
    expect([inspectCertificate(pair.cert).subject.commonName, manager.serverHealthy]).toEqual(["shop", true]);
  });

  it("is the store's, and nothing is requested without a client (B485)", async () => {
    const store = memoryStore();
    const stored = issued("shop", 9.9);
    await store.update(stored);
    const manager = await start({ store, bootstrap: issued("bootstrap") }, undefined);
    expect(manager.current).toBe(stored);
    expect([signer.seen.length, clock.pending]).toEqual([0, 0]);
  });

  it("is the bootstrap certificate when the one in the store has expired (B486)", async () => {
    const [store, bootstrap] = [memoryStore(), issued("bootstrap")];
    await store.update(issued("shop", 20));
    const manager = await start({ store, bootstrap }, undefined);
    expect(manager.current).toBe(bootstrap);
  });

  it("must be one that can be used (B486)", async () => {
    const mixed = { cert: issued("a").cert, key: issued("b").key };
    await expect(start({ bootstrap: mixed })).rejects.toThrow(/"a" belongs to another key/);
    const store = { current: () => Promise.reject(new Error("disk")), update: async () => {} };
    await expect(start({ store })).rejects.toThrow("disk");
    await expect(start({ signerName: "" })).rejects.toThrow(/needs a signerName/);
  });

  it("is the bootstrap certificate also when that cannot be stored (B485)", async () => {
    const bootstrap = issued("bootstrap");
    const store = { current: async () => undefined, update: () => Promise.reject(new Error("disk full")) };
    const manager = await start({ bootstrap, store }, undefined);
    expect([manager.current, lines]).toEqual([bootstrap, ["the bootstrap certificate could not be stored"]]);
  });

  it("is given to servers when it is issued, and to none for which that was stopped", async () => {
    const manager = await start();
    const [contexts, ended]: [string[], string[]] = [[], []];
    manager.applyTo({ setSecureContext: ({ cert }) => void contexts.push(cert) });
    manager.applyTo({ setSecureContext: ({ cert }) => void ended.push(cert) })();
    expect(contexts).toEqual([]);
    const { cert } = await manager.waitForCertificate();
    expect([contexts, ended]).toEqual([[cert], []]);
  });

  it("is not waited for any longer than the caller's signal says", async () => {
    signer.plans.push("wait");
    const manager = await start();
    const end = new AbortController();
    const waiting = expect(manager.waitForCertificate({ signal: end.signal })).rejects.toSatisfy(isAborted);
    await eventually(() => signer.seen.length === 1);
    end.abort();
    await waiting;
  });

  it("is found by many waits of one signal, which then has no listener left", async () => {
    const manager = await start();
    const { signal } = new AbortController();
    for (let at = 0; at < 5; at++) await manager.waitForCertificate({ signal });
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("is hidden once it has expired", async () => {
    const store = memoryStore();
    await store.update(issued("shop", 9));
    const manager = await start({ store }, undefined);
    expect(manager.current).toBeDefined();
    await clock.advance(2 * day);
    expect([manager.current, await manager.clientCertificate.current()]).toEqual([undefined, undefined]);
  });
});

describe("rotation", () => {
  it("replaces a certificate at 80 % of its lifetime, with a new key, in the store and in use (B489)", async () => {
    const store = memoryStore();
    const manager = await start({ store });
    const first = await manager.waitForCertificate();
    const contexts: string[] = [];
    manager.applyTo({ setSecureContext: ({ cert }) => void contexts.push(cert) });
    const { notBefore, notAfter } = inspectCertificate(first.cert);
    const left = notBefore.getTime() + 0.8 * (notAfter.getTime() - notBefore.getTime()) - clock.now();
    await clock.advance(left - 1_000);
    expect(signer.seen).toHaveLength(1);
    const change = rotated(manager);
    await clock.advance(1_000);
    await change;
    const second = manager.current as CertificateAndKey;
    expect(second.key).not.toBe(first.key);
    expect([await store.current(), contexts]).toEqual([second, [first.cert, second.cert]]);
    expect((await manager.clientCertificate.current())?.cert).toBe(second.cert);
    const age = (0.8 * (notAfter.getTime() - notBefore.getTime())) / 1_000;
    expect(meter.values("client_ts_certificate_rotation_age_seconds")[0]).toBeCloseTo(age, 0);
    expect(meter.values("client_ts_certificate_expiration_timestamp_seconds")).toHaveLength(2);
  });

  it("happens within ten minutes after a machine has slept past the moment of rotation (B489)", async () => {
    const manager = await start();
    await manager.waitForCertificate();
    await clock.advance(2_000);
    // The wall clock goes on while a machine sleeps, timers do not.
    clock.jumpWall(9 * day);
    const change = rotated(manager);
    await clock.advance(600_000);
    await change;
    expect(signer.seen).toHaveLength(2);
  });

  it("asks for the usages and the lifetime that the options say, and shows when the certificate expires", async () => {
    const manager = await start({ usages: ["server auth"], expirationSeconds: 86_400 });
    const { cert } = await manager.waitForCertificate();
    expect(signer.seen[0]?.spec).toMatchObject({ usages: ["server auth"], expirationSeconds: 86_400 });
    const seconds = inspectCertificate(cert).notAfter.getTime() / 1_000;
    expect(meter.values("client_ts_certificate_expiration_timestamp_seconds")).toEqual([seconds]);
  });

  it("that is denied says nothing about the server (B487)", async () => {
    let dnsNames = ["one"];
    const manager = await start({ template: () => ({ commonName: "shop", dnsNames }) });
    await manager.waitForCertificate();
    expect(manager.serverHealthy).toBe(true);
    signer.plans.push("deny");
    dnsNames = ["two"];
    await clock.advance(2_000);
    await eventually(() => lines.length === 1);
    expect([manager.serverHealthy, lines]).toEqual([true, ["a certificate could not be renewed, trying again"]]);
  });

  it("goes on after a template that failed, as soon as it has an answer (B484)", async () => {
    let broken = true;
    const manager = await start({
      template: () => {
        if (broken) throw new Error("not yet");
        return { commonName: "shop" };
      },
    });
    await clock.advance(3_000);
    expect([signer.seen.length, lines[0]]).toEqual([0, "the template of a certificate failed"]);
    broken = false;
    await clock.advance(1_000);
    await manager.waitForCertificate();
  });

  it("happens at once when the certificate lacks what the template asks for (B484)", async () => {
    const store = memoryStore();
    await store.update(issued("shop"));
    const manager = await start({ store, template: { commonName: "shop", dnsNames: ["shop.example"] } });
    await rotated(manager);
    expect(inspectCertificate(manager.current?.cert ?? "").dnsNames).toEqual(["shop.example"]);
  });

  it("follows a template that changes, also while a request waits for its approval (B484)", async () => {
    let dnsNames: string[] | undefined;
    const manager = await start({ template: () => dnsNames && { commonName: "shop", dnsNames } });
    await clock.advance(5_000);
    expect(signer.seen).toHaveLength(0);
    dnsNames = ["one"];
    await clock.advance(1_000);
    await manager.waitForCertificate();
    signer.plans.push("wait");
    dnsNames = ["two"];
    await clock.advance(2_000);
    await eventually(() => signer.seen.length === 2);
    dnsNames = ["three"];
    const change = rotated(manager);
    await clock.advance(1_000);
    await change;
    expect(inspectCertificate(manager.current?.cert ?? "").dnsNames).toEqual(["three"]);
    expect(meter.values("client_ts_certificate_renew_failures_total")).toEqual([]);
  });

  it("is not repeated when the signer leaves out what was asked for", async () => {
    signer.dropsOrganizations = true;
    const manager = await start({ template: { commonName: "shop", organizations: ["team"] } });
    await manager.waitForCertificate();
    await clock.advance(day);
    expect(signer.seen).toHaveLength(1);
    expect(lines).toEqual(["the signer changed the certificate that was requested"]);
  });

  it.each([
    ["is refused", 403, "Forbidden", true],
    ["meets a server that fails", 500, "InternalError", false],
    ["is not accepted", 401, "Unauthorized", true],
  ])(
    "that %s leaves the certificate in use and is tried again after 2, 4, 8, 16 and then 32 s (B487, B488)",
    async (_, code, reason, healthy) => {
      const fault = server.faults.add(
        { match: { verb: "create", resource: "certificatesigningrequests" } },
        { type: "status", code, reason },
      );
      const bootstrap = issued("bootstrap");
      const manager = await start({ bootstrap, random: () => 0 });
      const failures = (): number => meter.values("client_ts_certificate_renew_failures_total").length;
      for (const [at, seconds] of [2, 4, 8, 16, 32, 32].entries()) {
        await eventually(() => failures() === at + 1 && clock.pending > 0);
        expect([manager.current, manager.serverHealthy, clock.nextInMs]).toEqual([bootstrap, healthy, seconds * 1_000]);
        if (at === 5) fault.remove();
        await clock.advance(seconds * 1_000);
      }
      await eventually(() => manager.current !== bootstrap);
      expect(manager.serverHealthy).toBe(true);
      expect(lines[0]).toBe("a certificate could not be renewed, trying again");
    },
  );

  it("that is denied is tried again, and so is one that cannot be stored (B488)", async () => {
    const store = memoryStore();
    let broken = true;
    const unsafe = {
      current: () => store.current(),
      update: async (pair: CertificateAndKey) => {
        if (broken) throw new Error("disk full");
        await store.update(pair);
      },
    };
    signer.plans.push("deny");
    const manager = await start({ store: unsafe, random: () => 0 });
    await eventually(() => lines.length === 1 && clock.pending > 0);
    await clock.advance(2_000);
    await eventually(() => lines.length === 2 && clock.pending > 0);
    expect(manager.current).toBeUndefined();
    broken = false;
    await clock.advance(4_000);
    await manager.waitForCertificate();
    expect(signer.seen).toHaveLength(3);
  });

  it("uses the client that is chosen by the certificate at hand", async () => {
    const bootstrap = issued("bootstrap");
    const asked: (CertificateAndKey | undefined)[] = [];
    const manager = await start({ bootstrap }, (current) => {
      asked.push(current);
      return client;
    });
    await rotated(manager);
    expect(asked).toEqual([bootstrap]);
  });
});

describe("the keys of a manager", () => {
  const weak = (type: "rsa" | "ec"): string =>
    type === "rsa"
      ? generateKeyPairSync("rsa", { modulusLength: 1024 })
          .privateKey.export({ format: "pem", type: "pkcs1" })
          .toString()
      : generateKeyPairSync("ec", { namedCurve: "secp224r1" })
          .privateKey.export({ format: "pem", type: "sec1" })
          .toString();
  it.each([
    ["an RSA key of 1024 bits", weak("rsa")],
    ["a key on the curve P-224", weak("ec")],
  ])("are made as the user wants, but not %s (B490)", async (_, key) => {
    const manager = await start({ generateKey: () => key });
    await eventually(() => lines.length === 1);
    expect([manager.current, signer.seen.length]).toEqual([undefined, 0]);
  });

  it("may be RSA keys of 2048 bits (B490)", async () => {
    const key = await newPrivateKey({ type: "rsa" });
    signer.keys.push(key);
    const manager = await start({ generateKey: () => key });
    expect((await manager.waitForCertificate()).key).toBe(key);
    expect(signer.seen[0]?.spec.usages).toEqual(["digital signature", "key encipherment", "client auth"]);
  });
});

describe("closing a manager", () => {
  it("ends its loops, a request that waits, and calls that wait for a certificate (B489)", async () => {
    signer.plans.push("wait");
    const manager = await start({ template: () => ({ commonName: "shop" }) });
    const waiting = expect(manager.waitForCertificate()).rejects.toSatisfy(isAborted);
    await eventually(() => signer.seen.length === 1);
    await manager.close();
    await waiting;
    expect(clock.pending).toBe(0);
  });

  it("happens when its signal fires (B489)", async () => {
    const end = new AbortController();
    const manager = await start({ signal: end.signal });
    await manager.waitForCertificate();
    end.abort();
    await manager.close();
    await clock.advance(20 * day);
    expect(signer.seen).toHaveLength(1);
  });
});

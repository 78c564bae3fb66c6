import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, get } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CertificateAndKey, issueCertificate, newCertificateAuthority } from "../../certs/index.ts";
import { FakeClock } from "../../util/index.ts";
import { type CertificateWatcher, newCertificateWatcher } from "./certificate-watcher.ts";
import { eventually } from "../../util/test-support/eventually.ts";

const ca = newCertificateAuthority({ commonName: "ca" });
const pairOf = (commonName: string): CertificateAndKey =>
  issueCertificate(ca, { commonName, dnsNames: ["localhost"], ipAddresses: ["127.0.0.1"] });
let folder: string;
let clock: FakeClock;
let warnings: string[];
let watcher: CertificateWatcher | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "client-ts-watcher-"));
  clock = new FakeClock();
  warnings = [];
});
afterEach(async () => {
  await watcher?.close();
  watcher = undefined;
  expect(clock.pending).toBe(0);
  await rm(folder, { recursive: true, force: true });
});

const put = async ({ cert, key }: Partial<CertificateAndKey>): Promise<void> => {
  if (cert !== undefined) await writeFile(join(folder, "tls.crt"), cert);
  if (key !== undefined) await writeFile(join(folder, "tls.key"), key);
};
const start = async (): Promise<CertificateWatcher> => {
  const warn = (message: string): void => void warnings.push(message);
  watcher = await newCertificateWatcher({
    certFile: join(folder, "tls.crt"),
    keyFile: join(folder, "tls.key"),
    clock,
    logger: { debug: warn, info() {}, warn, error: warn },
  });
  return watcher;
};
/** The next look at the files has ended: the timer for the one after it is set. */
const look = async (): Promise<void> => {
  await clock.advance(10_000);
  await eventually(() => clock.pending > 0);
};

describe("a watcher of certificate files", () => {
  it("gives a server the new certificate for its new connections, until that is stopped", async () => {
    const [one, two] = [pairOf("one"), pairOf("two")];
    await put(one);
    const files = await start();
    const server = createServer({ ...files.current }, (_, response) => response.end("ok"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const off = files.applyTo(server);
    const shown = (): Promise<string> =>
      new Promise((resolve, reject) => {
        const { port } = server.address() as AddressInfo;
        get({ host: "127.0.0.1", port, ca: ca.cert, agent: false }, (response) => {
          const { subject } = (response.socket as import("node:tls").TLSSocket).getPeerCertificate();
          response.resume().on("end", () => resolve(String(subject.CN)));
        }).on("error", reject);
      });
    expect(await shown()).toBe("one");
    await put(two);
    expect(await shown()).toBe("one");
    await look();
    expect([await shown(), files.current]).toEqual(["two", two]);
    off();
    await put(one);
    await look();
    expect([await shown(), files.current]).toEqual(["two", one]);
    await new Promise((resolve) => server.close(resolve));
  });

  it("waits for both files, and keeps the old pair while they do not fit", async () => {
    const [one, two] = [pairOf("one"), pairOf("two")];
    await put(one);
    const files = await start();
    let changes = 0;
    files.onChange(() => void changes++);
    await put({ cert: two.cert });
    await look();
    expect([files.current, changes]).toEqual([one, 0]);
    await put({ key: two.key });
    await look();
    expect([files.current, changes]).toEqual([two, 1]);
    await rm(join(folder, "tls.key"));
    await look();
    await look();
    expect([files.current, changes, warnings.length]).toEqual([two, 1, 3]);
    expect((await files.clientCertificate.current())?.cert).toBe(two.cert);
  });

  it("reads them as often as its option says, until its signal fires", async () => {
    const [one, two, three] = [pairOf("one"), pairOf("two"), pairOf("three")];
    await put(one);
    const end = new AbortController();
    const [certFile, keyFile] = [join(folder, "tls.crt"), join(folder, "tls.key")];
    const options = { certFile, keyFile, clock, logger: false, intervalMs: 2_000, signal: end.signal } as const;
    watcher = await newCertificateWatcher(options);
    await put(two);
    await clock.advance(1_999);
    expect(watcher.current).toEqual(one);
    await clock.advance(1);
    await eventually(() => clock.pending > 0);
    expect(watcher.current).toEqual(two);
    end.abort();
    expect(clock.pending).toBe(0);
    await put(three);
    await clock.advance(60_000);
    expect(watcher.current).toEqual(two);
  });

  it("has an expired certificate for servers, and gives none to clients", async () => {
    const expired = issueCertificate(ca, {
      commonName: "old",
      days: 1,
      clock: { now: () => clock.now() - 3 * 86_400_000 },
    });
    await put(expired);
    const files = await start();
    expect([files.current, await files.clientCertificate.current()]).toEqual([expired, undefined]);
  });

  it("must find a pair at the start", async () => {
    await expect(start()).rejects.toThrow(/tls\.crt and the key .* cannot be used/);
    await put({ cert: pairOf("one").cert, key: pairOf("two").key });
    await expect(start()).rejects.toThrow(/cannot be used/);
    await expect(newCertificateWatcher({ certFile: "a", keyFile: "b", intervalMs: 0 })).rejects.toThrow(/intervalMs/);
  });

  it("survives a listener that throws", async () => {
    await put(pairOf("one"));
    const files = await start();
    files.onChange(() => {
      throw new Error("broken");
    });
    let called = false;
    files.onChange(() => {
      called = true;
    });
    await put(pairOf("two"));
    await look();
    expect([called, warnings]).toEqual([true, ["a listener for a new certificate failed"]]);
  });
});

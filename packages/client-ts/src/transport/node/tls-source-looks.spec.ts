import { describe, expect, it } from "vitest";
import { issueCertificate, newCertificateAuthority } from "../../certs/index.ts";
import { newSecretValue } from "../../errors/index.ts";
import { type Deferred, FakeClock, withResolvers } from "../../util/index.ts";
import { testCa } from "../test-support/servers.ts";
import { TlsSource, type TlsSourceOptions } from "./tls-source.ts";

const otherCa = newCertificateAuthority({ commonName: "other-ca" });
const [alice, bob] = ["alice", "bob"].map((commonName) =>
  issueCertificate(testCa, { commonName, usages: ["client"] }),
) as [ReturnType<typeof issueCertificate>, ReturnType<typeof issueCertificate>];

/** A source on files in memory, and what it did: the files that it read, and how often it announced a change. */
function looking(tls: TlsSourceOptions["tls"], more: Partial<TlsSourceOptions> = {}) {
  const clock = new FakeClock();
  const files = new Map([
    ["ca", testCa.cert],
    ["cert", alice.cert],
    ["key", alice.key],
  ]);
  const reads: string[] = [];
  let changes = 0;
  let gate: Deferred<void> | undefined;
  const source = new TlsSource({
    tls,
    reloadMs: 300_000,
    clock,
    onChange: () => changes++,
    read: async (path) => {
      reads.push(path);
      await gate?.promise;
      const text = files.get(path);
      if (text === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
      return text;
    },
    ...more,
  });
  /** What was read since the last call. */
  const read = (): string => reads.splice(0).join(" ");
  const hold = (): Deferred<void> => {
    gate = withResolvers();
    return gate;
  };
  return { source, clock, files, read, hold, changes: () => changes };
}

const all = { caFile: "ca", certFile: "cert", keyFile: "key" };

describe("the files of certificates", () => {
  it("are read once for the first connections, then the pair before a connection, at most once a second", async () => {
    const { source, clock, read } = looking(all);
    const [first] = await Promise.all([source.settings(), source.settings()]);
    expect(read().split(" ").sort()).toEqual(["ca", "cert", "key"]);
    expect(await source.settings()).toBe(first);
    expect(read()).toBe("");
    await clock.advance(999);
    await source.settings();
    expect(read()).toBe("");
    await clock.advance(1);
    expect(await source.settings()).toBe(first);
    expect(read()).toContain("cert key");
    await source.settings();
    expect(read()).toBe("");
    source.close();
  });

  it("are not read before a connection when only the authority is in a file, but every five minutes", async () => {
    const { source, clock, read } = looking({ caFile: "ca" });
    await source.settings();
    expect(read()).toBe("ca");
    await clock.advance(299_999);
    await source.settings();
    expect(read()).toBe("");
    await clock.advance(1);
    expect(read()).toBe("ca");
    await clock.advance(300_000);
    expect(read()).toBe("ca");
    source.close();
    expect(clock.pending).toBe(0);
  });

  it("are not watched when the text of one is given, or when that is switched off", async () => {
    for (const { tls, reloadMs } of [
      { tls: { ...all, ca: testCa.cert, cert: alice.cert, key: newSecretValue(alice.key) }, reloadMs: 300_000 },
      { tls: all, reloadMs: 0 },
    ]) {
      const { source, clock } = looking(tls, { reloadMs });
      await source.settings();
      expect(clock.pending).toBe(0);
      expect(await source.recheckTrust()).toBe(false);
      source.close();
    }
  });

  it("that cannot be used leave what was, and are looked at again in ten seconds at most", async () => {
    for (const [reloadMs, soonMs] of [
      [300_000, 10_000],
      [3_000, 3_000],
    ] as const) {
      const { source, clock, files, read, changes } = looking(all, { reloadMs });
      const before = await source.settings();
      files.set("cert", bob.cert);
      await clock.advance(reloadMs);
      read();
      expect([await source.settings(), changes()]).toEqual([before, 0]);
      await clock.advance(soonMs - 1);
      expect(read()).toBe("");
      files.set("key", bob.key);
      await clock.advance(1);
      expect([read() === "", changes()]).toEqual([false, 1]);
      expect(await source.settings()).not.toBe(before);
      source.close();
    }
  });

  it.each([
    ["empty", ""],
    ["of space", " \n"],
    ["half-written", testCa.cert.slice(0, 200)],
    ["no certificate", "hello"],
  ])("of an authority that is %s leave the former one in use", async (_title, text) => {
    const { source, clock, files, changes } = looking({ caFile: "ca" });
    const before = await source.settings();
    files.set("ca", text);
    await clock.advance(300_000);
    expect([await source.settings(), changes()]).toEqual([before, 0]);
    files.set("ca", otherCa.cert);
    await clock.advance(10_000);
    expect([(await source.settings()) === before, changes()]).toEqual([false, 1]);
    source.close();
  });

  it("are looked at when a server cannot be trusted, and only another one is worth a second attempt", async () => {
    const { source, clock, files, read } = looking({ caFile: "ca" });
    await source.settings();
    expect(await source.recheckTrust()).toBe(false);
    read();
    await clock.advance(1_000);
    expect([await source.recheckTrust(), read()]).toEqual([false, "ca"]);
    files.set("ca", otherCa.cert);
    expect([await source.recheckTrust(), read()]).toEqual([false, ""]);
    await clock.advance(1_000);
    expect(await source.recheckTrust()).toBe(true);
    source.close();
  });

  it("are not used any more when the source was closed while they were read", async () => {
    const { source, clock, files, hold, changes } = looking({ caFile: "ca" });
    const before = await source.settings();
    files.set("ca", otherCa.cert);
    const gate = hold();
    await clock.advance(300_000);
    source.close();
    gate.resolve();
    await clock.advance(0);
    expect([await source.settings(), changes(), clock.pending]).toEqual([before, 0, 0]);
  });
});

describe("the trust in a proxy", () => {
  it("follows the authority of the cluster, and is made once for each", async () => {
    const { source, clock, files } = looking(all);
    const first = await source.proxySettings();
    expect(await source.proxySettings()).toBe(first);
    files.set("ca", otherCa.cert);
    await clock.advance(300_000);
    const second = await source.proxySettings();
    expect(second).not.toBe(first);
    expect(await source.proxySettings()).toBe(second);
    source.close();
  });
});

describe("a certificate that comes from elsewhere", () => {
  it("is asked for each time, and its changes are not listened to after the close", async () => {
    let pair = alice;
    let listening = 0;
    const { source } = looking(
      { ca: testCa.cert },
      {
        certificate: {
          current: async () => ({ cert: pair.cert, key: newSecretValue(pair.key) }),
          onChange: () => {
            listening++;
            return () => void listening--;
          },
        },
      },
    );
    const first = await source.settings();
    expect(await source.settings()).toBe(first);
    pair = bob;
    expect(await source.settings()).not.toBe(first);
    expect(listening).toBe(1);
    source.close();
    expect(listening).toBe(0);
  });
});

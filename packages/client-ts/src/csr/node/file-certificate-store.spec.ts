import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CertificateAndKey, issueCertificate, newCertificateAuthority } from "../../certs/index.ts";
import { FakeClock } from "../../util/index.ts";
import { newFileCertificateStore } from "./file-certificate-store.ts";

const ca = newCertificateAuthority({ commonName: "ca" });
const pairOf = (commonName: string): CertificateAndKey => issueCertificate(ca, { commonName });
const clock = new FakeClock(Date.UTC(2026, 0, 2, 3, 4, 5));
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "client-ts-store-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
const open = (directory = folder) => newFileCertificateStore({ directory, prefix: "shop", clock });
const at = (name: string): string => join(folder, name);

describe("a file store", () => {
  it("has no certificate in an empty or missing folder (B491)", async () => {
    expect(await open().current()).toBeUndefined();
    expect(await open(at("missing")).current()).toBeUndefined();
  });

  it("writes a pair for the owner alone and lets a link lead to it (B491)", async () => {
    const store = open(at("pki"));
    const pair = pairOf("one");
    await store.update(pair);
    expect(await store.current()).toEqual(pair);
    expect(store.currentPath).toBe(join(folder, "pki", "shop-current.pem"));
    expect(await readlink(store.currentPath)).toBe("shop-2026-01-02-03-04-05.pem");
    const file = await lstat(join(folder, "pki", "shop-2026-01-02-03-04-05.pem"));
    const directory = await lstat(join(folder, "pki"));
    expect([file.mode & 0o777, directory.mode & 0o777]).toEqual([0o600, 0o700]);
    expect(await readFile(store.currentPath, "utf8")).toBe(pair.cert + pair.key);
  });

  it("keeps the certificates that lead to the authority (B491)", async () => {
    const { cert, key } = pairOf("one");
    await open().update({ cert: cert + ca.cert, key });
    expect((await open().current())?.cert).toBe(cert + ca.cert);
  });

  it("replaces a pair in one step, also twice in a second, and keeps the old file (B491)", async () => {
    const store = open();
    const pairs = ["one", "two", "three"].map(pairOf);
    // A reader at any time sees a whole pair.
    let reading = true;
    let reads = 0;
    await store.update(pairs[0] as CertificateAndKey);
    const reader = (async () => {
      while (reading) {
        const seen = await store.current();
        expect(pairs).toContainEqual(seen);
        reads++;
      }
    })();
    for (let round = 0; round < 10; round++) for (const pair of pairs) await store.update(pair);
    reading = false;
    await reader;
    expect(reads).toBeGreaterThan(5);
    expect(await store.current()).toEqual(pairs[2]);
    const names = await readdir(folder);
    expect(names.filter((name) => /^shop-2026-01-02-03-04-05(-\d+)?\.pem$/.test(name))).toHaveLength(31);
    expect(names).toContain("shop-current.pem");
    expect(names).toHaveLength(32);
  });

  it("refuses a pair that does not belong together, and changes nothing (B491)", async () => {
    const store = open();
    const pair = pairOf("one");
    await store.update(pair);
    await expect(store.update({ cert: pairOf("two").cert, key: pair.key })).rejects.toThrow(/belongs to another key/);
    await expect(store.update({ cert: "", key: pair.key })).rejects.toThrow(/no certificate/);
    await expect(store.update({ cert: pair.cert, key: "" })).rejects.toThrow(/no private key/);
    expect([await store.current(), (await readdir(folder)).length]).toEqual([pair, 2]);
  });

  it.each(["current", "updated"])("does not replace a file named %s that is not a link (B491)", async (qualifier) => {
    await writeFile(at(`shop-${qualifier}.pem`), "mine");
    await expect(open().update(pairOf("one"))).rejects.toThrow(/must be a symbolic link/);
    expect(await readdir(folder)).toEqual([`shop-${qualifier}.pem`]);
    if (qualifier === "updated") await expect(open().current()).rejects.toThrow(/must be a symbolic link/);
  });

  it("replaces a link to a file that is gone, and a link that a crash left (B491)", async () => {
    await symlink("gone.pem", at("shop-current.pem"));
    await symlink("also-gone.pem", at("shop-updated.pem"));
    expect(await open().current()).toBeUndefined();
    const pair = pairOf("one");
    await open().update(pair);
    expect(await open().current()).toEqual(pair);
  });

  it("recovers from a crash between the two steps of an older version (B491)", async () => {
    const pair = pairOf("one");
    await writeFile(at("shop-2020.pem"), pair.cert + pair.key);
    await symlink("shop-2020.pem", at("shop-updated.pem"));
    expect(await open().current()).toEqual(pair);
    expect(await readdir(folder)).toEqual(["shop-2020.pem", "shop-current.pem"]);
  });

  it("begins with separate files until there is a pair (B491)", async () => {
    const [named, own, newest] = [pairOf("named"), pairOf("own"), pairOf("newest")];
    await writeFile(at("shop.crt"), own.cert);
    expect(await open().current()).toBeUndefined();
    await writeFile(at("shop.key"), own.key);
    expect(await open().current()).toEqual(own);
    await mkdir(at("other"));
    const files = { certFile: at("other/a.crt"), keyFile: at("other/a.key") };
    await writeFile(files.certFile, named.cert);
    await writeFile(files.keyFile, named.key);
    const store = newFileCertificateStore({ directory: folder, prefix: "shop", clock, ...files });
    expect(await store.current()).toEqual(named);
    await store.update(newest);
    expect(await store.current()).toEqual(newest);
  });

  it("says which file cannot be used, and nothing of its content (B491)", async () => {
    const { key } = pairOf("one");
    await writeFile(at("pair.pem"), pairOf("two").cert + key);
    await symlink("pair.pem", at("shop-current.pem"));
    const failed = open().current();
    await expect(failed).rejects.toThrow(`the certificate and key of ${at("shop-current.pem")} cannot be used`);
    await expect(failed).rejects.not.toThrow(key.split("\n")[1] as string);
  });

  it.each([
    [{ directory: "" }, /needs a directory/],
    [{ prefix: "../shop" }, /part of file names/],
    [{ prefix: ".." }, /part of file names/],
    [{ certFile: "a.crt" }, /give both/],
  ])("refuses %j", (options, message) => {
    expect(() => newFileCertificateStore({ directory: "/tmp", prefix: "shop", ...options })).toThrow(message);
  });
});

import { createPublicKey, generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isClientError } from "../errors/index.ts";
import { bytesToIp, formatIp, ipToBytes } from "./ip.ts";
import {
  newCertificateAuthority,
  encodePem,
  encodePrivateKey,
  encodePublicKey,
  newPrivateKey,
  inspectCertificate,
  parsePem,
  parsePrivateKey,
  parsePublicKeys,
  splitCertificates,
} from "./index.ts";

describe("PEM text", () => {
  it("comes back as it was written, several blocks in a file, whatever stands around them", () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 300, size: "max" }), { maxLength: 5 }),
        fc.boolean(),
        (contents, windows) => {
          const text = contents.map((bytes) => `# a comment\n${encodePem("CERTIFICATE", bytes)}\n`).join("");
          const blocks = parsePem(windows ? text.replaceAll("\n", "\r\n") : text);
          expect(blocks.map((block) => [...block.bytes])).toEqual(contents.map((bytes) => [...bytes]));
        },
      ),
    );
  });

  it("refuses blocks without an end, wrong ends, text that is not base64, and encrypted keys", () => {
    expect(() => parsePem("-----BEGIN CERTIFICATE-----\nAAAA\n")).toThrow("has no end");
    expect(() => parsePem("-----BEGIN A-----\nAAAA\n-----BEGIN B-----\n")).toThrow("has no end");
    expect(() => parsePem("-----BEGIN A-----\nAAAA\n-----END B-----\n")).toThrow("began with another label");
    expect(() => parsePem("-----BEGIN A-----\nA!AA\n-----END A-----\n")).toThrow("not base64");
    for (const half of ["A", "AAA", "AA=A", "A===", "AAAA="])
      expect(() => parsePem(`-----BEGIN A-----\n${half}\n-----END A-----\n`), half).toThrow("not base64");
    expect(() =>
      parsePem("-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n-----END RSA PRIVATE KEY-----"),
    ).toThrow("encrypted");
    expect(() => splitCertificates("nothing here")).toThrow("no certificate");
  });

  it("ends in a typed error for any garbage, and quickly", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300, size: "max" }), (garbage) => {
        const block = `-----BEGIN CERTIFICATE-----\n${Buffer.from(garbage).toString("base64")}\n-----END CERTIFICATE-----\n`;
        for (const read of [inspectCertificate, parsePrivateKey, parsePublicKeys]) {
          for (const text of [garbage, block]) {
            try {
              read(text);
            } catch (error) {
              expect(isClientError(error, "InvalidArgument")).toBe(true);
            }
          }
        }
      }),
    );
    expect(() => parsePem(`-----BEGIN CERTIFICATE-----\n${"-----BEGIN".repeat(100_000)}`)).toThrow();
  });
});

describe("keys", () => {
  it("are read from SEC 1, PKCS#1 and PKCS#8, the first private key of a file wins (B494)", async () => {
    const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    const variants = [
      [ec, encodePrivateKey(ec), "-----BEGIN EC PRIVATE KEY-----"],
      [ec, ec.export({ format: "pem", type: "pkcs8" }).toString(), "-----BEGIN PRIVATE KEY-----"],
      [rsa, encodePrivateKey(rsa), "-----BEGIN RSA PRIVATE KEY-----"],
      [rsa, rsa.export({ format: "pem", type: "pkcs8" }).toString(), "-----BEGIN PRIVATE KEY-----"],
    ] as const;
    const parameters = encodePem("EC PARAMETERS", Buffer.from("06082a8648ce3d030107", "hex"));
    const { cert } = newCertificateAuthority({ commonName: "ca" });
    for (const [key, pem, first] of variants) {
      expect(pem.startsWith(first)).toBe(true);
      expect(parsePrivateKey(pem).equals(key)).toBe(true);
      expect(parsePrivateKey(`${parameters}${cert}${pem}`).equals(key)).toBe(true);
    }
    expect(() => parsePrivateKey(cert)).toThrow("no private key");
    expect(() => parsePrivateKey(encodePem("ENCRYPTED PRIVATE KEY", Buffer.from([1])))).toThrow("encrypted");
  });

  it("are read as public keys from public keys, certificates and private keys, all in a file (B494)", () => {
    const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const ca = newCertificateAuthority({ commonName: "ca" });
    const text = [
      encodePublicKey(ec),
      rsa.publicKey.export({ format: "pem", type: "pkcs1" }).toString(),
      encodePrivateKey(rsa.privateKey),
      ca.cert,
    ].join("");
    const keys = parsePublicKeys(text);
    const expected = [createPublicKey(ec), rsa.publicKey, rsa.publicKey, createPublicKey(ca.key)];
    expect(keys.map((key, i) => key.equals(expected[i] as typeof key))).toEqual([true, true, true, true]);
    expect(() => parsePublicKeys("")).toThrow("no public key");
  });

  it("are P-256 by default and refuse weak RSA (B494)", async () => {
    expect(parsePrivateKey(await newPrivateKey()).asymmetricKeyDetails?.namedCurve).toBe("prime256v1");
    expect(parsePrivateKey(await newPrivateKey({ curve: "P-521" })).asymmetricKeyDetails?.namedCurve).toBe("secp521r1");
    await expect(newPrivateKey({ type: "rsa", bits: 1024 })).rejects.toThrow("2048 to 16384");
  });

  it("never stand in an error message", () => {
    const key = encodePrivateKey(generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey);
    const [first = "", body = "", ...rest] = key.split("\n");
    let said = "";
    try {
      parsePrivateKey([first, body.slice(0, 40), ...rest].join("\n"));
    } catch (error) {
      said = String((error as Error).stack);
    }
    expect(said).toContain("has no readable key");
    expect(said).not.toContain(body.slice(20, 40));
  });
});

describe("IP addresses", () => {
  it("survive the way to bytes and back", () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        const bytes = ipToBytes(address);
        expect(ipToBytes(bytesToIp(bytes))).toEqual(bytes);
      }),
    );
    expect(bytesToIp(ipToBytes("2001:0db8:0:0:1:0:0:1"))).toBe("2001:db8::1:0:0:1");
  });

  it.each([
    ["::", "::"],
    ["0:0:0:0:0:0:0:1", "::1"],
    ["1:0:0:0:0:0:0:0", "1::"],
    // One group of zeros is not shortened, and of several runs the longest is.
    ["1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7"],
    ["1:0:0:2:0:0:0:3", "1:0:0:2::3"],
    ["2001:DB8::FF00:42:8329", "2001:db8::ff00:42:8329"],
    ["::ffff:10.0.0.1", "::ffff:a00:1"],
    ["10.0.0.1", "10.0.0.1"],
    ["web.shop.svc", "web.shop.svc"],
  ])("are written in the usual form: %s as %s", (address, text) => {
    expect(formatIp(address)).toBe(text);
  });
});

import { describe, expect, it } from "vitest";
import { issueCertificate, newCertificateAuthority } from "../certs/index.ts";
import { connect, newClient } from "../client/index.ts";
import { ConfigError, newSecretValue } from "../errors/index.ts";
import { FakeClock } from "../util/index.ts";
import { newCertificateManager } from "./certificate-manager.ts";
import { memoryStore } from "./certificate-store.ts";

const ca = newCertificateAuthority({ commonName: "ca" });
const { cert, key } = issueCertificate(ca, { commonName: "shop" });
const host = "https://127.0.0.1:1";

describe("the option clientCertificate of a client", () => {
  const manager = () =>
    newCertificateManager(undefined, {
      signerName: "example.com/shop",
      template: { commonName: "shop" },
      bootstrap: { cert, key },
      store: memoryStore(),
      clock: new FakeClock(Date.now()),
    });

  it("excludes another certificate and a transport of its own", async () => {
    const { clientCertificate } = await manager();
    const tls = { cert, key: newSecretValue(key) };
    expect(() => newClient({ host, tls, clientCertificate })).toThrow(/exclude each other: remove one of them/);
    const transport = () => Promise.reject(new Error("never called"));
    expect(() => newClient({ host, transport, clientCertificate })).toThrow(/leave out clientCertificate/);
  });

  it("is refused in a configuration that is not trusted", async () => {
    const { clientCertificate } = await manager();
    const failed = connect({ kubeconfig: { host, clientCertificate }, trusted: false });
    await expect(failed).rejects.toThrow(ConfigError);
    await expect(failed).rejects.toThrow(/clientCertificate is not used/);
  });

  it("wins over an exec plugin, which then never runs", async () => {
    const { clientCertificate } = await manager();
    const exec = {
      apiVersion: "client.authentication.k8s.io/v1",
      command: "/no/such/command",
      interactiveMode: "Never",
    } as const;
    const client = newClient({ host, exec, clientCertificate });
    await expect(client.rest.get().absPath("/version").do()).rejects.toMatchObject({ kind: "Transport" });
    await client.close();
  });

  it("shows no key when the configuration is printed", async () => {
    const { clientCertificate } = await manager();
    const { inspect } = await import("node:util");
    const secret = key.split("\n")[1] as string;
    expect(
      inspect({ host, clientCertificate, current: await clientCertificate.current() }, { depth: 9 }),
    ).not.toContain(secret);
  });
});

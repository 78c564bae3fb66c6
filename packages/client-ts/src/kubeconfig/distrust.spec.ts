import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readKubeconfig } from "./build-config.ts";
import { loadKubeconfig } from "./load.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "client-ts-distrust-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function kubeconfig(user: object, cluster: object = {}): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "c", cluster: { server: "https://127.0.0.1:1", ...cluster } }],
    users: [{ name: "u", user }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
    "current-context": "x",
  });
}

describe("a kubeconfig that is not trusted", () => {
  it("lets no plugin run (SEC-3)", async () => {
    const text = kubeconfig({ exec: { apiVersion: "client.authentication.k8s.io/v1", command: "touch", interactiveMode: "Never" } });
    const config = await (await readKubeconfig(text, { trusted: false })).restConfig();
    expect(config.execPolicy).toEqual({ policy: "DenyAll" });
    expect((await (await readKubeconfig(text)).restConfig()).execPolicy).toBeUndefined();
  });

  it("may name files beside itself, and none elsewhere (SEC-3)", async () => {
    mkdirSync(join(folder, "own"));
    writeFileSync(join(folder, "own/token"), "inside");
    writeFileSync(join(folder, "secret"), "outside");
    const path = join(folder, "own/config");
    const load = async (tokenFile: string): Promise<unknown> => {
      writeFileSync(path, kubeconfig({ tokenFile }));
      return (await loadKubeconfig({ path, trusted: false })).restConfig();
    };
    await expect(load("token")).resolves.toMatchObject({ bearerTokenFile: join(folder, "own/token") });
    for (const outside of ["../secret", join(folder, "secret"), join(folder, "own/../secret")]) {
      await expect(load(outside)).rejects.toThrow("the tokenFile names a file outside the kubeconfig's folder");
    }
    await expect(
      (await readKubeconfig(kubeconfig({ tokenFile: join(folder, "secret") }), { trusted: false })).restConfig(),
    ).rejects.toThrow("outside");
  });

  it("has its auth provider not asked (SEC-3)", async () => {
    const text = kubeconfig({ "auth-provider": { name: "oidc", config: { "client-id": "c", "idp-issuer-url": "https://127.0.0.1:1" } } });
    await expect((await readKubeconfig(text, { trusted: false })).restConfig()).rejects.toThrow("an auth-provider is not asked");
  });
});

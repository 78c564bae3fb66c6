import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RestConfig } from "../transport/index.ts";
import { loadKubeconfig } from "./load.ts";
import { nodeHost } from "./node/host.ts";

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
    const text = kubeconfig({
      exec: { apiVersion: "client.authentication.k8s.io/v1", command: "touch", interactiveMode: "Never" },
    });
    const config = (await loadKubeconfig({ text, trusted: false })).restConfig();
    expect(config.execPolicy).toEqual({ policy: "DenyAll" });
    expect((await loadKubeconfig({ text })).restConfig().execPolicy).toBeUndefined();
  });

  it("may name files in its own folder, and none elsewhere (SEC-3)", async () => {
    mkdirSync(join(folder, "own"));
    writeFileSync(join(folder, "own/token"), "inside");
    writeFileSync(join(folder, "secret"), "outside");
    const path = join(folder, "own/config");
    const load = async (tokenFile: string): Promise<unknown> => {
      writeFileSync(path, kubeconfig({ tokenFile }));
      return (await loadKubeconfig({ path, trusted: false })).restConfig();
    };
    const inside = (await load("token")) as RestConfig;
    // The text and not the path: the file cannot be replaced later.
    expect([inside.bearerToken?.reveal(), inside.bearerTokenFile]).toEqual(["inside", undefined]);
    for (const outside of ["../secret", join(folder, "secret"), join(folder, "own/../secret")]) {
      await expect(load(outside)).rejects.toThrow("the tokenFile names a file outside the kubeconfig's folder");
    }
    const text = kubeconfig({ tokenFile: join(folder, "secret") });
    const loaded = await loadKubeconfig({ text, trusted: false });
    expect(() => loaded.restConfig()).toThrow("outside");
  });

  it("has its files read once: their content is used, not their paths (SEC-3)", async () => {
    mkdirSync(join(folder, "own"));
    for (const file of ["ca", "cert", "key"]) writeFileSync(join(folder, "own", file), `${file} bytes`);
    const path = join(folder, "own/config");
    const user = { "client-certificate": "cert", "client-key": "key" };
    writeFileSync(path, kubeconfig(user, { "certificate-authority": "ca" }));
    const { tls } = (await loadKubeconfig({ path, trusted: false })).restConfig();
    expect({ ...tls, key: tls?.key?.reveal() }).toEqual({ ca: "ca bytes", cert: "cert bytes", key: "key bytes" });
    writeFileSync(path, kubeconfig({}, { "certificate-authority": "ca", "certificate-authority-data": "Y2E=" }));
    const both = await loadKubeconfig({ path, trusted: false });
    expect(() => both.restConfig()).toThrow("certificate-authority and certificate-authority-data exclude each other");
    writeFileSync(join(folder, "own/empty"), "\n");
    writeFileSync(path, kubeconfig({ tokenFile: "empty" }));
    const empty = await loadKubeconfig({ path, trusted: false });
    expect(() => empty.restConfig()).toThrow("the tokenFile is empty");
  });

  it("leaves alone what the program itself says in the overrides (SEC-3)", async () => {
    const own = join(folder, "own-token");
    writeFileSync(own, "the program's\n");
    const loaded = await loadKubeconfig({ text: kubeconfig({ token: "theirs" }), trusted: false });
    const config = loaded.with({ userInfo: { token: "mine" } }).restConfig();
    expect(config.bearerToken?.reveal()).toBe("mine");
    const file = await loadKubeconfig({ text: kubeconfig({}), trusted: false, userInfo: { tokenFile: own } });
    expect(file.restConfig().bearerTokenFile).toBe(own);
  });

  it("stays not trusted in everything that is derived from it (SEC-3)", async () => {
    writeFileSync(join(folder, "config"), kubeconfig({ token: "t" }));
    const loaded = await loadKubeconfig({ path: join(folder, "config"), trusted: false });
    const derived = [
      loaded.with({ namespace: "shop" }),
      loaded.minify(),
      loaded.shorten(),
      loaded.redact(),
      await loaded.flatten(),
      await loaded.modify(() => {}),
      (await loadKubeconfig({ path: join(folder, "config") })).distrust().with({}),
    ];
    for (const one of derived) {
      expect(one.isTrusted).toBe(false);
      expect(one.restConfig().execPolicy).toEqual({ policy: "DenyAll" });
    }
  });

  it("is not changed once its file is a link out of its folder, nor is what that leads to (SEC-3)", async () => {
    const [given, outside] = [join(folder, "given"), join(folder, "mine")];
    mkdirSync(given);
    writeFileSync(join(given, "config"), kubeconfig({ token: "theirs" }));
    writeFileSync(outside, kubeconfig({ token: "mine" }));
    const loaded = await loadKubeconfig({ path: join(given, "config"), trusted: false });
    rmSync(join(given, "config"));
    symlinkSync(outside, join(given, "config"));
    const change = vi.fn();
    await expect(loaded.modify(change)).rejects.toThrow("config");
    expect(change).not.toHaveBeenCalled();
    expect(readFileSync(outside, "utf8")).toBe(kubeconfig({ token: "mine" }));
  });

  it("is what anything but true makes of it, and asks its user for no password (SEC-3)", async () => {
    for (const trusted of [false, null, 0, "", "true", "false"]) {
      let asked = 0;
      const prompt = async (): Promise<never> => {
        asked++;
        throw new Error("asked");
      };
      const loaded = await loadKubeconfig({ text: kubeconfig({}), trusted: trusted as boolean, prompt });
      expect([loaded.isTrusted, asked]).toEqual([false, 0]);
    }
  });

  it("has its auth provider not asked (SEC-3)", async () => {
    const text = kubeconfig({
      "auth-provider": { name: "oidc", config: { "client-id": "c", "idp-issuer-url": "https://127.0.0.1:1" } },
    });
    const loaded = await loadKubeconfig({ text, trusted: false });
    expect(() => loaded.restConfig()).toThrow("an auth-provider is not used");
  });

  it("is neither flattened nor validated with files of others (SEC-3)", async () => {
    writeFileSync(join(folder, "secret"), "outside");
    mkdirSync(join(folder, "own"));
    symlinkSync("../secret", join(folder, "own/link"));
    const path = join(folder, "own/config");
    for (const file of [join(folder, "secret"), "../secret", "link"]) {
      for (const text of [
        kubeconfig({ "client-certificate": file, "client-key": file }),
        kubeconfig({}, { "certificate-authority": file }),
      ]) {
        writeFileSync(path, text);
        for (const source of [{ path }, { text }]) {
          const loaded = await loadKubeconfig({ ...source, trusted: false });
          await expect(loaded.flatten()).rejects.toMatchObject({ kind: "Config" });
          await expect(loaded.validate()).rejects.toMatchObject({ kind: "Config" });
          await expect((await loadKubeconfig(source)).distrust().flatten()).rejects.toMatchObject({ kind: "Config" });
        }
      }
    }
    writeFileSync(join(folder, "own/ca"), "inside");
    writeFileSync(path, kubeconfig({}, { "certificate-authority": "ca" }));
    const flat = await (await loadKubeconfig({ path, trusted: false })).flatten();
    expect(flat.exportRaw().clusters?.[0]?.cluster["certificate-authority-data"]).toBe(
      Buffer.from("inside").toString("base64"),
    );
  });

  it("gets the same error for a file that exists elsewhere and for one that does not (SEC-3)", async () => {
    writeFileSync(join(folder, "secret"), "outside");
    mkdirSync(join(folder, "own"));
    symlinkSync("../secret", join(folder, "own/good"));
    symlinkSync("../absent", join(folder, "own/dangling"));
    const path = join(folder, "own/config");
    const messages = new Set<string>();
    for (const tokenFile of ["../secret", "../absent", "good", "dangling", "missing"]) {
      writeFileSync(path, kubeconfig({ tokenFile }));
      const loaded = await loadKubeconfig({ path, trusted: false });
      try {
        loaded.restConfig();
      } catch (error) {
        messages.add(String(error));
      }
    }
    expect(messages.size).toBe(1);
  });
});

describe("reading a file that an untrusted kubeconfig names", () => {
  const read = (path: string): string =>
    Buffer.from(nodeHost.readFileInside(path, join(folder, "own"), { maxBytes: 1_000 })).toString("utf8");

  beforeEach(() => {
    mkdirSync(join(folder, "own/deep"), { recursive: true });
    mkdirSync(join(folder, "own-too"));
    writeFileSync(join(folder, "own/deep/file"), "inside");
    writeFileSync(join(folder, "secret"), "outside");
    writeFileSync(join(folder, "own-too/file"), "outside");
  });

  it("gives plain files inside the folder, through links that stay inside", async () => {
    symlinkSync("deep", join(folder, "own/link"));
    symlinkSync("own", join(folder, "way"));
    expect(read(join(folder, "own/deep/file"))).toBe("inside");
    expect(read(join(folder, "own/link/file"))).toBe("inside");
    expect(read(join(folder, "way/link/file"))).toBe("inside");
  });

  it("refuses links that lead out, folders, devices, pipes, second names and what is too large (SEC-3)", async () => {
    symlinkSync("../secret", join(folder, "own/link"));
    symlinkSync("..", join(folder, "own/up"));
    symlinkSync("/dev/zero", join(folder, "own/zero"));
    linkSync(join(folder, "secret"), join(folder, "own/second-name"));
    execFileSync("mkfifo", [join(folder, "own/pipe")]);
    writeFileSync(join(folder, "own/large"), "x".repeat(1_001));
    for (const path of [
      "own/link",
      "own/up/secret",
      "own/zero",
      "own/second-name",
      "own/pipe",
      "own/large",
      "own/deep",
      "own",
      "secret",
    ])
      expect(() => read(join(folder, path)), path).toThrow();
    expect(() => read(join(folder, "own-too/file")), "a name that begins alike").toThrow();
  });

  it("gives nothing from outside while a folder on the way becomes a link and a folder again (SEC-3)", async () => {
    mkdirSync(join(folder, "away"));
    writeFileSync(join(folder, "away/file"), "outside");
    mkdirSync(join(folder, "own/way"));
    writeFileSync(join(folder, "own/way/file"), "inside");
    symlinkSync("../away", join(folder, "own/link"));
    // Another thread, because the moment between two system calls is short.
    const swapping = new Worker(
      `const { renameSync } = require("node:fs");
       const own = require("node:worker_threads").workerData;
       for (;;) {
         renameSync(own + "/way", own + "/real"); renameSync(own + "/link", own + "/way");
         renameSync(own + "/way", own + "/link"); renameSync(own + "/real", own + "/way");
       }`,
      { eval: true, workerData: join(folder, "own") },
    );
    const seen = new Set<string>();
    await once(swapping, "online");
    for (let i = 0; i < 5_000; i++) {
      try {
        seen.add(read(join(folder, "own/way/file")));
      } catch {
        seen.add("refused");
      }
    }
    await swapping.terminate();
    expect([...seen].filter((text) => text !== "inside" && text !== "refused")).toEqual([]);
    expect(seen).toContain("refused");
  });
});

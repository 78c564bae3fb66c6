import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadingRules, loadKubeconfig, parseKubeconfig } from "./index.ts";
import { resolveLocalPaths } from "./paths.ts";
import { MemoryHost } from "./test-support/memory-host.ts";

const cluster = (name: string, server = `https://${name}`): string =>
  `clusters: [{ name: ${name}, cluster: { server: "${server}" } }]\n`;
const current = (name: string): string => `current-context: ${name}\n`;

describe("loadKubeconfig", () => {
  it("fails when the named file does not exist (B255, F-J1)", async () => {
    const host = new MemoryHost({}, { KUBECONFIG: "/b" });
    host.put("/b", cluster("b"));
    await expect(loadKubeconfig({ host, path: "/a" })).rejects.toMatchObject({
      kind: "Config",
      reasons: ["unreadable"],
      message: 'kubeconfig "/a" does not exist',
    });
  });

  it("leaves out files that do not exist (B256)", async () => {
    const host = new MemoryHost({ "/b": cluster("b") }, { KUBECONFIG: "/a:/b:/c" });
    expect([...(await loadKubeconfig({ host })).entries().clusters.keys()]).toEqual(["b"]);
  });

  it("warns only when KUBECONFIG names files and none exists, and names them (B257)", async () => {
    const warnings: string[] = [];
    const onMissingFiles = (message: string): void => void warnings.push(message);
    await loadKubeconfig({ host: new MemoryHost({ "/b": "" }, { KUBECONFIG: "/a:/b" }), onMissingFiles });
    await loadKubeconfig({ host: new MemoryHost({}, { HOME: "/home/me" }), onMissingFiles });
    expect(warnings).toEqual([]);
    await loadKubeconfig({ host: new MemoryHost({}, { KUBECONFIG: "/a:/c" }), onMissingFiles });
    expect(warnings).toEqual(["no kubeconfig was found at /a, /c"]);
  });

  it("names the files that were looked for and do not exist when nothing is configured (F-J1)", async () => {
    const two = await loadKubeconfig({ host: new MemoryHost({}, { KUBECONFIG: "/a:/c" }) });
    const advice = "set KUBECONFIG or KUBERNETES_MASTER, or name a server";
    const message = `no configuration has been provided: "/a", "/c" do not exist; ${advice}`;
    expect(() => two.restConfig()).toThrow(message);
    await expect(two.validate()).rejects.toThrow(message);
    const home = await loadKubeconfig({ host: new MemoryHost({}, { HOME: "/home/me" }) });
    expect(() => home.restConfig()).toThrow('provided: "/home/me/.kube/config" does not exist; set KUBECONFIG');
    const empty = await loadKubeconfig({ host: new MemoryHost({ "/b": "" }, { KUBECONFIG: "/b" }) });
    expect(() => empty.restConfig()).toThrow(`provided: ${advice}`);
  });

  it("names each file that is broken, unreadable or a folder, all in one error (B258, F-J1)", async () => {
    const host = new MemoryHost(
      { "/broken": "clusters: [", "/secret": "", "/good": cluster("g"), "/latin": "" },
      { KUBECONFIG: "/broken:/dir:/secret:/good:/latin" },
    );
    host.folders.add("/dir");
    host.failures.set("/secret", "EACCES");
    host.put("/latin", Uint8Array.of(0x61, 0x3a, 0x20, 0xff, 0xfe));
    const error = await loadKubeconfig({ host }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: "Config", reasons: ["syntax", "unreadable"] });
    const { problems } = error as { problems: string[] };
    expect(problems).toHaveLength(4);
    expect(problems[0]).toMatch(/^kubeconfig "\/broken" is not YAML: [a-z ,]+ \([A-Z_]+, line 1\)$/);
    expect(problems.slice(1)).toEqual([
      'kubeconfig "/dir" is a folder',
      'kubeconfig "/secret" cannot be read (EACCES)',
      'kubeconfig "/latin" is not UTF-8 text',
    ]);
  });

  it("takes the current context of the named file and of no other (B259)", async () => {
    const host = new MemoryHost({ "/a": current("a"), "/b": current("b") }, { KUBECONFIG: "/b" });
    expect((await loadKubeconfig({ host, path: "/a" })).currentContext).toBe("a");
  });

  it("has maps, never null, for a file that says nothing (B261)", async () => {
    const data = (await loadKubeconfig({ host: new MemoryHost({ "/a": "" }), path: "/a" })).entries();
    expect([data.clusters.size, data.users.size, data.contexts.size, data.extensions.size]).toEqual([0, 0, 0, 0]);
  });

  it.each([
    ["clusters", "clusters: [{ name: a }, { name: a }]"],
    ["users", "users: [{ name: a }, { name: a }]"],
    ["contexts", "contexts: [{ name: a }, { name: a }]"],
    ["extensions", "extensions: [{ name: a, extension: 1 }, { name: a, extension: 2 }]"],
  ])("refuses a name that stands twice in %s of one file, and says where (B262)", async (field, text) => {
    await expect(parseKubeconfig(text, { origin: "/k" })).rejects.toThrow(
      `kubeconfig "/k" has the name "a" twice in ${field}`,
    );
  });

  it("resolves relative paths against their own file; an exec command only with a separator (B264, F-J7)", async () => {
    const entry = (name: string, command: string): string =>
      `${cluster(name).replace("} }]", ', certificate-authority: "ca.crt" } }]')}users: [{ name: ${name}, user: { client-certificate: c.crt, client-key: "/abs/k.key", exec: { command: ${command}, apiVersion: client.authentication.k8s.io/v1beta1 } } }]\ncontexts: [{ name: ${name}, context: { cluster: ${name}, user: ${name} } }]\n`;
    const host = new MemoryHost(
      { "/x/a": entry("a", "./bin/p"), "/work/y/b": entry("b", "plainname"), "/abs/k.key": "k" },
      { KUBECONFIG: "/x/a:y/b" },
    );
    for (const file of ["/x/ca.crt", "/x/c.crt", "/work/y/ca.crt", "/work/y/c.crt"]) host.put(file, "pem");
    const kubeconfig = await loadKubeconfig({ host });
    expect(kubeconfig.with({ context: "a" }).restConfig()).toMatchObject({
      tls: { caFile: "/x/ca.crt", certFile: "/x/c.crt", keyFile: "/abs/k.key" },
      exec: { command: "/x/bin/p" },
    });
    expect(kubeconfig.with({ context: "b" }).restConfig()).toMatchObject({
      tls: { caFile: "/work/y/ca.crt", certFile: "/work/y/c.crt" },
      exec: { command: "plainname" },
    });
    expect(
      kubeconfig.exportRaw().clusters?.[0]?.cluster["certificate-authority"],
      "the view keeps what the file says",
    ).toBe("ca.crt");
  });

  it("copies kubectl's former file once, never executable, and touches no existing one (B265)", async () => {
    const host = new MemoryHost({}, { HOME: "/home/me" });
    await loadKubeconfig({ host });
    expect(host.writes).toEqual([]);
    host.put("/home/me/.kube/.kubeconfig", cluster("old"), 0o755);
    expect([...(await loadKubeconfig({ host })).entries().clusters.keys()]).toEqual(["old"]);
    expect(host.files.get("/home/me/.kube/config")?.mode).toBe(0o644);
    host.put("/home/me/.kube/.kubeconfig", cluster("newer"));
    expect([...(await loadKubeconfig({ host })).entries().clusters.keys()]).toEqual(["old"]);
    expect(host.writes).toEqual(["/home/me/.kube/config"]);
  });

  it("goes on without a former file that it may not read, and names a broken one (B265)", async () => {
    const old = "/home/me/.kube/.kubeconfig";
    for (const [code, fails] of [
      ["EACCES", false],
      ["EPERM", false],
      ["EIO", true],
    ] as const) {
      const host = new MemoryHost({ [old]: cluster("old") }, { HOME: "/home/me" });
      host.failures.set(old, code);
      const loaded = loadKubeconfig({ host });
      if (fails) await expect(loaded).rejects.toThrow(`cannot copy "${old}" (EIO)`);
      else expect((await loaded).entries().clusters.size).toBe(0);
      expect(host.writes).toEqual([]);
    }
    const folder = new MemoryHost({}, { HOME: "/home/me" });
    folder.folders.add(old);
    await expect(loadKubeconfig({ host: folder })).rejects.toThrow("it is a folder");
  });

  it("copies no former file when KUBECONFIG or a path says which files count (B265)", async () => {
    const host = new MemoryHost(
      { "/home/me/.kube/.kubeconfig": cluster("old"), "/k": cluster("k") },
      { HOME: "/home/me" },
    );
    await loadKubeconfig({ host, path: "/k" });
    await loadKubeconfig({ host, env: { HOME: "/home/me", KUBECONFIG: "/k" } });
    expect(host.writes).toEqual([]);
  });

  it("merges nothing into a named file (B267)", async () => {
    const host = new MemoryHost(
      { "/a": cluster("a"), "/b": cluster("b"), "/home/me/.kube/config": cluster("c") },
      { KUBECONFIG: "/b", HOME: "/home/me" },
    );
    expect([...(await loadKubeconfig({ host, path: "/a" })).entries().clusters.keys()]).toEqual(["a"]);
  });

  it("takes an entry whole from the first file that has it (B268, F-J7)", async () => {
    const host = new MemoryHost(
      {
        "/a": "users: [{ name: u, user: { token: first } }]",
        "/b": "users: [{ name: u, user: { token: second, username: x } }]",
      },
      { KUBECONFIG: "/a:/b" },
    );
    expect((await loadKubeconfig({ host })).entries().users.get("u")).toEqual({
      value: { token: "first" },
      origin: "/a",
    });
  });

  it("gives the union of four files (B269)", async () => {
    const host = new MemoryHost(
      { "/1": cluster("a"), "/2": cluster("b"), "/3": "users: [{ name: u }]", "/4": current("x") },
      { KUBECONFIG: "/1:/2:/3:/4" },
    );
    const data = (await loadKubeconfig({ host })).entries();
    expect([[...data.clusters.keys()].sort(), [...data.users.keys()], data.currentContext]).toEqual([
      ["a", "b"],
      ["u"],
      "x",
    ]);
  });

  it("uses a repeated file once and keeps the order (B270)", () => {
    expect(loadingRules(new MemoryHost({}, { KUBECONFIG: "b:a:b:c:a" })).files).toEqual(["b", "a", "c"]);
  });

  it("looks at the named file, else at KUBECONFIG, else in the home folder (B271, F-J13)", () => {
    const env = { HOME: "/home/me", KUBECONFIG: "/a:/b" };
    expect(loadingRules(new MemoryHost({}, env), "/x")).toMatchObject({ files: ["/x"], explicit: true });
    expect(loadingRules(new MemoryHost({}, env)).files).toEqual(["/a", "/b"]);
    expect(loadingRules(new MemoryHost({}, { HOME: "/home/me", KUBECONFIG: "/a" })).files).toEqual(["/a"]);
    expect(loadingRules(new MemoryHost({}, { HOME: "/home/me", KUBECONFIG: "" })).files).toEqual([
      "/home/me/.kube/config",
    ]);
    expect(loadingRules(new MemoryHost({}, {})).files, "no home, no file").toEqual([]);
    expect(loadingRules({ platform: "win32", env: { USERPROFILE: "C:\\Users\\me" } }).files).toEqual([
      "C:\\Users\\me\\.kube\\config",
    ]);
    expect(loadingRules({ platform: "win32", env: { KUBECONFIG: "C:\\a;C:\\b" } }).files).toEqual(["C:\\a", "C:\\b"]);
  });

  it.each([
    ["win32", { HOME: "C:\\h", USERPROFILE: "C:\\u", HOMEDRIVE: "C:", HOMEPATH: "\\p" }, "C:\\h\\.kube\\config"],
    ["win32", { USERPROFILE: "C:\\u", HOMEDRIVE: "C:", HOMEPATH: "\\p" }, "C:\\u\\.kube\\config"],
    ["win32", { HOMEDRIVE: "C:", HOMEPATH: "\\p" }, "C:\\p\\.kube\\config"],
    ["win32", { HOMEDRIVE: "C:" }, undefined],
    ["linux", { USERPROFILE: "/u" }, undefined],
  ])("finds the home folder on %s with %j at %s (B271)", (platform, env, file) => {
    expect(loadingRules({ platform, env }).files).toEqual(file === undefined ? [] : [file]);
  });

  it("resolves paths as Windows writes them (B264)", async () => {
    const text =
      "clusters: [{ name: c, cluster: { server: s, certificate-authority: 'pki\\ca.crt' } }]\n" +
      "users: [{ name: u, user: { tokenFile: 'D:\\token', exec: { command: 'bin\\login' } } }, " +
      "{ name: v, user: { exec: { command: bin/login } } }]\n";
    const data = await parseKubeconfig(text, { origin: "C:\\k\\config" });
    const { clusters, users } = resolveLocalPaths(data, { platform: "win32", cwd: "C:\\work" });
    expect(clusters.get("c")?.value["certificate-authority"]).toBe("C:\\k\\pki\\ca.crt");
    expect(users.get("u")?.value).toMatchObject({ tokenFile: "D:\\token", exec: { command: "C:\\k\\bin\\login" } });
    expect(users.get("v")?.value.exec?.command).toBe("bin/login");
  });

  it("reads an auth provider without a config (B272)", async () => {
    const data = await parseKubeconfig("users: [{ name: u, user: { auth-provider: { name: oidc, config: } } }]");
    expect(data.users.get("u")?.value["auth-provider"]).toEqual({ name: "oidc", config: null });
  });

  it("has a default interactive mode for an old exec plugin and requires it of a new one (B295)", async () => {
    const exec = async (apiVersion: string): Promise<string | undefined> =>
      (
        await parseKubeconfig(`users: [{ name: u, user: { exec: { command: p, apiVersion: "${apiVersion}" } } }]`)
      ).users.get("u")?.value.exec?.interactiveMode;
    expect(await exec("client.authentication.k8s.io/v1beta1")).toBe("IfAvailable");
    expect(await exec("client.authentication.k8s.io/v1")).toBeUndefined();
  });

  it("follows a symbolic link to a file (F-J7)", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kubeconfig-"));
    try {
      await writeFile(join(folder, "real"), cluster("linked"));
      await symlink("real", join(folder, "link"));
      const data = (await loadKubeconfig({ path: join(folder, "link"), env: {} })).entries();
      expect([...data.clusters.keys()]).toEqual(["linked"]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

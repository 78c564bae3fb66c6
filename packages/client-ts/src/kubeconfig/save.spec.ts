import { lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FakeClock } from "../util/index.ts";
import { loadKubeconfig, nodeHost, parseKubeconfig } from "./index.ts";
import { withFileLocks } from "./lock.ts";
import { relativizePaths } from "./paths.ts";
import { MemoryHost } from "./test-support/memory-host.ts";

const a =
  "clusters: [{ name: red, cluster: { server: https://red } }]\nusers: [{ name: red, user: { token: t } }]\ncurrent-context: red\n";
const b =
  "clusters: [{ name: blue, cluster: { server: https://blue } }]\ncontexts: [{ name: blue, context: { cluster: blue, user: red } }]\n";

describe("writing a kubeconfig back", () => {
  it("writes new entries to the first file of KUBECONFIG that exists, else to the last one (B266)", async () => {
    const written = async (files: Record<string, string>): Promise<string[]> => {
      const host = new MemoryHost(files, { KUBECONFIG: "/a:/b:/c" });
      await (await loadKubeconfig({ host })).modify((draft) => draft.clusters.set("new", { server: "https://new" }));
      return host.writes;
    };
    expect([await written({}), await written({ "/b": "", "/c": "" })]).toEqual([["/c"], ["/b"]]);
  });

  it("writes each entry to the file it came from, and touches no other (B278)", async () => {
    const host = new MemoryHost({ "/a": a, "/b": b }, { KUBECONFIG: "/a:/b" });
    const kubeconfig = await loadKubeconfig({ host });
    const after = await kubeconfig.modify((draft) => {
      draft.clusters.get("blue")!.server = "https://navy";
    });
    expect(host.writes).toEqual(["/b"]);
    expect(host.text("/a")).toBe(a);
    expect((await parseKubeconfig(host.text("/b")!)).clusters.get("blue")?.value.server).toBe("https://navy");
    expect(after.entries().clusters.get("blue")?.value.server).toBe("https://navy");
    expect(kubeconfig.entries().clusters.get("blue")?.value.server, "the loaded one is as before").toBe("https://blue");
  });

  it("writes nothing when nothing changed, and leaves no lock (B266)", async () => {
    const host = new MemoryHost({ "/a": a }, { KUBECONFIG: "/a" });
    await (await loadKubeconfig({ host })).modify(() => {});
    expect([host.writes, [...host.files.keys()]]).toEqual([[], ["/a"]]);
  });

  it("puts new entries and the current context into the first listed file (B288)", async () => {
    const host = new MemoryHost({ "/a": b, "/b": a }, { KUBECONFIG: "/a:/b" });
    await (await loadKubeconfig({ host })).modify((draft) => {
      draft.currentContext = "blue";
      draft.users.set("new", { token: "n" });
    });
    expect(host.writes).toEqual(["/a"]);
    const written = await parseKubeconfig(host.text("/a")!);
    expect([written.currentContext, [...written.users.keys()], host.files.get("/a")?.mode]).toEqual([
      "blue",
      ["new"],
      0o600,
    ]);
    expect((await loadKubeconfig({ host })).currentContext).toBe("blue");
  });

  it("clears the current context where it is set, and removes entries from their own file (B288)", async () => {
    const host = new MemoryHost({ "/a": b, "/b": a }, { KUBECONFIG: "/a:/b" });
    const after = await (await loadKubeconfig({ host })).modify((draft) => {
      draft.currentContext = "";
      draft.clusters.delete("red");
      draft.contexts.delete("blue");
    });
    expect([...host.writes].sort()).toEqual(["/a", "/b"]);
    expect([after.currentContext, [...after.entries().clusters.keys()], after.entries().contexts.size]).toEqual([
      "",
      ["blue"],
      0,
    ]);
  });

  it("writes a changed context and preferences, and keeps everything else that the file says (B288)", async () => {
    const rest =
      "extensions: [{ name: tool, extension: { v: 1 } }]\n" +
      "users: [{ name: blue, user: { token: t } }, { name: other, user: { token: o } }]\n";
    const host = new MemoryHost({ "/a": `${b}${rest}current-context: blue\n` }, { KUBECONFIG: "/a" });
    await (await loadKubeconfig({ host })).modify((draft) => {
      draft.contexts.get("blue")!.namespace = "shop";
      draft.preferences = { colors: true };
    });
    const written = (await loadKubeconfig({ host })).exportRaw();
    expect(written).toEqual({
      kind: "Config",
      apiVersion: "v1",
      preferences: { colors: true },
      clusters: [{ name: "blue", cluster: { server: "https://blue" } }],
      users: [
        { name: "blue", user: { token: "t" } },
        { name: "other", user: { token: "o" } },
      ],
      contexts: [{ name: "blue", context: { cluster: "blue", user: "red", namespace: "shop" } }],
      "current-context": "blue",
      extensions: [{ name: "tool", extension: { v: 1 } }],
    });
  });

  it("starts from what the files say now, not from what was loaded (B266)", async () => {
    const host = new MemoryHost({ "/a": a }, { KUBECONFIG: "/a" });
    const kubeconfig = await loadKubeconfig({ host });
    host.put("/a", a.replace("token: t", "token: rotated"));
    const after = await kubeconfig.modify((draft) => {
      draft.clusters.get("red")!.server = "https://crimson";
    });
    expect(after.entries().users.get("red")?.value.token).toBe("rotated");
    expect((await parseKubeconfig(host.text("/a")!)).users.get("red")?.value.token).toBe("rotated");
  });

  it("writes nothing when the change throws, and leaves no lock (B266)", async () => {
    const host = new MemoryHost({ "/a": a }, { KUBECONFIG: "/a" });
    const broken = (await loadKubeconfig({ host })).modify((draft) => {
      draft.users.clear();
      throw new Error("mine");
    });
    await expect(broken).rejects.toThrow("mine");
    expect([host.text("/a"), [...host.files.keys()]]).toEqual([a, ["/a"]]);
  });

  it("makes the named file when it is not there, with names kept as text (B260)", async () => {
    const host = new MemoryHost({}, { HOME: "/home/me" });
    await (await loadKubeconfig({ host })).modify((draft) => {
      draft.users.set("0", { token: "433e40" });
    });
    expect(host.text("/home/me/.kube/config")).toContain('name: "0"');
    expect((await loadKubeconfig({ host })).entries().users.get("0")?.value.token).toBe("433e40");
  });

  it("makes paths inside the folder relative and leaves others absolute (B263)", async () => {
    const rules = { platform: "linux", cwd: "/cfg" };
    expect(
      relativizePaths({ server: "s", "certificate-authority": "/cfg/pki/ca" }, "/cfg", rules)["certificate-authority"],
    ).toBe("pki/ca");
    expect(
      relativizePaths({ server: "s", "certificate-authority": "/other/ca" }, "/cfg", rules)["certificate-authority"],
    ).toBe("/other/ca");
    expect(() => relativizePaths({ server: "s", "certificate-authority": "../ca" }, "/cfg", rules)).toThrow(
      'the path "../ca" leads out of "/cfg"',
    );
    const host = new MemoryHost({ "/cfg/a": a }, { KUBECONFIG: "/cfg/a" });
    const after = await (await loadKubeconfig({ host })).modify(
      (draft) => {
        draft.users.set("n", { "client-certificate": "/cfg/x/c.crt", "client-key": "/elsewhere/k" });
        draft.clusters.set("n", { server: "https://n", "certificate-authority": "/cfg/pki/ca" });
      },
      { relativizePaths: true },
    );
    expect(after.entries().clusters.get("n")?.value["certificate-authority"]).toBe("pki/ca");
    expect(after.entries().users.get("n")?.value).toEqual({
      "client-certificate": "x/c.crt",
      "client-key": "/elsewhere/k",
    });
  });

  it("keeps what an auth provider learned, and nothing that it forgot (B272)", async () => {
    const text = `${b}users: [{ name: red, user: { auth-provider: { name: oidc, config: { refresh-token: old, access-token: void } } } }]\ncurrent-context: blue\n`;
    const host = new MemoryHost({ "/a": text }, { KUBECONFIG: "/a" });
    const config = (await loadKubeconfig({ host })).restConfig();
    await config.authProviderPersister?.({ "refresh-token": "new", "id-token": "i" });
    expect((await loadKubeconfig({ host })).entries().users.get("red")?.value["auth-provider"]?.config).toEqual({
      "refresh-token": "new",
      "id-token": "i",
    });
  });
});

describe("a kubeconfig that came from no file", () => {
  it("cannot be written back, is trusted by default, and names its contexts", async () => {
    const text = JSON.stringify({ apiVersion: "v1", kind: "Config", contexts: [{ name: "a" }, { name: "b" }] });
    const kubeconfig = await loadKubeconfig({ text });
    expect([kubeconfig.isTrusted, kubeconfig.contextNames, kubeconfig.files.filter(Boolean)]).toEqual([
      true,
      ["a", "b"],
      [],
    ]);
    await expect(kubeconfig.modify(() => {})).rejects.toThrow("was not read from a file and cannot be written back");
    expect((await loadKubeconfig({ text, trusted: false })).isTrusted).toBe(false);
  });

  it("has no place to keep what an auth provider learned", async () => {
    const user = { "auth-provider": { name: "oidc", config: { "client-id": "me" } } };
    const object = {
      clusters: [{ name: "c", cluster: { server: "https://c" } }],
      users: [{ name: "u", user }],
      contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
      "current-context": "x",
    };
    const config = (await loadKubeconfig({ object, host: new MemoryHost() })).restConfig();
    expect([config.authProvider?.name, config.authProviderPersister]).toEqual(["oidc", undefined]);
  });
});

describe("the lock of a kubeconfig", () => {
  it("keeps a second writer out until the first is done (B266)", async () => {
    const host = new MemoryHost({ "/a": a }, { KUBECONFIG: "/a" });
    const kubeconfig = await loadKubeconfig({ host });
    await withFileLocks(["/a"], { host }, async () => {
      await expect(kubeconfig.modify(() => {}, { lockTimeoutMs: 0 })).rejects.toMatchObject({ reasons: ["locked"] });
    });
    await kubeconfig.modify(() => {}, { lockTimeoutMs: 0 });
  });

  it("waits for the other writer as long as the option says (B266)", async () => {
    const host = new MemoryHost({ "/a.lock": "1 testhost\n" });
    const clock = new FakeClock(0);
    let done = false;
    const waiting = withFileLocks(["/a"], { host, clock, timeoutMs: 1000 }, async () => {
      done = true;
    });
    await clock.advance(500);
    expect(done).toBe(false);
    await host.remove("/a.lock");
    await clock.advance(50);
    await waiting;
    expect([done, host.text("/a.lock")]).toEqual([true, undefined]);
    host.put("/a.lock", "1 testhost\n");
    const refused = expect(withFileLocks(["/a"], { host, clock, timeoutMs: 1000 }, async () => {})).rejects.toThrow(
      '"/a.lock" exists',
    );
    await clock.advance(1100);
    await refused;
    expect(host.text("/a.lock")).toBe("1 testhost\n");
  });

  it("takes away a lock whose process is gone, and an old one that does not say whose it is", async () => {
    const host = new MemoryHost({ "/a.lock": "4711 testhost\n" });
    const clock = new FakeClock(0);
    await withFileLocks(["/a"], { host, clock, timeoutMs: 0 }, async () => {});
    host.put("/a.lock", "");
    await expect(withFileLocks(["/a"], { host, clock, timeoutMs: 0 }, async () => {})).rejects.toThrow("exists");
    clock.jumpWall(61_000);
    await withFileLocks(["/a"], { host, clock, timeoutMs: 0 }, async () => {});
    expect(host.files.size).toBe(0);
  });

  it("says which process holds it, and is not taken from a process of another machine (B266)", async () => {
    const host = new MemoryHost();
    const clock = new FakeClock(0);
    await withFileLocks(["/a"], { host, clock }, async () => expect(host.text("/a.lock")).toBe("1 testhost\n"));
    host.put("/a.lock", "4711 otherhost\n");
    await expect(withFileLocks(["/a"], { host, clock, timeoutMs: 0 }, async () => {})).rejects.toThrow("exists");
    expect(host.text("/a.lock")).toBe("4711 otherhost\n");
    clock.jumpWall(60_001);
    await withFileLocks(["/a"], { host, clock, timeoutMs: 0 }, async () => {});
    expect(host.files.size).toBe(0);
  });

  it("is waited for ten seconds when nothing else is said, on the clock of the kubeconfig (B266)", async () => {
    const host = new MemoryHost({ "/a": a, "/a.lock": "1 testhost\n" }, { KUBECONFIG: "/a" });
    const clock = new FakeClock(0);
    let failed = false;
    const waiting = (await loadKubeconfig({ host, clock }))
      .modify(() => {})
      .catch((error: Error) => {
        failed = true;
        return error.message;
      });
    await clock.advance(9_900);
    expect(failed).toBe(false);
    await clock.advance(200);
    expect(await waiting).toContain('"/a.lock" exists');
  });

  it("that was left behind is not removed when another process has taken it meanwhile (B266)", async () => {
    const host = new MemoryHost({ "/a.lock": "4711 testhost\n" });
    const create = host.createExclusive.bind(host);
    // Between the look at the lock and its removal, the other process removes it and takes it.
    host.createExclusive = async (path, content) => {
      if (path === "/a.lock.removing") host.put("/a.lock", "1 testhost\n");
      return create(path, content);
    };
    await expect(
      withFileLocks(["/a"], { host, clock: new FakeClock(0), timeoutMs: 0 }, async () => {}),
    ).rejects.toThrow('"/a.lock" exists');
    expect(host.text("/a.lock")).toBe("1 testhost\n");
  });

  it("is removed also after a process crashed while it was removing it (B266)", async () => {
    const host = new MemoryHost({ "/a.lock": "4711 testhost\n", "/a.lock.removing": "4712 testhost\n" });
    const clock = new FakeClock(0);
    const done = withFileLocks(["/a"], { host, clock }, async () => "done");
    await clock.advance(50);
    expect([await done, host.files.size]).toEqual(["done", 0]);
  });

  it("of several files is taken by name, so that two processes never wait for each other in a circle", async () => {
    const host = new MemoryHost();
    const taken: string[] = [];
    const create = host.createExclusive.bind(host);
    host.createExclusive = async (path, content) => {
      taken.push(path);
      return create(path, content);
    };
    await withFileLocks(["/c", "/a", "", "/b", "/a"], { host }, async () => {});
    expect(taken).toEqual(["/a.lock", "/b.lock", "/c.lock"]);
  });

  it("is given back when the work fails, and none is kept when one of several is taken", async () => {
    const host = new MemoryHost({ "/b.lock": "1 testhost\n" });
    await expect(withFileLocks(["/c", "/b", "/a"], { host, timeoutMs: 0 }, async () => {})).rejects.toThrow("/b.lock");
    await expect(withFileLocks(["/a"], { host }, () => Promise.reject(new Error("inner")))).rejects.toThrow("inner");
    expect([...host.files.keys()]).toEqual(["/b.lock"]);
  });
});

describe("on a real file system", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "kubeconfig-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("replaces the file whole with mode 0600, through a link, and leaves nothing beside it (B266)", async () => {
    await writeFile(join(folder, "real"), a, { mode: 0o644 });
    await symlink("real", join(folder, "link"));
    const kubeconfig = await loadKubeconfig({ path: join(folder, "link"), env: {} });
    await kubeconfig.modify((draft) => {
      draft.users.get("red")!.token = "changed";
    });
    expect((await lstat(join(folder, "link"))).isSymbolicLink()).toBe(true);
    expect((await stat(join(folder, "real"))).mode & 0o777).toBe(0o600);
    expect((await parseKubeconfig(await readFile(join(folder, "real"), "utf8"))).users.get("red")?.value.token).toBe(
      "changed",
    );
    expect((await readdir(folder)).sort()).toEqual(["link", "real"]);
  });

  it("takes a stale lock away once, however many find it, and never a fresh one (B266)", async () => {
    const path = join(folder, "config");
    let inside = 0;
    let most = 0;
    for (let round = 0; round < 10; round++) {
      await writeFile(`${path}.lock`, `${2 ** 30} ${nodeHost.hostname}\n`);
      await Promise.all(
        Array.from({ length: 5 }, () =>
          withFileLocks([path], { host: nodeHost }, async () => {
            most = Math.max(most, ++inside);
            await new Promise((resolve) => setImmediate(resolve));
            inside--;
          }),
        ),
      );
    }
    expect([most, await readdir(folder)]).toEqual([1, []]);
  });

  it("loses no change of many writers at once (B266)", async () => {
    const path = join(folder, "deep", "config");
    const env = { KUBECONFIG: path };
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        await (await loadKubeconfig({ env })).modify((draft) => {
          draft.users.set(`u${index}`, { token: String(index) });
        });
      }),
    );
    expect((await loadKubeconfig({ env })).entries().users.size).toBe(20);
  });
});

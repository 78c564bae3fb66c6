import { open, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { decodeKubeconfig, encodeKubeconfig, Kubeconfig, loadKubeconfig, parseKubeconfig } from "./index.ts";
import { revealed } from "../errors/index.ts";
import { MemoryHost } from "./test-support/memory-host.ts";
import { thrownBy } from "./test-support/thrown-by.ts";
import { readYaml, resolvePlain, writeYaml } from "./yaml.ts";

// The parser is loaded once; its own time does not count below.
beforeAll(() => parseKubeconfig("{}"));

const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefgh"
  .split("")
  .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${"abcdefg"[index]}`).join(",")}]`)
  .join("\n")}\n`;

describe("hostile kubeconfigs", () => {
  it.each([
    ["an alias bomb", bomb],
    ["flow lists 20,000 deep", "[".repeat(20_000)],
    ["flow maps 20,000 deep", "{a: ".repeat(20_000)],
    ["block lists 20,000 deep", `${"- ".repeat(20_000)}a`],
    ["block maps 300 deep", Array.from({ length: 300 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
    ["more than 100 levels", `extensions: ${"[".repeat(101)}${"]".repeat(101)}`],
    ["a custom tag", "users: !!js/function 'x'"],
    ["a tag of a constructor", "users: !ruby/object:Gem::Installer x"],
    ["a key that stands twice", "users: []\nusers: []"],
    ["a merge key", "a: &a {x: 1}\nb: {<<: *a}"],
    ["more than 100 aliases", `a: &a x\nb: [${Array(101).fill("*a").join(",")}]`],
  ])("refuses %s within 50 ms (F-J2, SEC-13)", async (_, text) => {
    // Processor time, the best of five: a busy machine may stop us in between.
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 5; round++) {
      const start = process.cpuUsage();
      await expect(parseKubeconfig(text)).rejects.toMatchObject({ kind: "Config", reasons: ["syntax"] });
      const { user, system } = process.cpuUsage(start);
      best = Math.min(best, (user + system) / 1_000);
    }
    expect(best).toBeLessThan(50);
  });

  it("takes what is just within the limits (SEC-13)", async () => {
    const nested = `${"[".repeat(96)}${"]".repeat(96)}`;
    const data = await parseKubeconfig(
      `extensions: [{ name: nested, extension: ${nested} }, { name: a, extension: [&a x, ${Array(99).fill("*a").join(", ")}] }]`,
    );
    expect(data.extensions.size).toBe(2);
  });

  it("looks for repeated keys in linear time (SEC-13)", async () => {
    // The processor's time, not the clock's: other processes do not count.
    const best = async (keys: number): Promise<number> => {
      const text = `extensions: [{ name: x, extension: {${Array.from({ length: keys }, (_, index) => `k${index}: 1`).join(",")}} }]`;
      let least = Number.POSITIVE_INFINITY;
      for (let round = 0; round < 3; round++) {
        const start = process.cpuUsage();
        await parseKubeconfig(text);
        least = Math.min(least, process.cpuUsage(start).user);
      }
      return least;
    };
    await best(1_000);
    // Sixteen times as many keys: sixteen times as long, not 256 times.
    expect((await best(16_000)) / (await best(1_000))).toBeLessThan(80);
  });

  it("refuses a file of 100 MB without reading it (F-J1, SEC-13)", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kubeconfig-"));
    try {
      const path = join(folder, "config");
      const file = await open(path, "w");
      await file.truncate(100 * 1024 * 1024);
      await file.close();
      await expect(loadKubeconfig({ path })).rejects.toThrow(`kubeconfig "${path}" is larger than 1048576 bytes`);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("takes a byte order mark and Windows line ends, and an empty file (F-J1)", async () => {
    expect((await parseKubeconfig("\ufeffcurrent-context: a\r\nusers:\r\n- name: b\r\n")).currentContext).toBe("a");
    expect(encodeKubeconfig(await parseKubeconfig(""))).toEqual({
      kind: "Config",
      apiVersion: "v1",
      clusters: null,
      users: null,
      contexts: null,
      "current-context": "",
    });
  });

  it("shows nothing of the text in an error (SEC-13)", async () => {
    for (const text of [
      "users: [{ name: a, user: { token: CANARY } }",
      "token: CANARY\n token: CANARY",
      "users: [{ name: a, user: { token: [CANARY] } }]",
      "users: CANARY",
    ]) {
      const error = await parseKubeconfig(text).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ kind: "Config" });
      expect(inspect(error, { depth: 9 })).not.toContain("CANARY");
    }
  });

  it("is read up to its limits of levels, aliases and values, and refused beyond (SEC-16)", async () => {
    const limits = { maxDepth: 3, maxAliases: 2, maxNodes: 10 };
    const read = (text: string): Promise<unknown> => readYaml(text, "it", limits);
    expect(await read("[[[a]]]")).toEqual([[["a"]]]);
    await expect(read("[[[[a]]]]")).rejects.toThrow("it nests deeper than 3 levels");
    await expect(read("a: &a [b]\nc: [[*a]]")).rejects.toThrow("it nests deeper than 3 levels");
    expect(await read("a: &a x\nb: [*a, *a]")).toEqual({ a: "x", b: ["x", "x"] });
    await expect(read("a: &a x\nb: [*a, *a, *a]")).rejects.toThrow("it follows more than 2 aliases");
    expect(await read(`[${"a,".repeat(9)}]`)).toHaveLength(9);
    await expect(read(`[${"a,".repeat(10)}]`)).rejects.toThrow("it has more than");
    // Two aliases of a list of three: eleven values from seven.
    await expect(read("a: &a [x, y]\nb: *a\nc: *a")).rejects.toThrow("it has more than");
    expect(await read("!!seq [!!map {a: b}]")).toEqual([{ a: "b" }]);
    for (const tagged of ["!!map [a]", "!!seq {a: b}"]) await expect(read(tagged)).rejects.toThrow(/tag|YAML/);
  });

  it("reads the words and numbers of YAML 1.1 as kubectl does (F-J3)", async () => {
    const read = (text: string): Promise<unknown> => readYaml(text, "it");
    expect(await read("[no, on, 'no', 010, 0x10, 2001-01-01, 1_000, .5, 18446744073709551615]")).toEqual([
      false,
      true,
      "no",
      8,
      16,
      "2001-01-01",
      1000,
      0.5,
      2 ** 64,
    ]);
    await expect(parseKubeconfig("users: [{ name: no }]")).rejects.toThrow(
      "has a boolean in users[0].name, which must be a string: put it in quotes",
    );
  });

  it("takes no field from the prototype of what it is given (SEC-14)", () => {
    const inherited = Object.create({ users: [{ name: "u", user: { token: "t" } }], "current-context": "x" }) as object;
    const user = Object.create({ token: "t", exec: { command: "evil" } }) as object;
    const data = decodeKubeconfig(Object.assign(inherited, { users: [{ name: "own", user }] }));
    expect([data.currentContext, [...data.users]]).toEqual(["", [["own", { value: {}, origin: "" }]]]);
  });

  it("works with names of the prototype as with any other (F-J4, SEC-14)", async () => {
    const text = `
clusters: [{ name: __proto__, cluster: { server: "https://p" } }]
users: [{ name: constructor, user: { token: t, as: j, as-user-extra: { __proto__: [polluted] } } }]
contexts: [{ name: hasOwnProperty, context: { cluster: __proto__, user: constructor } }]
current-context: hasOwnProperty
extensions: [{ name: toString, extension: { __proto__: { polluted: true }, prototype: 1 } }]`;
    const kubeconfig = await loadKubeconfig({ text, env: {} });
    const config = kubeconfig.restConfig();
    expect(config.host).toBe("https://p");
    expect(Object.hasOwn(config.impersonate?.extra ?? {}, "__proto__")).toBe(true);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(JSON.stringify(kubeconfig.exportRaw())).toContain('"__proto__":{"polluted":true}');
    const again = await parseKubeconfig(await kubeconfig.toYAML({ raw: true }));
    expect(JSON.stringify(encodeKubeconfig(again))).toBe(JSON.stringify(kubeconfig.exportRaw()));
  });

  it.each([
    [
      "cluster",
      "contexts: [{ name: c, context: { cluster: gone, user: u } }]\nusers: [{ name: u }]",
      'cluster "gone" of context "c" does not exist',
    ],
    [
      "user",
      "contexts: [{ name: c, context: { cluster: k, user: gone } }]\nclusters: [{ name: k, cluster: { server: s } }]",
      'user "gone" of context "c" does not exist',
    ],
  ])("says which %s a context misses (F-J4)", async (_, text, message) => {
    const kubeconfig = await loadKubeconfig({ text: `${text}\ncurrent-context: c`, env: {} });
    expect(() => kubeconfig.restConfig()).toThrow(message);
  });

  it.each([
    ["https://h:6443/", "https://h:6443"],
    ["https://h/prefix/", "https://h/prefix"],
    ["https://h/p?x=1#y", "https://h/p"],
    ["https://[::1]:6443", "https://[::1]:6443"],
    ["h:8080", "http://h:8080"],
    ["HTTPS://Host", "https://host"],
    ["https://Host/k8s/clusters/c%2Fx", "https://host/k8s/clusters/c%2Fx"],
    ["https://h/a/%2e%2e/B/../é//", "https://h/a/%2e%2e/B/../é"],
    ["https://h/x\n", "https://h/x"],
  ])("makes %s to %s (F-J5, B283)", async (server, host) => {
    const kubeconfig = await loadKubeconfig({
      object: {
        clusters: [{ name: "c", cluster: { server } }],
        contexts: [{ name: "x", context: { cluster: "c", user: "" } }],
        "current-context": "x",
      },
      env: {},
    });
    expect(kubeconfig.restConfig().host).toBe(host);
  });

  it.each(["ftp://h", "file:///etc/passwd", "h/path", "https://", "https://user:CANARY@h", "https://h:99999"])(
    "refuses the server %s and logs no password (F-J5)",
    async (server) => {
      const kubeconfig = await loadKubeconfig({
        object: {
          clusters: [{ name: "c", cluster: { server } }],
          contexts: [{ name: "x", context: { cluster: "c", user: "" } }],
          "current-context": "x",
        },
        env: {},
      });
      const error = thrownBy(() => kubeconfig.restConfig());
      expect(error).toMatchObject({ kind: "InvalidArgument" });
      expect(inspect(error)).not.toContain("CANARY");
    },
  );

  it("may name a folder that is called ~, which is not the home folder, as in kubectl (F-J7)", async () => {
    const host = new MemoryHost(
      {
        "/k/config":
          "clusters: [{ name: c, cluster: { server: https://c, certificate-authority: ~/ca.crt } }]\ncontexts: [{ name: x, context: { cluster: c } }]\ncurrent-context: x",
        "/k/~/ca.crt": "pem",
      },
      { HOME: "/home/me" },
    );
    expect((await loadKubeconfig({ host, path: "/k/config" })).restConfig().tls?.caFile).toBe("/k/~/ca.crt");
  });

  it("writes any text so that it reads back as the same text (B260, F-J3)", async () => {
    expect(await writeYaml({ name: "0", other: "433e40", plain: "abc" })).toBe(
      'name: "0"\nother: "433e40"\nplain: abc\n',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.string({ unit: "binary" }),
            fc.constantFrom(
              "yes",
              "010",
              "1e3",
              "~",
              "<<",
              "=",
              "2001-01-01",
              "1:30",
              "- a",
              "a: b",
              "#",
              "!x",
              "&a",
              "*a",
              "\n",
              " a",
            ),
          ),
        ),
        async (texts) => {
          const wellFormed = texts.filter((text) => !/\p{Surrogate}/u.test(text));
          expect(await readYaml(await writeYaml({ texts: wellFormed }), "it")).toEqual({ texts: wellFormed });
        },
      ),
      { numRuns: 100 },
    );
  });

  it("knows no plain word that is a number in disguise (F-J3)", () => {
    expect(["1.2.3", "0x", "1e", "--1", "1__0", "09", "+", "-", ".", "1:30"].map(resolvePlain)).toEqual([
      "1.2.3",
      "0x",
      "1e",
      "--1",
      10,
      9,
      "+",
      "-",
      ".",
      "1:30",
    ]);
  });

  it("prints without credentials, however it is printed (SEC-14)", async () => {
    const user = {
      token: "CANARY1",
      password: "CANARY2",
      "client-key-data": Buffer.from("CANARY3").toString("base64"),
      exec: {
        command: "p",
        args: ["CANARY4"],
        env: [{ name: "A", value: "CANARY5" }],
        apiVersion: "client.authentication.k8s.io/v1beta1",
      },
      "auth-provider": { name: "oidc", config: { "id-token": "CANARY6" } },
    };
    const kubeconfig = await loadKubeconfig({
      object: {
        clusters: [{ name: "c", cluster: { server: "https://c", "proxy-url": "http://me:CANARY7@proxy" } }],
        users: [{ name: "u", user } as never],
        contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
        "current-context": "x",
      },
      env: {},
    });
    expect(kubeconfig).toBeInstanceOf(Kubeconfig);
    const key = Buffer.from("CANARY3").toString("base64");
    for (const text of [
      inspect(kubeconfig, { depth: 20 }),
      `${kubeconfig}`,
      JSON.stringify(kubeconfig.redact()),
      inspect(decodeKubeconfig({})),
    ]) {
      expect(text).not.toMatch(/CANARY/);
      expect(text).not.toContain(key);
    }
    const one = kubeconfig.with({ userInfo: {} });
    const data = one.entries();
    const safe = new Kubeconfig(
      {
        ...data,
        users: new Map([["u", { origin: "", value: { token: "CANARY1", exec: data.users.get("u")!.value.exec! } }]]),
      },
      { host: new MemoryHost(), rules: { files: [], explicit: true, warnIfAllMissing: false } },
    );
    const config = safe.restConfig();
    expect(revealed(config.exec?.env?.[0]?.value)).toBe("CANARY5");
    for (const text of [
      inspect(config, { depth: 20 }),
      JSON.stringify(config),
      inspect({ ...config, proxyUrl: "" }, { depth: 20 }),
    ])
      expect(text).not.toMatch(/CANARY/);
  });
});

import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cases, type FixtureCase } from "./test-support/cases.ts";
import { type Host, type Kubeconfig, loadKubeconfig, nodeHost } from "./index.ts";

/** What kubectl printed for a case; `null` where it failed. */
interface Expected {
  readonly view: unknown;
  readonly flatten: unknown;
}

const expectedFile = join(import.meta.dirname, "test-support", "expected.json");
const kubectl = kubectlPaths().find(existsSync);
const live = new Map<string, Expected>();
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "kubeconfig-fixtures-"));
  for (const [index, fixture] of cases.entries()) {
    for (const [file, text] of Object.entries(fixture.files)) {
      const path = join(root, String(index), file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
    await mkdir(join(root, String(index)), { recursive: true });
  }
  if (kubectl === undefined) {
    console.log("kubectl was not compared live: set CLIENT_TS_KUBECTL to its path; its recorded answers were used");
    return;
  }
  const queue = cases.entries();
  const compare = async (): Promise<void> => {
    for (const [index, fixture] of queue) {
      live.set(fixture.name, {
        view: await ask(index, fixture, "--raw"),
        flatten: await ask(index, fixture, "--flatten"),
      });
    }
  };
  await Promise.all(Array.from({ length: 4 }, compare));
  if (process.env.CLIENT_TS_UPDATE_FIXTURES === "1")
    await writeFile(
      expectedFile,
      `${JSON.stringify(Object.fromEntries(cases.map(({ name }) => [name, live.get(name)])), null, 1)}\n`,
    );
}, 120_000);

afterAll(() => rm(root, { recursive: true, force: true }));

describe("a kubeconfig compared with kubectl's view of it", () => {
  it.each(cases.filter(({ refused }) => refused === undefined).map((fixture) => [fixture.name, fixture] as const))(
    "reads and flattens %s as kubectl does (F-J7)",
    async (name, fixture) => {
      const expected = await recorded(name);
      expect(await ours(fixture)).toEqual(expected);
      if (live.has(name)) expect(live.get(name), "the recorded answer is kubectl's").toEqual(expected);
    },
  );

  it.each(cases.filter(({ refused }) => refused !== undefined).map((fixture) => [fixture.name, fixture] as const))(
    "refuses %s, which kubectl reads (F-J2, SEC-13)",
    async (name, fixture) => {
      expect((await recorded(name)).view).not.toBeNull();
      expect(await ours(fixture)).toEqual({ view: null, flatten: null });
    },
  );

  it("compares at least forty kubeconfigs", () => {
    expect(cases.length).toBeGreaterThanOrEqual(40);
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  });
});

/** Where kubectl may be: named, beside named test binaries, or in the cache of built control planes. */
function kubectlPaths(): string[] {
  const { CLIENT_TS_KUBECTL, TEST_ASSET_KUBECTL, KUBEBUILDER_ASSETS, CLIENT_TS_CACHE, XDG_CACHE_HOME } = process.env;
  const cache = join(
    CLIENT_TS_CACHE || join(XDG_CACHE_HOME || join(homedir(), ".cache"), "client-ts"),
    "control-plane",
  );
  const built = existsSync(cache)
    ? readdirSync(cache)
        .sort(newestFirst)
        .map((set) => join(cache, set, "kubectl"))
    : [];
  return [
    CLIENT_TS_KUBECTL,
    TEST_ASSET_KUBECTL,
    KUBEBUILDER_ASSETS && join(KUBEBUILDER_ASSETS, "kubectl"),
    ...built,
  ].filter((path): path is string => path !== undefined && path !== "");
}

function newestFirst(a: string, b: string): number {
  return b.localeCompare(a, "en", { numeric: true });
}

async function recorded(name: string): Promise<Expected> {
  const all = JSON.parse(await readFile(expectedFile, "utf8")) as Record<string, Expected>;
  return all[name]!;
}

async function ours(fixture: FixtureCase): Promise<Expected> {
  const cwd = join(root, String(cases.indexOf(fixture)));
  // The paths in these cases are relative to the folder of the case.
  const host = Object.create(nodeHost, {
    cwd: { value: cwd },
    env: { value: { KUBECONFIG: chain(fixture) } },
    readFile: {
      value: (path: string, options?: { maxBytes?: number | undefined }) =>
        nodeHost.readFile(join(path.startsWith("/") ? "" : cwd, path), options),
    },
    readFileSync: {
      value: (path: string, options?: { maxBytes?: number | undefined }) =>
        nodeHost.readFileSync(join(path.startsWith("/") ? "" : cwd, path), options),
    },
  }) as Host;
  const result = async (make: () => Promise<Kubeconfig>): Promise<unknown> => {
    try {
      return JSON.parse(JSON.stringify((await make()).exportRaw()));
    } catch (error) {
      expect(error).toMatchObject({ kind: "Config" });
      return null;
    }
  };
  return {
    view: await result(() => loadKubeconfig({ host })),
    flatten: await result(async () => (await loadKubeconfig({ host })).flatten()),
  };
}

function chain(fixture: FixtureCase): string {
  return fixture.kubeconfig ?? Object.keys(fixture.files).join(":");
}

function ask(index: number, fixture: FixtureCase, flag: string): Promise<unknown> {
  return new Promise((resolve) => {
    const env = { KUBECONFIG: chain(fixture), HOME: join(root, "missing") };
    execFile(
      kubectl!,
      ["config", "view", flag, "-o", "json"],
      { cwd: join(root, String(index)), env },
      (error, stdout) => resolve(error === null ? withoutEmptyPreferences(JSON.parse(stdout) as object) : null),
    );
  });
}

/** Before 1.34 kubectl printed `preferences` also when there were none. */
function withoutEmptyPreferences(view: { preferences?: object | undefined }): object {
  const { preferences, ...rest } = view;
  return preferences === undefined || Object.keys(preferences).length === 0 ? rest : view;
}

import { defined, setOwn } from "../util/index.ts";
import { KubeconfigError } from "./kubeconfig-error.ts";
import type {
  KubeconfigEntry,
  KubeconfigAuthProvider,
  KubeconfigCluster,
  KubeconfigContext,
  KubeconfigData,
  KubeconfigExec,
  KubeconfigFile,
  KubeconfigPreferences,
  KubeconfigUser,
  NamedExtension,
} from "./types.ts";
import { readYaml } from "./yaml.ts";

/** Where the text came from. */
export interface ParseOptions {
  /** The file it came from: paths in it are relative to that file, and changes are written there. Default none. */
  readonly origin?: string | undefined;
}

/**
 * Reads a kubeconfig from YAML or JSON text. Nothing is run and no file is opened. Fields that Kubernetes does not know
 * are left out, as kubectl leaves them out; a field of the wrong type is an error that names it, and all of them are
 * named at once.
 */
export async function parseKubeconfig(text: string, { origin = "" }: ParseOptions = {}): Promise<KubeconfigData> {
  const where = origin === "" ? "the kubeconfig" : `kubeconfig "${origin}"`;
  const value = await readYaml(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, where);
  return decodeKubeconfig(value, { origin });
}

/** As {@link parseKubeconfig}, for what a YAML or JSON parser already made of it. */
export function decodeKubeconfig(value: unknown, { origin = "" }: ParseOptions = {}): KubeconfigData {
  const where = origin === "" ? "the kubeconfig" : `kubeconfig "${origin}"`;
  const problems: string[] = [];
  const root = new Reader(value ?? {}, "", problems);
  const apiVersion = root.text("apiVersion") || "v1";
  const kind = root.text("kind") || "Config";
  if (problems.length === 0 && (apiVersion !== "v1" || kind !== "Config")) {
    problems.push(
      `is not of kind Config and apiVersion v1 but ${JSON.stringify(kind.slice(0, 64))}, ${JSON.stringify(apiVersion.slice(0, 64))}`,
    );
  }
  const named = <T>(list: string, field: string, decode: (reader: Reader) => T): Map<string, KubeconfigEntry<T>> => {
    const entries = new Map<string, KubeconfigEntry<T>>();
    for (const item of root.list(list)) {
      const name = item.text("name") ?? "";
      if (entries.has(name)) problems.push(`has the name ${JSON.stringify(name)} twice in ${list}`);
      else entries.set(name, { value: decode(item.object(field)), origin });
    }
    return entries;
  };
  const clusters = named("clusters", "cluster", decodeCluster);
  const users = named("users", "user", decodeUser);
  const contexts = named("contexts", "context", decodeContext);
  const data: KubeconfigData = {
    clusters,
    users,
    contexts,
    currentContext: root.text("current-context") ?? "",
    preferences: decodePreferences(root.object("preferences")),
    extensions: new Map((root.extensions() ?? []).map(({ name, extension }) => [name, extension])),
  };
  if (problems.length > 0) {
    throw new KubeconfigError(
      "syntax",
      problems.map((problem) => `${where} ${problem}`),
    );
  }
  return data;
}

/** The file's own form: names in order, empty fields left out, as kubectl prints it. */
export function encodeKubeconfig(data: KubeconfigData): KubeconfigFile {
  const list = <T, N extends string>(
    entries: ReadonlyMap<string, KubeconfigEntry<T>>,
    field: N,
  ): ({ name: string } & Record<N, T>)[] | null =>
    entries.size === 0
      ? null
      : sortedNames(entries).map(
          (name) => ({ name, [field]: structuredClone(entries.get(name)!.value) }) as { name: string } & Record<N, T>,
        );
  const preferences = structuredClone(data.preferences);
  return defined({
    kind: "Config",
    apiVersion: "v1",
    preferences: Object.keys(preferences).length > 0 ? preferences : undefined,
    clusters: list(data.clusters, "cluster"),
    users: list(data.users, "user"),
    contexts: list(data.contexts, "context"),
    "current-context": data.currentContext,
    extensions:
      data.extensions.size > 0
        ? sortedNames(data.extensions).map((name) => ({
            name,
            extension: structuredClone(data.extensions.get(name)),
          }))
        : undefined,
  });
}

/** Names in the order of their bytes, as Go sorts them. */
function sortedNames(map: ReadonlyMap<string, unknown>): string[] {
  return [...map.keys()].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

function decodeCluster(reader: Reader): KubeconfigCluster {
  return {
    server: reader.text("server") ?? "",
    ...defined({
      "tls-server-name": reader.text("tls-server-name"),
      "insecure-skip-tls-verify": reader.flag("insecure-skip-tls-verify"),
      "certificate-authority": reader.text("certificate-authority"),
      "certificate-authority-data": reader.base64("certificate-authority-data"),
      "proxy-url": reader.text("proxy-url"),
      "disable-compression": reader.flag("disable-compression"),
      extensions: reader.extensions(),
    }),
  };
}

function decodeUser(reader: Reader): KubeconfigUser {
  return defined({
    "client-certificate": reader.text("client-certificate"),
    "client-certificate-data": reader.base64("client-certificate-data"),
    "client-key": reader.text("client-key"),
    "client-key-data": reader.base64("client-key-data"),
    token: reader.text("token"),
    tokenFile: reader.text("tokenFile"),
    as: reader.text("as"),
    "as-uid": reader.text("as-uid"),
    "as-groups": nonEmpty(reader.texts("as-groups")),
    "as-user-extra": reader.map("as-user-extra", (value) => value.asTexts()),
    username: reader.text("username"),
    password: reader.text("password"),
    "auth-provider": reader.has("auth-provider") ? decodeAuthProvider(reader.object("auth-provider")) : undefined,
    exec: reader.has("exec") ? decodeExec(reader.object("exec")) : undefined,
    extensions: reader.extensions(),
  });
}

function decodeAuthProvider(reader: Reader): KubeconfigAuthProvider {
  return {
    name: reader.text("name") ?? "",
    config: reader.map("config", (value) => value.asText() ?? "", true) ?? null,
  };
}

function decodeExec(reader: Reader): KubeconfigExec {
  const apiVersion = reader.text("apiVersion");
  // Older plugins did not say whether they want a terminal; newer versions must.
  const older =
    apiVersion === "client.authentication.k8s.io/v1beta1" || apiVersion === "client.authentication.k8s.io/v1alpha1";
  return {
    command: reader.text("command") ?? "",
    args: reader.texts("args") ?? null,
    env: reader.has("env")
      ? reader.list("env").map((item) => ({ name: item.text("name") ?? "", value: item.text("value") ?? "" }))
      : null,
    ...defined({ apiVersion, installHint: reader.text("installHint") }),
    provideClusterInfo: reader.flag("provideClusterInfo") ?? false,
    ...defined({ interactiveMode: reader.text("interactiveMode") ?? (older ? "IfAvailable" : undefined) }),
  };
}

function decodeContext(reader: Reader): KubeconfigContext {
  return {
    cluster: reader.text("cluster") ?? "",
    user: reader.text("user") ?? "",
    ...defined({ namespace: reader.text("namespace"), extensions: reader.extensions() }),
  };
}

function decodePreferences(reader: Reader): KubeconfigPreferences {
  return defined({ colors: reader.flag("colors"), extensions: reader.extensions() });
}

function nonEmpty<T>(list: T[] | undefined): T[] | undefined {
  return list !== undefined && list.length > 0 ? list : undefined;
}

/**
 * Takes typed fields out of an unknown value and records what has the wrong type. An absent, null, empty or false field
 * is `undefined`.
 */
class Reader {
  readonly #value: unknown;
  readonly #path: string;
  readonly #problems: string[];

  constructor(value: unknown, path: string, problems: string[]) {
    this.#value = value;
    this.#path = path;
    this.#problems = problems;
  }

  has(field: string): boolean {
    const value = this.#get(field);
    return value !== undefined && value !== null;
  }

  text(field: string): string | undefined {
    return this.#child(field).asText();
  }

  flag(field: string): boolean | undefined {
    const child = this.#child(field);
    if (child.#value === undefined || child.#value === null || child.#value === false) return undefined;
    if (child.#value === true) return true;
    child.#wrong("true or false");
    return undefined;
  }

  base64(field: string): string | undefined {
    const child = this.#child(field);
    const text = child.asText()?.replace(/[\r\n]/g, "");
    if (text === undefined || text === "") return undefined;
    if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
      this.#problems.push(`has ${child.#path}, which is not base64`);
      return undefined;
    }
    return text;
  }

  texts(field: string): string[] | undefined {
    return this.#child(field).asTexts() ?? undefined;
  }

  object(field: string): Reader {
    return this.#child(field);
  }

  list(field: string): Reader[] {
    const child = this.#child(field);
    if (child.#value === undefined || child.#value === null) return [];
    if (Array.isArray(child.#value))
      return child.#value.map((item, index) => new Reader(item, `${child.#path}[${index}]`, this.#problems));
    child.#wrong("a list");
    return [];
  }

  map<V>(field: string, read: (value: Reader) => V, keepEmpty = false): { [key: string]: V } | undefined {
    const child = this.#child(field);
    if (child.#value === undefined || child.#value === null || !child.#isObject()) return undefined;
    const entries = Object.entries(child.#value as object);
    if (entries.length === 0 && !keepEmpty) return undefined;
    const result: { [key: string]: V } = {};
    for (const [key, value] of entries)
      setOwn(result, key, read(new Reader(value, `${child.#path}.${key}`, this.#problems)));
    return result;
  }

  extensions(): NamedExtension[] | undefined {
    const byName = new Map<string, unknown>();
    for (const item of this.list("extensions")) {
      const name = item.text("name") ?? "";
      if (byName.has(name))
        this.#problems.push(`has the name ${JSON.stringify(name)} twice in ${this.#at("extensions")}`);
      byName.set(name, item.#get("extension") ?? null);
    }
    if (byName.size === 0) return undefined;
    return sortedNames(byName).map((name) => ({ name, extension: byName.get(name) }));
  }

  asText(): string | undefined {
    if (typeof this.#value === "string") return this.#value === "" ? undefined : this.#value;
    if (this.#value !== undefined && this.#value !== null) this.#wrong("a string: put it in quotes");
    return undefined;
  }

  asTexts(): string[] | null {
    if (this.#value === undefined || this.#value === null) return null;
    if (Array.isArray(this.#value))
      return this.#value.map(
        (item, index) => new Reader(item, `${this.#path}[${index}]`, this.#problems).asText() ?? "",
      );
    this.#wrong("a list of strings");
    return null;
  }

  #child(field: string): Reader {
    return new Reader(this.#get(field), this.#at(field), this.#problems);
  }

  #at(field: string): string {
    return this.#path === "" ? field : `${this.#path}.${field}`;
  }

  #get(field: string): unknown {
    if (this.#value === undefined || this.#value === null || !this.#isObject()) return undefined;
    return Object.hasOwn(this.#value as object, field) ? (this.#value as Record<string, unknown>)[field] : undefined;
  }

  #isObject(): boolean {
    if (typeof this.#value === "object" && this.#value !== null && !Array.isArray(this.#value)) return true;
    this.#wrong("a map");
    return false;
  }

  #wrong(expected: string): void {
    const found = Array.isArray(this.#value)
      ? "a list"
      : typeof this.#value === "object"
        ? "a map"
        : `a ${typeof this.#value}`;
    const problem =
      this.#path === "" ? `is ${found}, not ${expected}` : `has ${found} in ${this.#path}, which must be ${expected}`;
    if (!this.#problems.includes(problem)) this.#problems.push(problem);
  }
}

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { modules, sourcePackages } from "./packages.ts";
import { type ProtoFile, parseProto } from "./proto.ts";

/** A struct field as the Go program `codegen/go/extract` prints it. */
export interface GoField {
  go: string;
  type: string;
  json: string;
  tagged: boolean;
  embedded?: boolean;
  protobuf?: string;
  patchStrategy?: string;
  patchMergeKey?: string;
  markers?: string[];
}

/** A type declaration as `extract` prints it. */
export interface GoType {
  struct?: boolean;
  of?: string;
  alias?: boolean;
  fields?: GoField[];
  markers?: string[];
}

/** A package as `extract` prints it. */
export interface GoPackage {
  group: string;
  markers?: string[];
  types: Record<string, GoType>;
  constants: Record<string, string[]>;
}

/** A typed client of client-go. */
export interface GoClient {
  plural: string;
  namespaced: boolean;
  methods: string[] | null;
}

/** Everything read from the Go modules. */
export interface GoSource {
  readonly versions: Readonly<Record<string, string>>;
  /** By import path. */
  readonly packages: Readonly<Record<string, GoPackage>>;
  readonly clients: Readonly<Record<string, Record<string, GoClient>>>;
  readonly protos: Readonly<Record<string, ProtoFile>>;
}

const goDirectory = fileURLToPath(new URL("../go", import.meta.url));

/** Where Go keeps the pinned modules; downloads them when they are not there. */
export function moduleDirectories(): Record<string, { dir: string; version: string }> {
  const go = (...args: string[]): string =>
    execFileSync("go", args, { cwd: goDirectory, encoding: "utf8", maxBuffer: 1 << 28 });
  go("mod", "download", ...modules);
  const found: Record<string, { dir: string; version: string }> = {};
  for (const module of modules) {
    const { Dir, Version } = JSON.parse(go("list", "-m", "-json", module)) as { Dir: string; Version: string };
    found[module] = { dir: Dir, version: Version };
  }
  return found;
}

/** A group-version that client-go gained or lost must not go unseen. */
function checkClientset(folder: string): void {
  const there = readdirSync(folder).flatMap((group) =>
    readdirSync(`${folder}/${group}`)
      .filter((version) => version.startsWith("v"))
      .map((version) => `${group}/${version}`),
  );
  const here = sourcePackages.filter(({ client }) => client?.startsWith("k8s.io/client-go/")).map(({ name }) => name);
  const differ = [...there.filter((name) => !here.includes(name)), ...here.filter((name) => !there.includes(name))];
  if (differ.length > 0) throw new Error(`packages.ts and client-go's clientset differ in ${differ.join(", ")}`);
}

/** Reads types, tags, markers, constants, typed clients and `.proto` files from the pinned Go modules. Needs `go`. */
export function readGoSource(): GoSource {
  const found = moduleDirectories();
  const directory = (path: string): string => {
    const module = modules.find((one) => path === one || path.startsWith(`${one}/`)) as string;
    return `${found[module]?.dir}${path.slice(module.length)}`;
  };
  checkClientset(directory("k8s.io/client-go/kubernetes/typed"));
  const args = ["run", "./extract", ...Object.entries(found).map(([module, { dir }]) => `${module}=${dir}`)];
  for (const { go, client } of sourcePackages) args.push(go, ...(client ? [`client:${client}`] : []));
  const text = execFileSync("go", args, { cwd: goDirectory, encoding: "utf8", maxBuffer: 1 << 28 });
  const { packages, clients } = JSON.parse(text) as Pick<GoSource, "packages" | "clients">;
  const protos: Record<string, ProtoFile> = {};
  for (const { go } of sourcePackages) {
    const path = `${directory(go)}/generated.proto`;
    protos[go] = parseProto(readFileSync(path, "utf8"), `${go}/generated.proto`);
  }
  const versions = Object.fromEntries(Object.entries(found).map(([module, { version }]) => [module, version]));
  return { versions, packages, clients, protos };
}

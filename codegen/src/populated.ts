/**
 * Holds the interfaces against the fully populated objects that the Go module `k8s.io/api` carries (`testdata/HEAD`):
 * writes one TypeScript file with every object as a literal that must satisfy its interface with every field required,
 * and compiles them. A field the interface lacks is an excess property; a field the object lacks is a missing
 * one. `node … populated.ts` needs Go's module cache, not the network.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Facts } from "./facts.ts";
import { handWritten } from "./emit-group.ts";

/** What the comparison found. */
export interface PopulatedResult {
  readonly kinds: number;
  /** The compiler's errors; none when every object fits. */
  readonly problems: readonly string[];
}

/**
 * Where the objects are not full, with the reason. The value is put in before the compiler looks; a row that no longer
 * fits is an error, so the list cannot outlive its reasons.
 */
const gaps: readonly { file: RegExp; path: string; from: unknown; to: unknown; why: string }[] = [
  ...["kind", "apiVersion"].flatMap((name) => [
    {
      file: /^apps\.v\w+\.StatefulSet\.json$/,
      path: `spec.volumeClaimTemplates.0.${name}`,
      from: undefined,
      to: "",
      why: "the populated objects name only their outermost kind",
    },
    {
      file: /^policy\.v\w+\.Eviction\.json$/,
      path: `deleteOptions.${name}`,
      from: undefined,
      to: "",
      why: "the populated objects name only their outermost kind",
    },
  ]),
  ...[["kind", "Status"] as const, ["apiVersion", "v1"] as const].map(([name, to]) => ({
    file: /^admission\.k8s\.io\.v\w+\.AdmissionReview\.json$/,
    path: `response.status.${name}`,
    from: undefined,
    to,
    why: "the populated objects name only their outermost kind",
  })),
  {
    file: /^policy\.v\w+\.PodDisruptionBudget\.json$/,
    path: "status.disruptedPods.disruptedPodsKey",
    from: null,
    to: "2001-01-01T01:01:01Z",
    why: "a time in a map is left at its zero value, which Go writes as null",
  },
  {
    file: /^scheduling\.k8s\.io\.v\w+\.Workload\.json$/,
    path: "spec.compositePodGroupTemplates.0.compositePodGroupTemplates",
    from: undefined,
    to: [],
    why: "the type contains itself; the object ends somewhere",
  },
];

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The TypeScript text that holds each object against its interface. `api` leads from the file to `src/api`. */
export function populatedText(facts: Facts, folder: string, api: string): { text: string; kinds: number } {
  const packageOf = new Map(
    facts.packages.map((pkg) => [`${pkg.group === "" ? "core" : pkg.group}/${pkg.name.split("/")[1]}`, pkg]),
  );
  const meta = facts.packages.find((pkg) => pkg.name === "meta/v1");
  const lines = [
    "type Full<T> = T extends string | number | boolean ? T : T extends readonly (infer E)[] ? Full<E>[]",
    "  : unknown extends T ? unknown : T extends object ? { [K in keyof T]-?: Full<T[K]> } : T;",
  ];
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  for (const [index, name] of names.sort().entries()) {
    const match = /^(.+)\.(v\w+)\.(\w+)\.json$/.exec(name);
    const own = packageOf.get(`${match?.[1]}/${match?.[2]}`);
    const kind = match?.[3] as string;
    const pkg = own?.types[kind] ? own : meta?.types[kind] ? meta : undefined;
    if (!pkg) throw new Error(`the facts have no type for ${name}`);
    // A second way to write WatchEvent and Status: they are in modules of their own, and meta/v1 shows them.
    const file = handWritten[`${pkg.name}.${kind}`] ? "meta/v1" : pkg.name;
    lines.push(`import type { ${kind} as T${index} } from "${api}/${file}.ts";`);
    lines.push(`export const v${index} = ${objectText(folder, name)} satisfies Full<T${index}>; // ${name}`);
  }
  return { text: `${lines.join("\n")}\n`, kinds: names.length };
}

function objectText(folder: string, name: string): string {
  const object = JSON.parse(readFileSync(`${folder}/${name}`, "utf8")) as Record<string, unknown>;
  for (const { file, path, from, to } of gaps) {
    if (!file.test(name)) continue;
    const steps = path.split(".");
    const last = steps.pop() as string;
    const parent = steps.reduce<Record<string, unknown> | undefined>(
      (at, step) => at?.[step] as Record<string, unknown>,
      object,
    );
    if (!parent || parent[last] !== from)
      throw new Error(`${name}: ${path} is ${JSON.stringify(parent?.[last])}, not the gap it was`);
    parent[last] = to;
  }
  return JSON.stringify(object, undefined, 1);
}

/** The folder of the populated objects in Go's module cache; undefined where there is none. Nothing is downloaded. */
export function populatedFolder(): string | undefined {
  try {
    const text = execFileSync("go", ["list", "-m", "-f", "{{.Dir}}", "k8s.io/api"], {
      cwd: fileURLToPath(new URL("../go", import.meta.url)),
      encoding: "utf8",
      env: { ...process.env, GOPROXY: "off", GOFLAGS: "-mod=mod" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    const folder = join(text.trim(), "testdata/HEAD");
    return text.trim() !== "" && existsSync(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Runs the compiler over {@link populatedText} in a scratch folder of the checkout. */
export function checkPopulated(
  facts: Facts,
  folder: string,
  api = `${root}packages/client-ts/src/api`,
): PopulatedResult {
  const scratch = `${root}node_modules/.cache/client-ts-populated-${process.pid}`;
  mkdirSync(scratch, { recursive: true });
  try {
    const { text, kinds } = populatedText(facts, folder, api);
    writeFileSync(`${scratch}/populated.ts`, text);
    writeFileSync(
      `${scratch}/tsconfig.json`,
      JSON.stringify({ extends: `${root}tsconfig.base.json`, files: ["populated.ts"] }),
    );
    const lines = text.split("\n");
    try {
      execFileSync(`${root}node_modules/.bin/tsc`, ["-p", scratch, "--pretty", "false"], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      });
      return { kinds, problems: [] };
    } catch (error) {
      const { stdout } = error as { stdout: string };
      return {
        kinds,
        problems: stdout.split("\n").flatMap((line) => problem(line, lines)),
      };
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * A compiler message about the objects or the generated files, with the object's name. What other modules get wrong is
 * not asked here.
 */
function problem(message: string, lines: readonly string[]): string[] {
  const at = /populated\.ts\((\d+),/.exec(message)?.[1];
  if (at === undefined) return /\berror TS/.test(message) && !/\/src\/(?!api\/)/.test(message) ? [message] : [];
  // The file's name stands at the end of its literal.
  const end = lines.slice(Number(at) - 1).find((line) => line.includes(" satisfies Full<"));
  return [`${end?.replace(/^.*\/\/ /, "")}: ${message.replace(/^.*?: error /, "")}`];
}

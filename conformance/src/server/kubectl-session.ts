import { execFile, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findBinaries } from "client-ts-testing/workspace";
import type { Observation } from "./stage.ts";

/** A kubectl with a server and a namespace: every command is recorded with what it printed. */
export class Kubectl {
  readonly observation: { readonly [command: string]: unknown }[] = [];
  readonly #program: string;
  readonly #flags: readonly string[];
  readonly #namespace: string;
  readonly #directory: string;

  constructor(program: string, kubeconfigFile: string, namespace: string) {
    this.#program = program;
    this.#namespace = namespace;
    this.#directory = mkdtempSync(join(tmpdir(), "client-ts-kubectl-"));
    this.#flags = [
      "--kubeconfig",
      kubeconfigFile,
      "--cache-dir",
      join(this.#directory, "cache"),
      "--namespace",
      namespace,
    ];
  }

  /**
   * Runs a command; arguments are separated by blanks unless they come one by one. `NS` stands for the namespace. An
   * object goes to `-f -`.
   */
  async run(command: string | readonly string[], options: RunOptions = {}): Promise<void> {
    const args = typeof command === "string" ? command.split(" ") : command;
    const fill = (text: string): string => text.replaceAll("NS", this.#namespace);
    const input = options.input === undefined ? "" : fill(JSON.stringify(options.input));
    const seen = await new Promise<unknown>((resolve) => {
      const all = [...this.#flags, ...args.map(fill)];
      const child = execFile(this.#program, all, { timeout: 60_000, env }, (error, stdout, stderr) => {
        const code = error === null ? 0 : error.code;
        resolve({ code, stdout: this.#shown(stdout, options), stderr: this.#mask(stderr) });
      });
      child.stdin!.end(input);
    });
    this.observation.push({ [`kubectl ${args.join(" ")}`]: seen });
  }

  /** Watches while something happens, until that many lines have come. */
  async watch(command: string, lines: number, meanwhile: () => Promise<void>): Promise<void> {
    const child = spawn(this.#program, [...this.#flags, ...command.split(" ")], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const seen: string[] = [];
    const closed = new Promise((resolve) => child.once("close", resolve));
    const enough = new Promise<void>((resolve) => {
      createInterface({ input: child.stdout }).on("line", (line) => {
        if (seen.push(this.#mask(line)) === lines) resolve();
      });
    });
    await new Promise<void>((resolve) => child.stdout.once("data", () => resolve()));
    await meanwhile();
    await Promise.race([enough, closed, new Promise((resolve) => setTimeout(resolve, 10_000).unref())]);
    child.kill();
    await closed;
    this.observation.push({ [`kubectl ${command}`]: seen.slice(0, lines) });
  }

  close(): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }

  #shown(text: string, { lastLine, keep, events }: RunOptions): string {
    const masked = this.#mask(text);
    const lines = masked.trimEnd().split("\n");
    if (lastLine === true) return lines.at(-1) ?? "";
    if (keep !== undefined) return lines.filter((line) => keep.test(line)).join("\n");
    if (events !== true) return masked;
    // Events come in the order of their seconds, and the number of steps of a rollout differs from run to run.
    const at = lines.findIndex((line) => /^Events:/.test(line));
    if (at < 0) return masked;
    const told = lines.slice(at).map((line) => line.replace(/AGE \(x\d+ over AGE\)/, "AGE"));
    const steps = told.filter((line) => !/\bScalingReplicaSet\b/.test(line));
    return [...lines.slice(0, at), ...[...new Set(steps)].sort()].join("\n");
  }

  /** Ages, times, identities, addresses, generated names and the width of columns. */
  #mask(text: string): string {
    return (
      text
        .replaceAll(this.#namespace, "NS")
        // The whole object as Go prints it, in the middle of a message.
        .replace(/Invalid value: "(?:\{.*\}|map\[.*\])": /gs, 'Invalid value: "<object>": ')
        .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g, "TIME")
        .replace(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g, "TIME")
        .replace(/\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)? [+-]\d{4}(?: \w+)?/g, "TIME")
        .replace(/\b(?:\d+m)?\d+s\b|\b\d+m\b|<invalid>(?=\s|$)/gm, "AGE")
        .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "UID")
        .replace(/resourceVersion: "\d+"/g, "resourceVersion: VERSION")
        .replace(/\b10\.\d+\.\d+\.\d+\b/g, "ADDRESS")
        .replace(/\b3[0-2]\d{3}(?=\/TCP)/g, "NODEPORT")
        .replace(/\bnode-\d\b/g, "NODE")
        .replace(/\/tmp\/(LIVE|MERGED)-\d+\//g, "/tmp/$1/")
        .replace(/kube-api-access-\w{5}/g, "kube-api-access-SUFFIX")
        .replace(generatedHash, "HASH")
        .replace(generatedSuffix, "SUFFIX")
        .replace(shownHash, "HASH")
        .replace(/ +$/gm, "")
        .replace(/ {2,}/g, "  ")
    );
  }
}

// Names that the server or a controller generates, in the letters that Kubernetes uses for them.
const letters = "[bcdfghjklmnpqrstvwxz2456789]";
const generatedHash = new RegExp(`(?<=[a-z]-)${letters}{8,10}(?=-|\\b)`, "g");
const generatedSuffix = new RegExp(`(?<=HASH-|sum-|agent-|now-|shop-|public-|pair-)${letters}{5}\\b`, "g");
const shownHash = new RegExp(`${letters}{8,10}(?=\\s|,|$)(?<=(?:hash|HASH)[=:]\\s?${letters}+)`, "g");

/** How a command is run and what of its output counts. */
export interface RunOptions {
  /** An object for standard input. */
  readonly input?: object;
  /** Only the last line counts: the lines before it say how far something has come. */
  readonly lastLine?: boolean;
  /** Only lines that match count. */
  readonly keep?: RegExp;
  /** The output ends with events, which count without their order. */
  readonly events?: boolean;
}

/** Commands of one purpose, one after the other. */
export type KubectlSession = (kubectl: Kubectl) => Promise<void>;

const env = { ...process.env, KUBECTL_EXTERNAL_DIFF: "diff -u -N --label live --label merged" };

const configMap = (data: object): object => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "applied" },
  data,
});

/** What people do with single objects, by behaviour. */
export const objectSessions: Readonly<Record<string, KubectlSession>> = {
  "creates, gets and deletes": async (kubectl) => {
    await kubectl.run("create secret generic a --from-literal=x=1");
    await kubectl.run("create secret generic a --from-literal=x=1");
    await kubectl.run("get secrets");
    await kubectl.run("get secret a -o jsonpath={.data.x}");
    await kubectl.run("get secret none");
    await kubectl.run("get secrets,services");
    await kubectl.run("delete secret a");
    await kubectl.run("get secrets");
  },
  "labels, annotates and patches": async (kubectl) => {
    await kubectl.run("create secret generic a");
    await kubectl.run("label secret a app=x");
    await kubectl.run("label secret a app=y");
    await kubectl.run("label secret a app=y --overwrite");
    await kubectl.run("annotate secret a note=n");
    await kubectl.run("get secrets -l app=y -L app");
    await kubectl.run(["patch", "secret", "a", "-p", '{"stringData":{"k":"v"}}']);
    await kubectl.run(["patch", "secret", "a", "--type=merge", "-p", '{"metadata":{"labels":{"app":null}}}']);
    await kubectl.run(["patch", "secret", "a", "--type=json", "-p", '[{"op":"remove","path":"/data/k"}]']);
    await kubectl.run("get secret a -o jsonpath={.data}{.metadata.labels}{.metadata.annotations}");
    await kubectl.run("delete secret -l none=here");
    await kubectl.run("delete secret a");
  },
  "applies on the client": async (kubectl) => {
    await kubectl.run("apply -f -", { input: configMap({ a: "1", b: "2" }) });
    await kubectl.run("apply -f -", { input: configMap({ a: "1", b: "2" }) });
    await kubectl.run("apply -f -", { input: configMap({ a: "3" }) });
    await kubectl.run("get configmap applied -o jsonpath={.data}");
    await kubectl.run("apply --dry-run=server -f -", { input: configMap({ a: "4" }) });
    await kubectl.run("apply -f -", { input: { ...configMap({}), dta: {} } });
    await kubectl.run("delete -f -", { input: configMap({}) });
  },
  "applies on the server": async (kubectl) => {
    await kubectl.run("apply --server-side -f -", { input: configMap({ a: "1" }) });
    await kubectl.run("apply --server-side --field-manager=other -f -", { input: configMap({ a: "2" }) });
    await kubectl.run("apply --server-side --field-manager=other --force-conflicts -f -", {
      input: configMap({ a: "2" }),
    });
    await kubectl.run("get configmap applied -o jsonpath={.data}");
    await kubectl.run("delete configmap applied");
  },
  "replaces and edits by file": async (kubectl) => {
    await kubectl.run("create -f -", { input: configMap({ a: "1" }) });
    await kubectl.run("replace -f -", { input: configMap({ a: "2" }) });
    await kubectl.run("get configmap applied -o jsonpath={.data}");
    await kubectl.run("delete configmap applied --cascade=foreground --wait=true");
    await kubectl.run("replace -f -", { input: configMap({ a: "2" }) });
  },
  "explains kinds and lists them": async (kubectl) => {
    await kubectl.run("api-resources --api-group=coordination.k8s.io");
    await kubectl.run("api-resources --api-group=batch --namespaced=true -o name");
    await kubectl.run("auth can-i create pods");
    await kubectl.run("get nothings");
  },
  waits: async (kubectl) => {
    await kubectl.run("create secret generic a");
    await kubectl.run("wait --for=delete secret/none --timeout=5s");
    await kubectl.run(["wait", "--for=jsonpath={.type}=Opaque", "secret/a", "--timeout=5s"]);
    await kubectl.run("delete secret a");
  },
  "watches with -w": async (kubectl) => {
    await kubectl.run("create secret generic first");
    await kubectl.watch("get secrets -w --output-watch-events", 5, async () => {
      await kubectl.run("create secret generic second");
      await kubectl.run("label secret second l=1");
      await kubectl.run("delete secret second");
    });
    await kubectl.run("delete secret first");
  },
};

/** Plays a session on a server; the namespace must be there. */
export async function playKubectl(
  session: KubectlSession,
  { program, kubeconfigFile, namespace }: { program: string; kubeconfigFile: string; namespace: string },
): Promise<Observation> {
  const kubectl = new Kubectl(program, kubeconfigFile, namespace);
  try {
    await session(kubectl);
    return JSON.parse(JSON.stringify(kubectl.observation));
  } finally {
    kubectl.close();
  }
}

/**
 * A kubectl of this machine, if there is one; of a minor version when one is named, because each says things a little
 * differently.
 */
export function findKubectl(minor?: string): string | undefined {
  return [process.env["CLIENT_TS_KUBECTL"], builtKubectl()].find(
    (program) => program !== undefined && (minor === undefined || minorOf(program) === minor),
  );
}

function builtKubectl(): string | undefined {
  try {
    return findBinaries(["kubectl"]).get("kubectl");
  } catch {
    return undefined;
  }
}

function minorOf(program: string): string {
  const { clientVersion } = JSON.parse(
    execFileSync(program, ["version", "--client", "--output=json"], { encoding: "utf8" }),
  ) as {
    clientVersion: { minor: string };
  };
  return clientVersion.minor;
}

/** A kubeconfig in a file of its own. */
export function kubeconfigFile(text: string): { readonly path: string; remove(): void } {
  const directory = mkdtempSync(join(tmpdir(), "client-ts-kubeconfig-"));
  const path = join(directory, "config");
  writeFileSync(path, text, { mode: 0o600 });
  return { path, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

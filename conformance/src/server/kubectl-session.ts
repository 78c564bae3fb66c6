import { execFile, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findBinaries } from "client-ts-testing/internal";
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

  /** Runs a command; arguments are separated by blanks unless they come one by one. A manifest goes to `-f -`. */
  async run(command: string | readonly string[], manifest?: object): Promise<void> {
    const args = typeof command === "string" ? command.split(" ") : command;
    const seen = await new Promise<unknown>((resolve) => {
      const child = execFile(this.#program, [...this.#flags, ...args], { timeout: 30_000 }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : error.code, stdout: this.#mask(stdout), stderr: this.#mask(stderr) });
      });
      child.stdin!.end(manifest === undefined ? "" : JSON.stringify(manifest));
    });
    this.observation.push({ [`kubectl ${args.join(" ")}`]: seen });
  }

  /** Watches while something happens, until so many lines have come. */
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

  /** Ages, columns that are as wide as an age, and the namespace's name. */
  #mask(text: string): string {
    return (
      text
        .replaceAll(this.#namespace, "NS")
        // The whole object as Go prints it, in the middle of a message.
        .replace(/Invalid value: "(?:\{.*\}|map\[.*\])": /gs, 'Invalid value: "<object>": ')
        .replace(/\b(?:\d+s|<invalid>)(?=\s|$)/gm, "AGE")
        .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "UID")
        .replace(/ +$/gm, "")
        .replace(/ {2,}/g, "  ")
    );
  }
}

const configMap = (data: object): object => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "applied" },
  data,
});

/** What people do with kubectl, by behaviour. */
export const kubectlSessions: Readonly<Record<string, (kubectl: Kubectl) => Promise<void>>> = {
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
    await kubectl.run("apply -f -", configMap({ a: "1", b: "2" }));
    await kubectl.run("apply -f -", configMap({ a: "1", b: "2" }));
    await kubectl.run("apply -f -", configMap({ a: "3" }));
    await kubectl.run("get configmap applied -o jsonpath={.data}");
    await kubectl.run("apply --dry-run=server -f -", configMap({ a: "4" }));
    await kubectl.run("apply -f -", { ...configMap({}), dta: {} });
    await kubectl.run("delete -f -", configMap({}));
  },
  "applies on the server": async (kubectl) => {
    await kubectl.run("apply --server-side -f -", configMap({ a: "1" }));
    await kubectl.run("apply --server-side --field-manager=other -f -", configMap({ a: "2" }));
    await kubectl.run("apply --server-side --field-manager=other --force-conflicts -f -", configMap({ a: "2" }));
    await kubectl.run("get configmap applied -o jsonpath={.data}");
    await kubectl.run("delete configmap applied");
  },
  "replaces and edits by file": async (kubectl) => {
    await kubectl.run("create -f -", configMap({ a: "1" }));
    await kubectl.run("replace -f -", configMap({ a: "2" }));
    await kubectl.run("get configmap applied -o jsonpath={.data}");
    await kubectl.run("delete configmap applied --cascade=foreground --wait=true");
    await kubectl.run("replace -f -", configMap({ a: "2" }));
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
  title: string,
  program: string,
  kubeconfigFile: string,
  namespace: string,
): Promise<Observation> {
  const kubectl = new Kubectl(program, kubeconfigFile, namespace);
  try {
    await kubectlSessions[title]!(kubectl);
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

/** `@kubernetes/client-node` on the load, used as its own documentation shows. */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { drive, type HandlerReports, type Subject } from "./harness.ts";
import type { ClientConfig } from "./protocol.ts";

interface Pod {
  readonly metadata: { readonly resourceVersion: string };
  readonly spec?: { readonly nodeName?: string };
  readonly status?: { readonly phase?: string };
}

interface Informer {
  on(event: "add" | "update" | "delete", callback: (object: Pod) => void): void;
  on(event: "error", callback: (error: unknown) => void): void;
  start(): Promise<void>;
  list(): readonly Pod[];
}

interface KubeConfig {
  loadFromOptions(options: unknown): void;
  makeApiClient(api: unknown): {
    listPodForAllNamespaces(): Promise<unknown>;
    listCustomObjectForAllNamespaces(request: unknown): Promise<unknown>;
    readNamespacedPod(request: unknown): Promise<unknown>;
  };
}

interface Library {
  readonly KubeConfig: new () => KubeConfig;
  readonly CoreV1Api: unknown;
  readonly CustomObjectsApi: unknown;
  makeInformer(config: KubeConfig, path: string, list: () => Promise<unknown>): Informer;
}

let dispatcher: unknown;
let sink: unknown;

await drive(create);

async function create(config: ClientConfig): Promise<Subject> {
  const modules = join(config.peers as string, "node_modules");
  const library = (await import(pathToFileURL(join(modules, "@kubernetes/client-node/dist/index.js")).href)) as Library;
  const kubeconfig = new library.KubeConfig();
  kubeconfig.loadFromOptions({
    clusters: [{ name: "bench", server: config.url, caData: Buffer.from(config.ca).toString("base64") }],
    users: [{ name: "bench" }],
    contexts: [{ name: "bench", cluster: "bench", user: "bench" }],
    currentContext: "bench",
  });
  const core = kubeconfig.makeApiClient(library.CoreV1Api);
  const custom = kubeconfig.makeApiClient(library.CustomObjectsApi);
  const informer =
    config.corpus === "pods"
      ? library.makeInformer(kubeconfig, "/api/v1/pods", () => core.listPodForAllNamespaces())
      : library.makeInformer(kubeconfig, "/apis/bench.example.com/v1/widgets", () =>
          custom.listCustomObjectForAllNamespaces({
            group: "bench.example.com",
            version: "v1",
            resourcePlural: "widgets",
            plural: "widgets",
          }),
        );
  return {
    start: (reports) => start(informer, config, reports),
    list: () => informer.list(),
    // It has no index: a user filters.
    lookup: (node) => informer.list().filter((pod) => pod.spec?.nodeName === node).length,
    get: () => core.readNamespacedPod({ namespace: "team-000", name: "web" }),
    transfer: (path) => transfer(config, modules, path),
  };
}

async function start(informer: Informer, config: ClientConfig, reports: HandlerReports): Promise<void> {
  const touch = config.read
    ? (object: Pod): void => {
        sink = object.status?.phase;
      }
    : (): void => {};
  informer.on("add", (object) => {
    touch(object);
    reports.added();
  });
  informer.on("update", (object) => {
    touch(object);
    reports.updated(() => object.metadata.resourceVersion);
  });
  informer.on("delete", () => reports.deleted());
  informer.on("error", (error) => {
    console.error(`client-node: ${String((error as Error)?.message ?? error)}`);
    process.exit(3);
  });
  await informer.start();
  void sink;
}

/** The bytes of a body through `undici.fetch`, which is what the library uses underneath. */
async function transfer(config: ClientConfig, modules: string, path: string): Promise<number> {
  const { fetch: get, Agent } = (await import(pathToFileURL(join(modules, "undici/index.js")).href)) as {
    fetch(url: string, options: unknown): Promise<{ readonly body: AsyncIterable<Uint8Array> }>;
    Agent: new (options: unknown) => unknown;
  };
  dispatcher ??= new Agent({ connect: { ca: config.ca } });
  const { body } = await get(config.url + path, { dispatcher, headers: { accept: "application/json" } });
  let bytes = 0;
  for await (const chunk of body) bytes += chunk.length;
  return bytes;
}

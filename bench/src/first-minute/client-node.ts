// The same controller with client-node, as its documentation shows: an informer for each kind, no index and no queue,
// so that the program keeps a map by node itself.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { reportLine } from "../report-line.ts";

const { kubeconfig, reconciles, objects, nodes, peers } = JSON.parse(process.argv[2] ?? "") as {
  kubeconfig: string;
  reconciles: number;
  objects: number;
  nodes: readonly string[];
  peers: string;
};

interface Found {
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
  readonly spec?: { readonly nodeName?: string };
  readonly status?: { readonly phase?: string };
  readonly data?: Readonly<Record<string, string>>;
}
interface Informer {
  on(event: "add", callback: (object: Found) => void): void;
  on(event: "error", callback: (error: unknown) => void): void;
  start(): Promise<void>;
  get(name: string, namespace: string): Found | undefined;
}
type Api = Readonly<Record<string, (request?: unknown, options?: unknown) => Promise<unknown>>>;
interface Library {
  readonly KubeConfig: new () => { loadFromFile(path: string): void; makeApiClient(api: unknown): Api };
  readonly CoreV1Api: unknown;
  readonly AppsV1Api: unknown;
  readonly PatchStrategy: { readonly MergePatch: string };
  setHeaderOptions(name: string, value: string): unknown;
  makeInformer(config: unknown, path: string, list: () => Promise<unknown>): Informer;
}

const entry = pathToFileURL(join(peers, "node_modules/@kubernetes/client-node/dist/index.js")).href;
const library = (await import(entry)) as Library;
const config = new library.KubeConfig();
config.loadFromFile(kubeconfig);
const [core, apps] = [config.makeApiClient(library.CoreV1Api), config.makeApiClient(library.AppsV1Api)];

const byNode = new Map<string, Found[]>();
const keys: { readonly name: string; readonly namespace: string }[] = [];
let added = 0;
const synced = new Promise<void>((resolve) => {
  globalThis.setInterval(() => {
    if (added >= objects * 5) resolve();
  }, 1);
});
function informer(path: string, list: () => Promise<unknown>, onAdd: (object: Found) => void = () => {}): Informer {
  const made = library.makeInformer(config, path, list);
  made.on("add", (object) => {
    added++;
    onAdd(object);
  });
  made.on("error", (error) => {
    console.error(`client-node: ${String((error as Error)?.message ?? error)}`);
    process.exit(3);
  });
  return made;
}
const informers = {
  pods: informer(
    "/api/v1/pods",
    () => core["listPodForAllNamespaces"]!(),
    (pod) => {
      const node = pod.spec?.nodeName ?? "";
      const known = byNode.get(node);
      if (known === undefined) byNode.set(node, [pod]);
      else known.push(pod);
    },
  ),
  services: informer("/api/v1/services", () => core["listServiceForAllNamespaces"]!()),
  configMaps: informer("/api/v1/configmaps", () => core["listConfigMapForAllNamespaces"]!()),
  secrets: informer("/api/v1/secrets", () => core["listSecretForAllNamespaces"]!()),
  deployments: informer(
    "/apis/apps/v1/deployments",
    () => apps["listDeploymentForAllNamespaces"]!(),
    ({ metadata }) => void keys.push({ name: metadata?.name ?? "", namespace: metadata?.namespace ?? "" }),
  ),
};
await Promise.all(Object.values(informers).map((one) => one.start()));
await synced;
reportLine("synced");

let done = 0;
async function reconcile({ name, namespace }: { readonly name: string; readonly namespace: string }): Promise<void> {
  const number = done++;
  informers.deployments.get(name, namespace);
  const ready = (byNode.get(nodes[number % nodes.length]!) ?? []).filter(
    (pod) => pod.status?.phase === "Running",
  ).length;
  if (number % 10 !== 0) return;
  const settings = informers.configMaps.get(name, namespace)?.data?.["settings"]?.length;
  const body = { metadata: { annotations: { ready: String(ready), config: String(settings) } } };
  await apps["patchNamespacedDeployment"]!(
    { name, namespace, body },
    library.setHeaderOptions("Content-Type", library.PatchStrategy.MergePatch),
  );
}

await Promise.all(
  Array.from({ length: 4 }, async () => {
    while (done < reconciles) await reconcile(keys[done]!);
  }),
);
reportLine("done");
process.exit(0);

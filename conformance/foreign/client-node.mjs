// client-node's informer, and what else its users call. Prints one line for each answer.
import {
  ApiException,
  AppsV1Api,
  CoreV1Api,
  KubeConfig,
  KubernetesObjectApi,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
  Watch,
} from "@kubernetes/client-node";

const namespace = "client-node";
const config = new KubeConfig();
config.loadFromDefault();
const core = config.makeApiClient(CoreV1Api);

function say(step, value) {
  console.log(`${step}: ${typeof value === "string" ? value : JSON.stringify(value)}`);
}

async function refused(step, call) {
  try {
    await call();
    say(step, "allowed");
  } catch (error) {
    if (!(error instanceof ApiException)) throw error;
    const { message, reason } = JSON.parse(error.body);
    say(step, `${error.code} ${reason} ${message}`);
  }
}

async function until(what, check) {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (await check()) return say("ok", what);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  say("failed", what);
}

const configMap = (name, data, labels = {}) => ({ metadata: { name, labels }, data });

await core.createNamespace({ body: { metadata: { name: namespace } } });
for (const name of ["a", "b"]) {
  await core.createNamespacedConfigMap({ namespace, body: configMap(name, { n: "1" }, { followed: "yes" }) });
}

// The informer: what is there, what comes, changes and goes, and what goes while its watch is cut.
const events = [];
const path = `/api/v1/namespaces/${namespace}/configmaps`;
const labelSelector = "followed=yes";
const list = () => core.listNamespacedConfigMap({ namespace, labelSelector });
const informer = makeInformer(config, path, list, labelSelector);
for (const verb of ["add", "update", "delete"]) {
  informer.on(verb, ({ metadata, data }) => events.push(`${verb} ${metadata.name} ${data?.n}`));
}
informer.on("error", (error) => events.push(`error ${error?.message}`));
await informer.start();
await until("the informer has what was there", () => informer.list(namespace).length === 2);
await core.createNamespacedConfigMap({ namespace, body: configMap("c", { n: "1" }, { followed: "yes" }) });
await core.createNamespacedConfigMap({ namespace, body: configMap("other", { n: "1" }) });
await until("the informer sees what comes", () => informer.get("c", namespace) !== undefined);
const patched = await core.patchNamespacedConfigMap(
  { namespace, name: "a", body: { data: { n: "2" } } },
  setHeaderOptions("Content-Type", PatchStrategy.MergePatch),
);
say("patch", patched.data);
await until("the informer sees what changes", () => informer.get("a", namespace)?.data?.n === "2");
await core.patchNamespacedConfigMap(
  { namespace, name: "b", body: [{ op: "remove", path: "/metadata/labels/followed" }] },
  setHeaderOptions("Content-Type", PatchStrategy.JsonPatch),
);
await until("an object that stops matching leaves", () => informer.get("b", namespace) === undefined);
await core.deleteNamespacedConfigMap({ namespace, name: "c" });
await until("the informer sees what goes", () => informer.list(namespace).length === 1);
await informer.stop();
say("events", events);
await core.deleteNamespacedConfigMap({ namespace, name: "a" });
events.length = 0;
await informer.start();
await until("an informer that starts again sees what is gone", () => informer.list(namespace).length === 0);
await informer.stop();
say("events after the pause", events);

// A plain watch that the server ends.
const kinds = [];
await new Promise((resolve, reject) => {
  const watched = { resourceVersion: "0", timeoutSeconds: 2, allowWatchBookmarks: true };
  new Watch(config)
    .watch(
      path,
      watched,
      (kind) => kinds.push(kind),
      (error) => resolve(error),
    )
    .catch(reject);
});
say("watch", [...new Set(kinds)].sort());

const pages = [];
for (let next, first = true; first || next; first = false) {
  const page = await core.listNamespacedConfigMap({ namespace, limit: 1, _continue: next });
  pages.push(...page.items.map(({ metadata }) => metadata.name));
  next = page.metadata._continue;
}
say(
  "pages",
  pages.filter((name) => name !== "kube-root-ca.crt"),
);

const objects = KubernetesObjectApi.makeApiClient(config);
const applied = await objects.patch(
  {
    apiVersion: "v1",
    kind: "ConfigMap",
    ...configMap("applied", { x: "1" }),
    metadata: { name: "applied", namespace },
  },
  undefined,
  undefined,
  "client-node",
  true,
  PatchStrategy.ServerSideApply,
);
say(
  "apply",
  applied.metadata.managedFields.map(({ manager, operation }) => `${manager} ${operation}`),
);
const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i:1" }] } };
const spec = { replicas: 2, selector: { matchLabels: { a: "b" } }, template };
const apps = config.makeApiClient(AppsV1Api);
const deployment = await apps.createNamespacedDeployment({ namespace, body: { metadata: { name: "d" }, spec } });
say("defaults", { strategy: deployment.spec.strategy, created: deployment.metadata.creationTimestamp instanceof Date });
const scale = await apps.readNamespacedDeploymentScale({ namespace, name: "d" });
scale.spec.replicas = 3;
say("scale", (await apps.replaceNamespacedDeploymentScale({ namespace, name: "d", body: scale })).spec);

const held = await core.readNamespacedConfigMap({ namespace, name: "b" });
held.metadata.resourceVersion = "1";
await refused("conflict", () => core.replaceNamespacedConfigMap({ namespace, name: "b", body: held }));
await refused("taken", () => core.createNamespacedConfigMap({ namespace, body: configMap("b", {}) }));
await refused("missing", () => core.readNamespacedConfigMap({ namespace, name: "none" }));
await refused("invalid", () => core.createNamespacedConfigMap({ namespace, body: configMap("Not_Valid", {}) }));
await refused("unready", () => core.readNamespacedPodLog({ namespace, name: "none" }));

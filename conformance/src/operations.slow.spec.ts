/** Everyday operations on the real control plane, where kubectl's answer decides. */
import { execFileSync } from "node:child_process";
import { type Client, connect, isNotFound, podReady, waitFor } from "client-ts";
import { DaemonSet, Deployment, ReplicaSet, StatefulSet } from "client-ts/api/apps/v1";
import { Namespace, Node, Pod, ServiceAccount } from "client-ts/api/core/v1";
import { PodDisruptionBudget } from "client-ts/api/policy/v1";
import { canI, cordon, drain, restartRollout, undoRollout, uncordon, waitForRollout } from "client-ts/operations";
import { sharedKubeconfig, testNamespaceName } from "client-ts-testing";
import { findBinaries } from "client-ts-testing/workspace";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const labels = (app: string) => ({ app });
const workload = (app: string, image = "one", replicas = 2) => ({
  metadata: { name: app },
  spec: {
    replicas,
    selector: { matchLabels: labels(app) },
    template: { metadata: { labels: labels(app) }, spec: { containers: [{ name: "c", image }] } },
  },
});

const kubeconfig = sharedKubeconfig();
describe.skipIf(kubeconfig === undefined)("on the real control plane, as kubectl", () => {
  const namespace = testNamespaceName("operations");
  let client: Client;
  let kubectl: (...args: string[]) => string;
  const wait = { timeoutMs: 60_000 };
  beforeAll(async () => {
    client = await connect({ kubeconfigPath: kubeconfig as string });
    const binary = findBinaries(["kubectl"]).get("kubectl") as string;
    kubectl = (...args) =>
      execFileSync(binary, [`--kubeconfig=${kubeconfig}`, "-n", namespace, ...args], { encoding: "utf8" }).trim();
    await client.resource(Namespace).create({ metadata: { name: namespace } });
    await client
      .resource(ServiceAccount, { namespace })
      .apply({ metadata: { name: "default" } }, { fieldManager: "operations" });
  });
  afterAll(async () => {
    await client?.resource(Namespace).delete(namespace);
    await client?.close();
  });

  it("waits for, restarts and undoes a Deployment's rollout", async () => {
    const target = { namespace, name: "web" };
    const deployments = client.resource(Deployment, { namespace });
    await deployments.create(workload("web", "one"));
    await waitForRollout(client, Deployment, target, wait);
    expect(kubectl("rollout", "status", "deployment/web", "--watch=false")).toContain("successfully rolled out");
    await deployments.mergePatch("web", {
      spec: { template: { spec: { containers: [{ name: "c", image: "two" }] } } },
    });
    await waitForRollout(client, Deployment, target, wait);
    const undone = await undoRollout(client, Deployment, target);
    expect(undone).toEqual({ revision: 1, changed: true });
    await waitForRollout(client, Deployment, target, wait);
    expect((await deployments.get("web")).spec.template.spec?.containers[0]?.image).toBe("one");
    expect(kubectl("rollout", "history", "deployment/web")).toMatch(/2 .*\n3 /);
    expect(await undoRollout(client, Deployment, { ...target }, { toRevision: 3 })).toEqual({
      revision: 3,
      changed: false,
    });
    await expect(undoRollout(client, Deployment, target, { toRevision: 9 })).rejects.toThrow(
      /has no revision 9 \(revisions: 3, 2\)/,
    );
    await restartRollout(client, Deployment, target);
    await waitForRollout(client, Deployment, target, wait);
    expect((await client.resource(ReplicaSet, { namespace }).list({ labelSelector: "app=web" })).items).toHaveLength(3);
  });

  it("undoes a StatefulSet's and a DaemonSet's rollout by their ControllerRevisions", async () => {
    for (const resource of [StatefulSet, DaemonSet] as const) {
      const name = resource.singular as string;
      const objects = client.resource(resource as typeof StatefulSet, { namespace });
      const { replicas: _replicas, ...spec } = workload(name).spec;
      await objects.create({ ...workload(name), spec: resource === StatefulSet ? workload(name).spec : spec });
      await waitForRollout(client, resource, { namespace, name }, wait);
      await objects.mergePatch(name, { spec: { template: { spec: { containers: [{ name: "c", image: "two" }] } } } });
      await waitForRollout(client, resource, { namespace, name }, wait);
      expect(kubectl("rollout", "status", `${resource.plural}/${name}`, "--watch=false")).toMatch(
        /rolled out|roll out complete|rolling update complete/,
      );
      expect(await undoRollout(client, resource, { namespace, name })).toEqual({ revision: 1, changed: true });
      await waitForRollout(client, resource, { namespace, name }, wait);
      expect((await objects.get(name)).spec.template.spec?.containers[0]?.image).toBe("one");
    }
  });

  it("drains a node as the disruption budget allows", async () => {
    const pods = client.resource(Pod, { namespace });
    await client.resource(Deployment, { namespace }).create(workload("guarded", "one", 1));
    await waitForRollout(client, Deployment, { namespace, name: "guarded" }, wait);
    const [before] = (await pods.list({ labelSelector: "app=guarded" })).items;
    const budgets = client.resource(PodDisruptionBudget, { namespace });
    await budgets.create({
      metadata: { name: "guarded" },
      spec: { minAvailable: 1, selector: { matchLabels: labels("guarded") } },
    });
    await waitFor(budgets, "guarded", (budget) => (budget?.status?.observedGeneration ?? 0) > 0, wait);
    const node = before?.spec?.nodeName as string;
    const seen: string[] = [];
    const options = {
      podSelector: "app=guarded",
      onPod: (_pod: string, what: string) => void seen.push(what),
      ...wait,
    };
    const draining = drain(client, node, options);
    await waitFor(client.resource(Node), node, (found) => found?.spec?.unschedulable === true, wait);
    while (!seen.includes("waiting")) await new Promise((resolve) => setImmediate(resolve));
    expect(kubectl("get", "pod", before?.metadata.name as string, "-o", "jsonpath={.status.phase}")).toBe("Running");
    await budgets.delete("guarded");
    expect((await draining).evicted).toEqual([`${namespace}/${before?.metadata.name}`]);
    expect(seen).toContain("gone");
    await uncordon(client, node);
    await expect(cordon(client, "no-such-node")).rejects.toSatisfy(isNotFound);
    await waitForRollout(client, Deployment, { namespace, name: "guarded" }, wait);
    const [after] = (await pods.list({ labelSelector: "app=guarded" })).items;
    expect(after?.metadata.uid).not.toBe(before?.metadata.uid);
    await waitFor(pods, after?.metadata.name as string, podReady(), wait);
  });

  it("says what the client may do as kubectl auth can-i does", async () => {
    const ask = (question: Parameters<typeof canI>[1]) =>
      canI(client, question).then(({ allowed }) => (allowed ? "yes" : "no"));
    expect(await ask({ verb: "create", group: "apps", resource: "deployments", namespace })).toBe(
      kubectl("auth", "can-i", "create", "deployments.apps"),
    );
    expect(await ask({ verb: "get", path: "/metrics" })).toBe(kubectl("auth", "can-i", "get", "/metrics"));
    const unknownUser = client.with({ impersonate: { userName: "missing" } });
    expect((await canI(unknownUser, { verb: "list", resource: "secrets", namespace })).allowed).toBe(false);
  });
});

/**
 * Subresources, waiting and connecting on a real control plane with its controllers: set CLIENT_TS_TEST_KUBECONFIG to
 * its kubeconfig.
 */
import {
  type Client,
  connect,
  deleted,
  deploymentComplete,
  isNotFound,
  loadKubeconfig,
  podReady,
  waitFor,
  WaitTimeoutError,
} from "client-ts";
import { Deployment } from "client-ts/api/apps/v1";
import { CertificateSigningRequest } from "client-ts/api/certificates/v1";
import { ConfigMap, Namespace, Node, Pod, ServiceAccount } from "client-ts/api/core/v1";
import { PodDisruptionBudget } from "client-ts/api/policy/v1";
import { SelfSubjectReview } from "client-ts/api/authentication/v1";
import { condition, not, created } from "client-ts/client";
import { isTooManyRequests, newSecretValue } from "client-ts/errors";
import { probeObjects } from "../../codegen/src/probe-objects.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const kubeconfig = process.env.CLIENT_TS_TEST_KUBECONFIG;
if (kubeconfig === undefined)
  console.log("subresources were not tried on a real control plane: set CLIENT_TS_TEST_KUBECONFIG to its kubeconfig");

const run = `subresources-${process.pid}-${Date.now().toString(36)}`;
const client: Client | undefined = kubeconfig === undefined ? undefined : await connect({ kubeconfigPath: kubeconfig });
const container = { name: "c", image: "one", resources: { requests: { cpu: "100m" }, limits: { cpu: "100m" } } };

beforeAll(async () => {
  await client?.resource(Namespace).create({ metadata: { name: run } });
  await client
    ?.resource(ServiceAccount, { namespace: run })
    .apply({ metadata: { name: "default" } }, { fieldManager: run });
});
afterAll(async () => {
  await client?.resource(Namespace).delete(run);
  await client?.close();
});

describe.skipIf(client === undefined)("on a real control plane", () => {
  const pods = () => client!.resource(Pod, { namespace: run });
  const wait = { timeoutMs: 25_000 };
  const running = async (name: string, labels: { [key: string]: string } = {}) => {
    await pods().create({ metadata: { name, labels }, spec: { containers: [container] } });
    return waitFor(pods(), name, podReady(), wait);
  };

  it("waits for a Pod to be ready and to go", async () => {
    const pod = await running("waited");
    expect(pod.status?.phase).toBe("Running");
    await Promise.all([waitFor(pods(), "waited", deleted(pod.metadata.uid), wait), pods().delete("waited")]);
    await expect(pods().get("waited")).rejects.toSatisfy(isNotFound);
  });

  it("waits for a rollout, and says what it saw when the time is over", async () => {
    const deployments = client!.resource(Deployment, { namespace: run });
    const labels = { app: "rollout" };
    await deployments.create({
      metadata: { name: "rollout" },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [container] } },
      },
    });
    expect((await waitFor(deployments, "rollout", deploymentComplete(), wait)).status?.availableReplicas).toBe(2);
    const error = await waitFor(deployments, "rollout", condition("Available", "False"), { timeoutMs: 200 }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(WaitTimeoutError);
    expect((error as WaitTimeoutError).lastSeen?.metadata?.name).toBe("rollout");
    await waitFor(client!.resource(ConfigMap, { namespace: run }), "never", not(created()), wait);
  });

  it("evicts a Pod, unless a disruption budget forbids it", async () => {
    const budgets = client!.resource(PodDisruptionBudget, { namespace: run });
    await running("evicted", { app: "budget" });
    await budgets.create({
      metadata: { name: "budget" },
      spec: { minAvailable: 1, selector: { matchLabels: { app: "budget" } } },
    });
    await waitFor(budgets, "budget", (budget) => (budget?.status?.expectedPods ?? 0) > 0, wait);
    const refused = await pods()
      .evict("evicted")
      .catch((error: unknown) => error);
    expect(isTooManyRequests(refused)).toBe(true);
    await budgets.delete("budget");
    await pods().evict("evicted", { gracePeriodSeconds: 0 });
    await waitFor(pods(), "evicted", deleted(), wait);
  });

  it("adds an ephemeral container to a running Pod", async () => {
    const pod = await running("grown");
    const withDebugger = await pods().updateEphemeralContainers({
      ...pod,
      spec: { ...pod.spec!, ephemeralContainers: [{ name: "debug", image: "two" }] },
    });
    expect(withDebugger.spec?.ephemeralContainers?.[0]?.name).toBe("debug");
  });

  it("changes the resources of a Pod", async () => {
    // A node of the test says nothing about resizing, so the Pod waits for one.
    const pod = await pods().create({
      metadata: { name: "resized" },
      spec: { schedulerName: "none", containers: [container] },
    });
    const [first] = pod.spec!.containers;
    const resources = { requests: { cpu: "200m" }, limits: { cpu: "200m" } };
    const resized = await pods().updateResize({
      ...pod,
      spec: { ...pod.spec!, containers: [{ ...first!, resources }] },
    });
    expect(resized.spec?.containers[0]?.resources).toEqual(resources);
  });

  it("binds a Pod to a node", async () => {
    const [node] = (await client!.resource(Node).list()).items;
    await pods().create({ metadata: { name: "bound" }, spec: { schedulerName: "none", containers: [container] } });
    await pods().bind("bound", { kind: "Node", name: node!.metadata.name });
    expect((await pods().get("bound")).spec?.nodeName).toBe(node!.metadata.name);
  });

  it("asks for a service account's token, and is that account with it", async () => {
    const { status } = await client!
      .resource(ServiceAccount, { namespace: run })
      .createToken("default", { audiences: [], expirationSeconds: 600 });
    const { host, tls } = client!.rest.config;
    const { cert: _cert, certFile: _certFile, key: _key, keyFile: _keyFile, ...trust } = tls ?? {};
    await using account = await connect({
      kubeconfig: { host, tls: trust, bearerToken: newSecretValue(status?.token ?? "") },
    });
    const me = await account.resource(SelfSubjectReview).create({});
    expect(me.status?.userInfo?.username).toBe(`system:serviceaccount:${run}:default`);
  });

  it("acts as another user with extras, on the same connections", async () => {
    const opened = client!.rest.stats().opened;
    const jane = client!.with({
      impersonate: { userName: "jane", groups: ["a", "b"], uid: "7", extra: { "example.com/scopes": ["x", "y"] } },
    });
    const { userInfo } = (await jane.resource(SelfSubjectReview).create({})).status!;
    expect(userInfo).toMatchObject({
      username: "jane",
      uid: "7",
      groups: expect.arrayContaining(["a", "b"]),
      extra: { "example.com/scopes": ["x", "y"] },
    });
    expect(client!.rest.stats().opened).toBe(opened);
  });

  it("approves a certificate signing request", async () => {
    const requests = client!.resource(CertificateSigningRequest);
    const made = await requests.create({
      ...(probeObjects["CertificateSigningRequest"]!.body as Pick<CertificateSigningRequest, "spec">),
      metadata: { name: run },
    });
    try {
      const approved = await requests.updateApproval({
        ...made,
        status: { conditions: [{ type: "Approved", status: "True", reason: "Test" }] },
      });
      expect(approved.status?.conditions?.[0]?.type).toBe("Approved");
    } finally {
      await requests.delete(run);
    }
  });

  it("connects with the flattened kubeconfig as with its files", async () => {
    const flat = await (await loadKubeconfig({ path: kubeconfig! })).flatten();
    const raw = flat.exportRaw();
    expect(JSON.stringify(raw)).not.toMatch(/"(?:certificate-authority|client-certificate|client-key)":/);
    const texts = [await flat.toYAML({ raw: true }), JSON.stringify(raw)].map((kubeconfigText) => ({ kubeconfigText }));
    for (const source of [{ kubeconfig: flat }, { kubeconfig: raw }, ...texts]) {
      await using other = await connect(source);
      expect((await other.resource(Namespace).get(run)).metadata.name).toBe(run);
    }
  });
});

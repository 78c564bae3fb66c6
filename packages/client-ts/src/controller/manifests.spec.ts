import { describe, expect, it } from "vitest";
import { Deployment } from "../api/apps/v1.ts";
import { ConfigMap, Namespace, Pod, Secret, Service } from "../api/core/v1.ts";
import { newClient } from "../client/index.ts";
import type { KubeObject } from "../meta/index.ts";
import { newManager } from "./manager.ts";
import type { ManagerOptions } from "./manager-options.ts";
import type { ManifestsOptions } from "./manifests.ts";
import type { ReconcilerOptions } from "./options.ts";
import { Website } from "./test-support/world.ts";
import { watch } from "./watch-source.ts";

const client = newClient({ host: "http://server.test" });
type Given = Partial<ReconcilerOptions<Website>>;

function manifests(options: ManagerOptions, controller?: Given, more: Partial<ManifestsOptions> = {}): KubeObject[] {
  const manager = newManager(client, { name: "shop", ...options });
  if (controller !== undefined) manager.controller(Website, { reconcile() {}, ...controller } as never);
  return manager.manifests({ image: "shop:1", ...more });
}

/** `Role shop/name`, as far as they are about permissions. */
const roles = (objects: readonly KubeObject[]): string[] =>
  objects.flatMap(({ kind = "", metadata }) =>
    kind.endsWith("Role") ? [`${kind} ${metadata?.namespace ?? ""}/${metadata?.name}`] : [],
  );

/** The verbs of each resource in the first role. */
function rulesOf(objects: readonly KubeObject[]): Record<string, string> {
  const role = objects.find(({ kind }) => kind?.endsWith("Role")) as KubeObject & {
    rules: { resources: string[]; verbs: string[] }[];
  };
  const events = role.rules.filter(({ resources }) => resources[0] !== "events");
  return Object.fromEntries(events.map(({ resources, verbs }) => [resources.join(), verbs.join(" ")]));
}

const specOf = (objects: readonly KubeObject[]) =>
  (objects.find(({ kind }) => kind === "Deployment") as Deployment | undefined)?.spec;

describe("the permissions in the manifests of a manager", () => {
  const reads = "get list watch";

  it("are those of what its controllers declare, each verb once", () => {
    const other = newClient({ host: "http://other.test" });
    const objects = manifests(
      { cache: [Secret, { resource: ConfigMap, labelSelector: "app=x" }] },
      {
        watches: [
          watch(ConfigMap, { everything: true }),
          watch(Namespace, { everything: true }),
          // A kind of another cluster needs no permission in this one.
          watch(Service, { everything: true, client: other }),
        ],
        permissions: [{ resource: Pod, verbs: ["get", "delete", "get"] }],
      },
    );
    expect(rulesOf(objects)).toEqual({
      websites: reads,
      "websites/status": "get patch update",
      configmaps: reads,
      namespaces: reads,
      pods: "get delete",
      secrets: reads,
    });
    expect(rulesOf(manifests({}, { owns: [Deployment], finalize() {} }))).toEqual({
      websites: `${reads} patch`,
      "websites/finalizers": "update",
      "websites/status": "get patch update",
      deployments: `${reads} create update patch delete`,
    });
  });

  it("are in the namespaces of the manager where it has some, and in the cluster otherwise", () => {
    expect(roles(manifests({}, {}))).toEqual(["ClusterRole /shop"]);
    const objects = manifests({ namespaces: ["a", "b"] }, {}, { namespace: "system" });
    expect(roles(objects)).toEqual(["Role a/shop", "Role b/shop"]);
    expect(objects.filter(({ kind }) => kind === "RoleBinding")).toMatchObject(
      ["a", "b"].map((namespace) => ({
        metadata: { name: "shop", namespace },
        roleRef: { kind: "Role", name: "shop" },
        subjects: [{ kind: "ServiceAccount", name: "shop", namespace: "system" }],
      })),
    );
  });

  it("include Leases in their namespace, and reviews when scrapers are authenticated", () => {
    const leaderElection = { name: "shop", namespace: "leases" };
    const metrics = { port: 8080, authenticate: true };
    expect(roles(manifests({ leaderElection, metrics }))).toEqual([
      "ClusterRole /shop",
      "Role leases/shop-leader-election",
      "ClusterRole /shop-reviews",
    ]);
    expect(roles(manifests({ leaderElection: { name: "shop" }, metrics: { port: 8080 } }))).toEqual([
      "ClusterRole /shop",
      "Role shop/shop-leader-election",
    ]);
  });
});

describe("the Deployment of a manager", () => {
  it("gives Pods ten seconds more than the grace period, an hour at most", () => {
    const seconds = (gracePeriodMs?: number) =>
      specOf(manifests({ gracePeriodMs }))?.template.spec?.terminationGracePeriodSeconds;
    expect([seconds(), seconds(0), seconds(1_001), seconds(Number.POSITIVE_INFINITY)]).toEqual([40, 10, 12, 3_610]);
  });

  it("has one replica by default, or two with an election", () => {
    const leaderElection = { name: "shop" };
    expect(specOf(manifests({}))?.replicas).toBe(1);
    expect(specOf(manifests({ leaderElection }))?.replicas).toBe(2);
    expect(specOf(manifests({ leaderElection }, undefined, { replicas: 0 }))?.replicas).toBe(0);
  });

  it("has ports, probes and a Service for what can be reached from outside of the Pod", () => {
    const open = manifests({ health: { port: 8081, host: "0.0.0.0" }, metrics: { port: 8080, host: "::" } });
    expect(specOf(open)?.template.spec?.containers[0]).toMatchObject({
      ports: [
        { name: "health", containerPort: 8081 },
        { name: "metrics", containerPort: 8080 },
      ],
      livenessProbe: { httpGet: { path: "/healthz", port: 8081 } },
      readinessProbe: { httpGet: { path: "/readyz", port: 8081 } },
    });
    expect(open.find(({ kind }) => kind === "Service")).toMatchObject({
      metadata: { name: "shop-metrics", namespace: "shop" },
      spec: { ports: [{ port: 8080, targetPort: "metrics" }] },
    });
    const closed = manifests({ health: { port: 8081 }, metrics: { port: 8080 } });
    const container = specOf(closed)?.template.spec?.containers[0] ?? {};
    expect(["ports", "livenessProbe", "readinessProbe"].filter((member) => member in container)).toEqual([]);
    expect(closed.some(({ kind }) => kind === "Service")).toBe(false);
  });
});

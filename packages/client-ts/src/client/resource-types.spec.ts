import { describe, expect, expectTypeOf, it } from "vitest";
import { Deployment } from "../api/apps/v1.ts";
import { TokenReview } from "../api/authentication/v1.ts";
import { CertificateSigningRequest } from "../api/certificates/v1.ts";
import { ComponentStatus, ConfigMap, Namespace, Node, Pod, ServiceAccount } from "../api/core/v1.ts";
import type { KubeList, KubeObject, Resource, Stored } from "../meta/index.ts";
import { newClient } from "./client.ts";
import type { ClientOf } from "./resource-types.ts";
import { podReady, deleted } from "./conditions.ts";
import { waitFor } from "./wait-for.ts";

const client = newClient({ host: "https://127.0.0.1:1" });
/** What is only checked by type. */
const never = (_run: () => unknown): void => {};
const pods = client.resource(Pod, { namespace: "shop" });
const allPods = client.resource(Pod);
const nodes = client.resource(Node);

describe("what the types allow", () => {
  it("gives what a server returned with name, uid, version and namespace", () => {
    never(() => {
      expectTypeOf(pods.get("web")).resolves.toEqualTypeOf<Stored<Pod, "Namespaced">>();
      expectTypeOf(pods.list()).resolves.toEqualTypeOf<KubeList<Stored<Pod, "Namespaced">>>();
    });
    expectTypeOf<Stored<Pod, "Namespaced">["metadata"]["namespace"]>().toEqualTypeOf<string>();
    expectTypeOf<Stored<Node, "Cluster">["metadata"]["uid"]>().toEqualTypeOf<string>();
    expect(pods.namespace).toBe("shop");
  });

  it("takes no namespace for a kind without namespaces", () => {
    expectTypeOf(nodes).toHaveProperty("get");
    never(() => {
      // @ts-expect-error nodes are not namespaced
      client.resource(Node, { namespace: "shop" });
    });
  });

  it("takes a namespace that may be undefined, and has the calls that work with and without one", () => {
    for (const namespace of ["shop", undefined] as (string | undefined)[]) {
      const some = client.resource(Pod, { namespace });
      expectTypeOf(some).toEqualTypeOf(allPods);
      expectTypeOf(client.resource(Node, { namespace: undefined })).toEqualTypeOf(nodes);
      expect(some.namespace).toBe(namespace);
      if (namespace !== undefined) expectTypeOf(client.resource(Pod, { namespace })).toEqualTypeOf(pods);
      never(() => {
        // @ts-expect-error which namespace?
        some.delete("web");
      });
    }
  });

  it("only lists and watches without a namespace", () => {
    expectTypeOf(allPods).toHaveProperty("list");
    expectTypeOf(allPods).toHaveProperty("watch");
    for (const method of [
      "get",
      "create",
      "update",
      "delete",
      "deleteCollection",
      "apply",
      "mergePatch",
      "modify",
      "updateStatus",
      "evict",
    ] as const) {
      expectTypeOf(allPods).not.toHaveProperty(method);
      expectTypeOf(pods).toHaveProperty(method);
    }
    never(() => {
      // @ts-expect-error which namespace?
      allPods.get("web");
      // @ts-expect-error which namespace?
      allPods.delete("web");
      // @ts-expect-error others may have one of that name
      waitFor(allPods.get, "web", podReady());
    });
  });

  it("has status methods only where there is a status", () => {
    const configMaps = client.resource(ConfigMap, { namespace: "shop" });
    expectTypeOf(pods).toHaveProperty("updateStatus");
    expectTypeOf(configMaps).not.toHaveProperty("updateStatus");
    expectTypeOf(configMaps).not.toHaveProperty("applyStatus");
    expectTypeOf(configMaps).toHaveProperty("update");
  });

  it("has only the verbs that a kind has", () => {
    const reviews = client.resource(TokenReview);
    expectTypeOf(reviews).toHaveProperty("create");
    for (const method of ["get", "list", "watch", "update", "delete", "apply"] as const)
      expectTypeOf(reviews).not.toHaveProperty(method);
    expectTypeOf(client.resource(ComponentStatus)).not.toHaveProperty("create");
    expectTypeOf(client.resource(Namespace)).not.toHaveProperty("deleteCollection");
    expectTypeOf(client.resource(Namespace)).toHaveProperty("finalize");
    never(() => expectTypeOf(reviews.create({ spec: { token: "t" } })).resolves.toEqualTypeOf<TokenReview>());
  });

  it("has subresources only where there are some", () => {
    const deployments = client.resource(Deployment, { namespace: "shop" });
    expectTypeOf(deployments).toHaveProperty("getScale");
    expectTypeOf(pods).not.toHaveProperty("getScale");
    expectTypeOf(deployments).not.toHaveProperty("evict");
    expectTypeOf(pods).toHaveProperty("updateEphemeralContainers");
    expectTypeOf(pods).toHaveProperty("updateResize");
    expectTypeOf(pods).toHaveProperty("bind");
    expectTypeOf(client.resource(ServiceAccount, { namespace: "shop" })).toHaveProperty("createToken");
    expectTypeOf(client.resource(CertificateSigningRequest)).toHaveProperty("updateApproval");
    never(() => {
      pods.subresource("resize");
      // @ts-expect-error a log is text and not an object
      pods.subresource("log");
      // @ts-expect-error exec is a stream and not an object
      pods.subresource("exec");
      // @ts-expect-error pods have no such subresource
      pods.subresource("scale");
    });
  });

  it("checks the bodies of patches and applied objects", () => {
    never(() => {
      pods.mergePatch("web", { metadata: { labels: { a: "b" } }, spec: { activeDeadlineSeconds: null } });
      pods.strategicMergePatch("web", { spec: { containers: [{ name: "c", image: "i", $patch: "replace" }] } });
      pods.jsonPatch("web", [{ op: "test", path: "/a", value: 1 }]);
      pods.apply({ metadata: { name: "web" }, spec: { containers: [{ name: "c" }] } });
      // @ts-expect-error not a field of a Pod's spec
      pods.mergePatch("web", { spec: { replicas: 3 } });
      // @ts-expect-error a name is a text
      pods.mergePatch("web", { metadata: { name: 7 } });
      // @ts-expect-error no such operation
      pods.jsonPatch("web", [{ op: "rename", path: "/a" }]);
      // @ts-expect-error which object?
      pods.update({ spec: { containers: [] } });
      // @ts-expect-error which container?
      pods.apply({ metadata: { name: "web" }, spec: { containers: [{ image: "i" }] } });
    });
  });

  it("deletes a collection only by a selector or with an explicit all: true", () => {
    never(() => {
      pods.deleteCollection({ labelSelector: "app=web" });
      pods.deleteCollection({ all: true });
      // @ts-expect-error all of them?
      pods.deleteCollection({});
      // @ts-expect-error all of them?
      pods.deleteCollection();
    });
  });

  it("allows everything for a kind that is known only at run time", () => {
    const resource: Resource<KubeObject> = {
      group: "example.com",
      version: "v1",
      kind: "Widget",
      plural: "widgets",
      scope: "Namespaced",
    };
    const widgets = client.resource(resource, { namespace: "shop" });
    for (const method of ["get", "list", "create", "updateStatus", "getScale", "applyStatus"] as const)
      expectTypeOf(widgets).toHaveProperty(method);
    const cluster = client.resource(resource);
    expectTypeOf(cluster).toHaveProperty("get");
  });

  it("names the client of a kind for parameters", () => {
    const restart = (deployments: ClientOf<typeof Deployment>): unknown => deployments.resource.plural;
    expect(restart(client.resource(Deployment, { namespace: "shop" }))).toBe("deployments");
    never(() => {
      // @ts-expect-error of all namespaces
      restart(client.resource(Deployment));
      // @ts-expect-error of another kind
      restart(pods);
    });
  });

  it("knows what a wait gives", () => {
    never(() => {
      expectTypeOf(waitFor(pods, "web", podReady())).resolves.toEqualTypeOf<Stored<Pod, "Namespaced">>();
      expectTypeOf(waitFor(pods, "web", deleted())).resolves.toEqualTypeOf<Stored<Pod, "Namespaced"> | undefined>();
      expectTypeOf(waitFor(pods, "web", (pod) => pod?.status?.phase === "Running")).resolves.toEqualTypeOf<
        Stored<Pod, "Namespaced"> | undefined
      >();
    });
  });
});

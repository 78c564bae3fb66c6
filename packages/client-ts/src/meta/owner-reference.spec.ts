import { describe, expect, it } from "vitest";
import { InvalidArgumentError } from "../errors/index.ts";
import { defined } from "../util/index.ts";
import type { KubeObject } from "./object.ts";
import {
  controllerOf,
  hasOwnerReference,
  isControlledBy,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from "./owner-reference.ts";

const web: KubeObject = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { namespace: "shop", name: "web", uid: "u1" },
};
const other: KubeObject = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { namespace: "shop", name: "other", uid: "u2" },
};

function pod(namespace = "shop"): KubeObject {
  return { apiVersion: "v1", kind: "Pod", metadata: { name: "p", ...defined({ namespace: namespace || undefined }) } };
}

describe("owner references", () => {
  it("name the controller, once, also after its version changed", () => {
    const object = pod();
    setControllerReference(object, web);
    const reference = {
      apiVersion: "apps/v1",
      kind: "Deployment",
      name: "web",
      uid: "u1",
      controller: true,
      blockOwnerDeletion: true,
    };
    expect(object.metadata?.ownerReferences).toEqual([reference]);
    setControllerReference(object, { ...web, apiVersion: "apps/v2" }, { blockOwnerDeletion: false });
    expect(object.metadata?.ownerReferences).toEqual([
      { ...reference, apiVersion: "apps/v2", blockOwnerDeletion: false },
    ]);
    expect(controllerOf(object)?.name).toBe("web");
    expect(isControlledBy(object, web)).toBe(true);
    expect(isControlledBy(object, other)).toBe(false);
    expect(isControlledBy(object, {})).toBe(false);
  });

  it("refuse another namespace, a namespaced owner of an object without one, and a second controller", () => {
    expect(() => setControllerReference(pod("elsewhere"), web)).toThrow(/another namespace/);
    expect(() => setControllerReference(pod(""), web)).toThrow(/no namespace/);
    expect(() => setOwnerReference(pod("elsewhere"), web)).toThrow(InvalidArgumentError);
    const object = pod();
    setControllerReference(object, web);
    expect(() => setControllerReference(object, other)).toThrow(/already controlled by Deployment "web"/);
    expect(() => setControllerReference(pod(), { kind: "Deployment" })).toThrow(InvalidArgumentError);
  });

  it("let an owner without a namespace own anything", () => {
    const node: KubeObject = { apiVersion: "v1", kind: "Node", metadata: { name: "n", uid: "u3" } };
    for (const object of [pod(), pod("")]) {
      setControllerReference(object, node);
      expect(hasOwnerReference(object, node)).toBe(true);
    }
  });

  it("are added in addition to the controller and removed again", () => {
    const object = pod();
    setControllerReference(object, web);
    setOwnerReference(object, other, { blockOwnerDeletion: true });
    expect(object.metadata?.ownerReferences).toHaveLength(2);
    expect(hasOwnerReference(object, other)).toBe(true);
    expect(removeOwnerReference(object, other)).toBe(true);
    expect(removeOwnerReference(object, other)).toBe(false);
    expect(removeOwnerReference(object, web)).toBe(true);
    expect(object.metadata).toEqual({ namespace: "shop", name: "p" });
    expect(hasOwnerReference({}, web)).toBe(false);
  });

  it("of an owner that does not control say so: no controller, and what the caller says about deletion", () => {
    const reference = { apiVersion: "apps/v1", kind: "Deployment", name: "other", uid: "u2" };
    for (const [options, expected] of [
      [{}, reference],
      [{ blockOwnerDeletion: true }, { ...reference, blockOwnerDeletion: true }],
      [{ blockOwnerDeletion: false }, { ...reference, blockOwnerDeletion: false }],
    ] as const) {
      const object = pod();
      setOwnerReference(object, other, options);
      expect(object.metadata?.ownerReferences).toStrictEqual([expected]);
      expect([controllerOf(object), isControlledBy(object, other)]).toEqual([undefined, false]);
      setControllerReference(object, web);
      expect([controllerOf(object)?.name, isControlledBy(object, web)]).toEqual(["web", true]);
    }
  });

  it("are of one owner when group, kind and name are the same; another one is not touched", () => {
    const object = pod();
    const alike: KubeObject[] = [
      { ...web, apiVersion: "example.com/v1" },
      { ...web, kind: "StatefulSet" },
      { ...web, metadata: { ...web.metadata, name: "web-2" } },
    ];
    for (const owner of [web, ...alike]) setOwnerReference(object, owner);
    expect(object.metadata?.ownerReferences).toHaveLength(4);
    expect(removeOwnerReference(object, web)).toBe(true);
    expect(alike.map((owner) => hasOwnerReference(object, owner))).toEqual([true, true, true]);
    expect([hasOwnerReference(object, web), removeOwnerReference(object, web)]).toEqual([false, false]);
    for (const owner of alike) expect(removeOwnerReference(object, owner)).toBe(true);
  });

  it("take the uid of an owner that was created again, and leave the list that was there alone", () => {
    const object = pod();
    setControllerReference(object, web);
    setOwnerReference(object, other);
    const before = object.metadata!.ownerReferences!;
    const again: KubeObject = { ...web, metadata: { ...web.metadata, uid: "u9" } };
    expect(isControlledBy(object, again)).toBe(false);
    setControllerReference(object, again);
    expect(object.metadata?.ownerReferences?.map(({ name, uid }) => `${name} ${uid}`)).toEqual(["web u9", "other u2"]);
    expect(before.map(({ name, uid }) => `${name} ${uid}`)).toEqual(["web u1", "other u2"]);
  });

  it("need all that names an owner", () => {
    for (const owner of [
      { ...web, apiVersion: "" },
      { ...web, kind: "" },
      { ...web, metadata: { namespace: "shop", uid: "u1" } },
      { ...web, metadata: { namespace: "shop", name: "web" } },
    ] as KubeObject[])
      expect(() => setOwnerReference(pod(), owner)).toThrow("an owner needs apiVersion, kind");
    const nameless = { apiVersion: "v1", kind: "X", name: "x", uid: "", controller: true };
    expect(isControlledBy({ metadata: { ownerReferences: [nameless] } }, { metadata: { uid: "" } })).toBe(false);
  });
});

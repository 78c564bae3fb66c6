import { describe, expect, it } from "vitest";
import { InvalidArgumentError } from "../errors/index.ts";
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
  return { apiVersion: "v1", kind: "Pod", metadata: { name: "p", ...(namespace && { namespace }) } };
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

  it("are added beside the controller and removed again", () => {
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
});

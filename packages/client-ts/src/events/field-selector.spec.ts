import { expect, it } from "vitest";
import { Event as CoreEvent, Pod } from "../api/core/v1.ts";
import { Event as NewEvent } from "../api/events/v1.ts";
import { eventFieldSelector } from "./field-selector.ts";

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "u1" } };

it("names the object as the API of the events does (B232)", () => {
  expect(eventFieldSelector(CoreEvent, pod).toString()).toBe(
    "involvedObject.apiVersion=v1,involvedObject.kind=Pod,involvedObject.name=web,involvedObject.uid=u1",
  );
  expect(eventFieldSelector(NewEvent, pod).toString()).toBe(
    "regarding.apiVersion=v1,regarding.kind=Pod,regarding.name=web,regarding.uid=u1",
  );
  expect(eventFieldSelector({ group: "events.k8s.io", version: "v1beta1" }, { kind: "Pod" }).toString()).toBe(
    "regarding.kind=Pod",
  );
});

it("refuses a kind that holds no events (B232)", () => {
  expect(() => eventFieldSelector({ group: "apps", version: "v1" }, pod)).toThrow(
    /events of apps\/v1 have no known fields/,
  );
  expect(eventFieldSelector(Pod, { uid: "u" }).toString()).toBe("involvedObject.uid=u");
});

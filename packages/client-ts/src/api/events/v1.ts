// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, Resource } from "../../meta/index.ts";
import type { EventSource, ObjectReference } from "../core/v1.ts";

/** `events` of `events.k8s.io/v1`, in a namespace. */
export interface Event extends KubeObject {
  eventTime: string;
  series?: EventSeries;
  reportingController?: string;
  reportingInstance?: string;
  action?: string;
  reason?: string;
  regarding?: ObjectReference;
  related?: ObjectReference;
  note?: string;
  type?: string;
  deprecatedSource?: EventSource;
  deprecatedFirstTimestamp?: string;
  deprecatedLastTimestamp?: string;
  deprecatedCount?: number;
}

/** `events` of `events.k8s.io/v1`, in a namespace. */
export const Event: Resource<Event, { scope: "Namespaced"; plural: "events" }> = {
  group: "events.k8s.io",
  version: "v1",
  kind: "Event",
  plural: "events",
  scope: "Namespaced",
  singular: "event",
  shortNames: ["ev"],
};

/** A list of Event as the server sends it. */
export interface EventList extends KubeList<Event> {}

/** In `Event.series`. */
export interface EventSeries {
  count: number;
  lastObservedTime: string;
}

/** Kubernetes events: report what happens to objects, combined and counted as client-go does it. */
export { newBroadcaster, newFakeRecorder, eventFieldSelector } from "../events/index.ts";
export type {
  EventBroadcaster,
  EventRecorder,
  EventOptions,
  EventSink,
  BroadcasterOptions,
  CorrelatorOptions,
} from "../events/index.ts";

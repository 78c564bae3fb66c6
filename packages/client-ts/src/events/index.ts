/** Kubernetes events: recorders, the broadcaster between them and their watchers, and sinks for both APIs. */
export type { BroadcasterOptions, EventBroadcaster, EventWatch, RecordingOptions } from "./event-broadcaster.ts";
export { newBroadcaster } from "./event-broadcaster.ts";
export type { EventOptions, EventRecorder, EventReporter } from "./broadcast-recorder.ts";
export type { EventSink, SinkCallOptions } from "./event-sink.ts";
export type { CorrelatorOptions } from "./event-correlator.ts";
export type { FakeRecorder } from "./fake-recorder.ts";
export { newFakeRecorder } from "./fake-recorder.ts";
export { eventFieldSelector } from "./field-selector.ts";

import type { Event as CoreEvent, EventSource } from "../api/core/v1.ts";
import type { Event as NewEvent } from "../api/events/v1.ts";
import { formatMicroTime, formatTime, namespaceDefault, type ObjectReference } from "../meta/index.ts";
import { defined } from "../util/index.ts";

/** The types of events that the API knows. */
export type EventType = "Normal" | "Warning";

/** Whether a value is one of the two types of events. */
export function isEventType(type: unknown): type is EventType {
  return type === "Normal" || type === "Warning";
}

/** What happened, before it has the form of one of the two APIs. */
export interface EventRecord {
  readonly name: string;
  readonly regarding: ObjectReference;
  readonly related: ObjectReference | undefined;
  readonly annotations: Readonly<Record<string, string>> | undefined;
  readonly type: EventType;
  readonly reason: string;
  /** What was done or failed. Default in the newer API, which needs one: the reason. */
  readonly action: string | undefined;
  readonly message: string;
  readonly source: EventSource;
  /** The reporter's name in the newer API. */
  readonly reportingInstance: string;
  /** When it happened, in milliseconds since 1970. */
  readonly timeMs: number;
}

/** The record as the core API writes it. */
export function coreEventOf(record: EventRecord): CoreEvent {
  const { regarding, related, action, source, timeMs } = record;
  const time = formatTime(timeMs);
  return {
    apiVersion: "v1",
    kind: "Event",
    metadata: metadataOf(record),
    involvedObject: { ...regarding },
    reason: record.reason,
    message: record.message,
    source: { ...source },
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
    type: record.type,
    ...defined({ action, related: related ? { ...related } : undefined }),
    reportingComponent: source.component ?? "",
    reportingInstance: source.host ?? "",
  };
}

/**
 * The record as `events.k8s.io/v1` writes it. That API refuses long texts; they are cut, because a shortened event is
 * better than none.
 */
export function newEventOf(record: EventRecord): NewEvent {
  const { regarding, related, reason, action = reason, source } = record;
  return {
    apiVersion: "events.k8s.io/v1",
    kind: "Event",
    metadata: metadataOf(record),
    eventTime: microTimeOf(record.timeMs),
    reportingController: source.component ?? "",
    reportingInstance: cut(record.reportingInstance, 128),
    action: cut(action, 128),
    reason: cut(reason, 128),
    regarding: { ...regarding },
    ...defined({ related: related ? { ...related } : undefined }),
    note: cut(record.message, 1024),
    type: record.type,
  };
}

/** Milliseconds since 1970 as a MicroTime. */
export function microTimeOf(ms: number): string {
  return formatMicroTime(BigInt(Math.round(ms * 1_000)));
}

/** Events of objects without a namespace are in the namespace `default`. */
function metadataOf({ name, regarding, annotations }: EventRecord): CoreEvent["metadata"] {
  const namespace = regarding.namespace ?? namespaceDefault;
  return annotations === undefined ? { name, namespace } : { name, namespace, annotations: { ...annotations } };
}

/** The text, or as much of its beginning as fits into `maxBytes` of UTF-8 with an ellipsis after it. */
function cut(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const bytes = Buffer.from(text);
  let end = maxBytes - 3;
  // A byte of the form 10xxxxxx continues a character.
  while (end > 0 && ((bytes[end] as number) & 0xc0) === 0x80) end--;
  return `${bytes.toString("utf8", 0, end)}…`;
}

import { format } from "node:util";
import type { EventSource } from "../api/core/v1.ts";
import { InvalidArgumentError } from "../errors/index.ts";
import { getReference, type ObjectReference, parseTimeMs, type ReadonlyObject } from "../meta/index.ts";
import { type Clock, defined } from "../util/index.ts";
import { type EventRecord, type EventType, isEventType } from "./event-record.ts";
import type { DropReason } from "./event-metrics.ts";

/** What an event can say in addition to its message. */
export interface EventOptions {
  /** What was done or what failed, in one word: `Binding`. Default: the reason, where the API needs an action. */
  readonly action?: string | undefined;
  /** A second object that the event is about, such as the Node of a Pod. */
  readonly related?: ReadonlyObject | Readonly<ObjectReference> | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
  /** When it happened, as a Date or an RFC 3339 text. Default: now. */
  readonly time?: Date | string | undefined;
}

/**
 * Reports what happens to objects, as Kubernetes events. The object is one of yours, one that a server returned, one
 * from a cache, or a reference.
 *
 * No method throws, and no promise rejects: an event that cannot be reported is logged, counted and dropped. The
 * promise settles at once, or, with `whenFull: "waitIfChannelFull"`, when every watcher has taken the event.
 */
export interface EventRecorder {
  /** Reports an event. The reason is one word in CamelCase; the message is for people. */
  event(
    regarding: ReadonlyObject | Readonly<ObjectReference>,
    type: EventType,
    reason: string,
    message: string,
    options?: EventOptions,
  ): Promise<void>;
  /** As {@link event}, with a message that `util.format` makes: `%s`, `%d`, `%i`, `%f`, `%j`, `%o`. */
  eventf(
    regarding: ReadonlyObject | Readonly<ObjectReference>,
    type: EventType,
    reason: string,
    messageFormat: string,
    ...args: readonly unknown[]
  ): Promise<void>;
  /** As {@link eventf}, for something that happened at another time. */
  pastEventf(
    regarding: ReadonlyObject | Readonly<ObjectReference>,
    time: Date | string,
    type: EventType,
    reason: string,
    messageFormat: string,
    ...args: readonly unknown[]
  ): Promise<void>;
  /** As {@link eventf}, with annotations. */
  annotatedEventf(
    regarding: ReadonlyObject | Readonly<ObjectReference>,
    annotations: Readonly<Record<string, string>>,
    type: EventType,
    reason: string,
    messageFormat: string,
    ...args: readonly unknown[]
  ): Promise<void>;
}

/** The component that reports events. */
export interface EventReporter {
  /** The name of the controller: `shop.example.com/checkout`, or one word. */
  readonly component: string;
  /** The machine that it runs on. Default: none in the core API, this machine in the newer one. */
  readonly host?: string | undefined;
}

/** What a recorder needs from its broadcaster. */
export interface RecorderPorts {
  readonly clock: Pick<Clock, "now">;
  readonly hostName: () => string;
  readonly nameFor: (objectName: string) => string;
  readonly send: (record: EventRecord) => Promise<void>;
  readonly drop: (reason: DropReason, event: string, error?: unknown) => void;
  /** Notes that a related object has no reference. */
  readonly withoutRelated: (event: string, error: unknown) => void;
}

/** The recorder of a broadcaster, for one reporter. */
export class BroadcastRecorder implements EventRecorder {
  readonly #source: EventSource;
  readonly #ports: RecorderPorts;

  constructor({ component, host }: EventReporter, ports: RecorderPorts) {
    if (typeof component !== "string" || component === "")
      throw new InvalidArgumentError('a recorder needs the name of its component: newRecorder({ component: "shop" })');
    this.#source = defined({ component, host });
    this.#ports = ports;
  }

  async event(
    regarding: ReadonlyObject | Readonly<ObjectReference>,
    type: EventType,
    reason: string,
    message: string,
    options: EventOptions = {},
  ): Promise<void> {
    await this.#record(regarding, type, reason, () => message, options);
  }

  async eventf(
    regarding: ReadonlyObject | Readonly<ObjectReference>,
    type: EventType,
    reason: string,
    messageFormat: string,
    ...args: readonly unknown[]
  ): Promise<void> {
    await this.#record(regarding, type, reason, () => format(messageFormat, ...args), {});
  }

  async pastEventf(
    regarding: ReadonlyObject | Readonly<ObjectReference>,
    time: Date | string,
    type: EventType,
    reason: string,
    messageFormat: string,
    ...args: readonly unknown[]
  ): Promise<void> {
    await this.#record(regarding, type, reason, () => format(messageFormat, ...args), { time });
  }

  async annotatedEventf(
    regarding: ReadonlyObject | Readonly<ObjectReference>,
    annotations: Readonly<Record<string, string>>,
    type: EventType,
    reason: string,
    messageFormat: string,
    ...args: readonly unknown[]
  ): Promise<void> {
    await this.#record(regarding, type, reason, () => format(messageFormat, ...args), { annotations });
  }

  async #record(
    object: unknown,
    type: unknown,
    reason: string,
    message: () => string,
    options: EventOptions,
  ): Promise<void> {
    const { send, drop } = this.#ports;
    let regarding: ObjectReference;
    try {
      regarding = getReference(object);
    } catch (error) {
      drop("no_reference", textOf(reason), error);
      return;
    }
    if (!isEventType(type)) {
      drop(
        "unsupported_type",
        textOf(reason),
        new InvalidArgumentError(`the type of an event is "Normal" or "Warning"`),
      );
      return;
    }
    let record: EventRecord;
    try {
      record = this.#make(regarding, type, String(reason), String(message()), options);
    } catch (error) {
      drop("invalid", textOf(reason), error);
      return;
    }
    await send(record);
  }

  #make(
    regarding: ObjectReference,
    type: EventType,
    reason: string,
    message: string,
    { action, related, annotations, time }: EventOptions,
  ): EventRecord {
    const { clock, hostName, nameFor } = this.#ports;
    const name = nameFor(regarding.name ?? "");
    return {
      name,
      regarding,
      related: related === undefined ? undefined : this.#relatedReference(name, related),
      annotations: annotations === undefined ? undefined : { ...annotations },
      type,
      reason,
      action,
      message,
      source: this.#source,
      reportingInstance: `${this.#source.component}-${this.#source.host ?? hostName()}`,
      timeMs: time === undefined ? clock.now() : timeMsOf(time),
    };
  }

  /** An event without its second object is worth more than none. */
  #relatedReference(event: string, related: unknown): ObjectReference | undefined {
    try {
      return getReference(related);
    } catch (error) {
      this.#ports.withoutRelated(event, error);
      return undefined;
    }
  }
}

/** What a log line names the event by; the reason may be anything. */
function textOf(reason: unknown): string {
  return typeof reason === "string" ? reason : "";
}

function timeMsOf(time: Date | string): number {
  const ms = typeof time === "string" ? parseTimeMs(time) : time.getTime();
  // The API writes years from 0 to 9999.
  if (!(ms >= -62_167_219_200_000 && ms < 253_402_300_800_000))
    throw new InvalidArgumentError("the time of an event must be a valid time in the years 0 to 9999");
  return ms;
}

import { format } from "node:util";
import type { EventRecorder } from "./broadcast-recorder.ts";

/** A recorder for unit tests, which keeps what it is given. */
export interface FakeRecorder extends EventRecorder {
  /** One line for each event, in order: `Warning Failed exit code 7`. */
  readonly events: string[];
}

/** Makes a recorder that writes nothing and keeps a line for each event. */
export function newFakeRecorder(): FakeRecorder {
  const events: string[] = [];
  const add = async (type: string, reason: string, message: string): Promise<void> => {
    events.push(`${type} ${reason} ${message}`);
  };
  return {
    events,
    event: (_, type, reason, message) => add(type, reason, message),
    eventf: (_, type, reason, messageFormat, ...args) => add(type, reason, format(messageFormat, ...args)),
    pastEventf: (_, _time, type, reason, messageFormat, ...args) => add(type, reason, format(messageFormat, ...args)),
    annotatedEventf: (_, _annotations, type, reason, messageFormat, ...args) =>
      add(type, reason, format(messageFormat, ...args)),
  };
}

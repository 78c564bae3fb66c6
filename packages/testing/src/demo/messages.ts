/** How a message is meant: something happens, goes wrong on purpose, is recovered, or fails. */
export type MessageTone = "info" | "fault" | "recovered" | "failure";

/** A line about something that happened. */
export interface Message {
  /** Since the beginning of the demo. */
  readonly atMs: number;
  readonly tone: MessageTone;
  readonly text: string;
}

const kept = 100;

/** What happened, newest last. */
export class Messages {
  readonly #now: () => number;
  readonly #onMessage: (message: Message) => void;
  #all: Message[] = [];

  /** `now` gives milliseconds since the beginning; `onMessage` is called with each message. */
  constructor(now: () => number, onMessage: (message: Message) => void = () => {}) {
    this.#now = now;
    this.#onMessage = onMessage;
  }

  get all(): readonly Message[] {
    return this.#all;
  }

  add(tone: MessageTone, text: string): void {
    const message = { atMs: this.#now(), tone, text };
    this.#all = [...this.#all, message].slice(-kept);
    this.#onMessage(message);
  }
}

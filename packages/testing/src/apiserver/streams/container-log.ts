import { type Clock, systemClock } from "client-ts/util";

/** One line of a container's log. */
export interface ContainerLogLine {
  /** RFC 3339 with nine digits after the point. */
  readonly timestamp: string;
  readonly text: string;
}

/** What a scripted container has written. Made by {@link newContainerLog}. */
export class ContainerLog {
  readonly #clock: Clock;
  readonly #lines: ContainerLogLine[] = [];
  readonly #waiting = new Set<() => void>();
  #lastMs = 0;
  #sameMs = 0;
  #ended = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds a line, with the time of the clock; or with a time of its own. */
  append(text: string, timestamp: string = this.#now()): void {
    this.#lines.push({ timestamp, text });
    this.#wake();
  }

  /** The container has ended: clients that follow the log get its end. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** All lines so far. */
  get lines(): readonly ContainerLogLine[] {
    return this.#lines;
  }

  /** Whether the container has ended. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Calls a function once, when there is more or the log has ended. Returns a function that cancels this. */
  onChange(run: () => void): () => void {
    this.#waiting.add(run);
    return () => this.#waiting.delete(run);
  }

  #wake(): void {
    for (const run of [...this.#waiting]) {
      this.#waiting.delete(run);
      run();
    }
  }

  /** Lines of one millisecond differ in the digits after it. */
  #now(): string {
    const ms = this.#clock.now();
    this.#sameMs = ms === this.#lastMs ? this.#sameMs + 1 : 0;
    this.#lastMs = ms;
    return new Date(ms).toISOString().replace("Z", `${String(this.#sameMs).padStart(6, "0")}Z`);
  }
}

/** An empty log for a scripted container. `append` adds lines while clients read. */
export function newContainerLog(options: { readonly clock?: Clock | undefined } = {}): ContainerLog {
  return new ContainerLog(options.clock ?? systemClock);
}

/** A line of a log that was asked for with timestamps. */
export interface StampedLine {
  /** As the server writes it: RFC 3339 with up to nine digits after the point. */
  readonly timestamp: string;
  readonly text: string;
}

const stamped = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d) ?/;

/** Separates the timestamp from a line; `undefined` when there is none. */
export function parseLogLine(line: string): StampedLine | undefined {
  const match = stamped.exec(line);
  if (match === null) return undefined;
  return { timestamp: match[0].trimEnd(), text: line.slice(match[0].length) };
}

/** A timestamp as a text that sorts by time: whole nanoseconds since 1970, padded. `undefined` when it is not valid. */
export function timeKey(timestamp: string): string | undefined {
  const match = stamped.exec(timestamp);
  if (match === null) return undefined;
  const ms = Date.parse(`${match[1]}${match[3]}`);
  if (Number.isNaN(ms)) return undefined;
  return `${String(ms / 1000).padStart(12, "0")}${(match[2] ?? "").padEnd(9, "0")}`;
}

/**
 * Where a log was read up to: the last timestamp, and how many lines had it. After a cut the server is asked for
 * everything since that time, which it rounds down to a second; `isNew` then leaves out what was read before. So
 * nothing is missed, and nothing comes twice, also when several lines have one timestamp.
 */
export class LogPosition {
  #last: string | undefined;
  #lastKey = "";
  #count = 0;
  /** Lines with the last timestamp that are still to be left out after a resume. */
  #skip = 0;
  #resuming = false;

  /** The time to ask for lines since; `undefined` when none was read. */
  get since(): string | undefined {
    return this.#last;
  }

  /** There is a new connection. */
  resume(): void {
    this.#skip = this.#count;
    this.#resuming = this.#last !== undefined;
  }

  /** Whether a line was not read before. Lines without a timestamp belong to the line before them. */
  isNew(timestamp: string | undefined): boolean {
    const key = timestamp === undefined ? undefined : timeKey(timestamp);
    if (key === undefined) return !this.#resuming;
    if (this.#resuming) {
      if (key < this.#lastKey) return false;
      if (key === this.#lastKey && this.#skip > 0) {
        this.#skip--;
        return false;
      }
      this.#resuming = false;
    }
    if (key === this.#lastKey) this.#count++;
    else this.#count = 1;
    this.#lastKey = key;
    this.#last = timestamp;
    return true;
  }
}

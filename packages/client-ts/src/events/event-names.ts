import { isDnsSubdomain } from "../meta/index.ts";
import type { Clock, Random } from "../util/index.ts";

/**
 * Names for events: `<object>.<hex nanoseconds>`, as client-go makes them, or a UUID where that is not a valid name.
 *
 * The clock has milliseconds only. The nanoseconds below them are random, because two processes that report the same
 * object in the same millisecond must not choose the same name, and two names of one process always differ.
 */
export class EventNames {
  readonly #clock: Pick<Clock, "now">;
  readonly #random: Random;
  #last = 0n;

  constructor(clock: Pick<Clock, "now">, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** A name for an event about an object of this name. */
  next(objectName: string): string {
    const nanos = BigInt(Math.floor(this.#clock.now())) * 1_000_000n + BigInt(Math.floor(this.#random() * 1_000_000));
    this.#last = nanos > this.#last ? nanos : this.#last + 1n;
    const name = `${objectName}.${this.#last.toString(16)}`;
    return isDnsSubdomain(name) ? name : uuid(this.#random);
  }
}

/** A random UUID (version 4). */
function uuid(random: Random): string {
  const bytes = Buffer.from(Array.from({ length: 16 }, () => Math.floor(random() * 256)));
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

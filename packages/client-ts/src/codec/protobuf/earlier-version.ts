import type { DecodedBytes } from "../byte-format.ts";
import { WireReader, wireTypes } from "./wire-reader.ts";

/** Fields with greater numbers are not looked for: objects have their metadata, spec and status at 1, 2 and 3. */
const greatestNumber = 15;
const absent = -1;
const repeated = -2;
const nothing = Buffer.alloc(0);

/**
 * An earlier version of the object that is read next. Most changes touch the metadata and one of spec and status: a
 * message whose bytes are the same as before is the same JavaScript object as before, which saves reading it and the
 * memory for it.
 */
export class EarlierVersion {
  readonly #reader = new WireReader(nothing);
  readonly #starts: number[] = new Array<number>(greatestNumber + 1).fill(absent);
  readonly #ends: number[] = new Array<number>(greatestNumber + 1).fill(absent);
  #object: Readonly<Record<string, unknown>> | undefined;

  /** Whether there is an earlier version. */
  get isKnown(): boolean {
    return this.#object !== undefined;
  }

  /** Finds where the messages of an earlier version lie. */
  use({ bytes, start, end, object }: DecodedBytes): void {
    const reader = this.#reader;
    const [starts, ends] = [this.#starts.fill(absent), this.#ends];
    reader.bytes = bytes;
    reader.at = start;
    while (reader.at < end) {
      const tag = reader.tag();
      const number = tag >>> 3;
      if (number > greatestNumber || (tag & 7) !== wireTypes.delimited) {
        reader.skip(tag, end);
        continue;
      }
      const stop = reader.stop(end);
      // Of a message that comes twice, the object has the last one; no server sends that.
      starts[number] = starts[number] === absent ? reader.at : repeated;
      ends[number] = stop;
      reader.at = stop;
    }
    this.#object = object as Readonly<Record<string, unknown>>;
  }

  /** Forgets the earlier version. */
  forget(): void {
    this.#object = undefined;
    this.#reader.bytes = nothing;
  }

  /** The value of a field in the earlier version when its bytes are the same as these, `undefined` otherwise. */
  valueOf(name: string, number: number, bytes: Buffer, start: number, end: number): unknown {
    const from = this.#starts[number]!;
    const to = this.#ends[number]!;
    if (this.#object === undefined || from < 0 || to - from !== end - start) return undefined;
    return bytes.compare(this.#reader.bytes, from, to, start, end) === 0 ? this.#object[name] : undefined;
  }
}

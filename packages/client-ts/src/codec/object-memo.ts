/**
 * Keeps decoded objects at hand, up to a number of bytes of their source. When it is full, what was not read since the
 * last round goes first (the clock algorithm): a read costs one flag, no list is reordered.
 */

import type { UndecodableObjectError } from "../errors/index.ts";

/** Something whose decoded form can be kept or let go. */
export interface Memoised {
  /** How many bytes of source its decoded form stands for. */
  readonly weight: number;
  /** Its place in the memo, -1 when it is in none. Only the memo writes it. */
  memoAt: number;
  /** Set on each read, cleared when the clock's hand passes. */
  recent: boolean;
  /** The memo drops it: the decoded form may be collected once no caller holds it. */
  evict(): void;
}

/**
 * How much an {@link ObjectMemo} keeps by default: about 15,000 Pods. Decoded objects take about 1.5 times that
 * on the heap.
 */
export const defaultMemoBytes: number = 64 << 20;

/** A bounded set of decoded objects. */
export class ObjectMemo {
  readonly #maxBytes: number;
  readonly #onEvict: (() => void) | undefined;
  readonly #onUndecodable: ((error: UndecodableObjectError) => void) | undefined;
  readonly #ring: Memoised[] = [];
  #hand = 0;
  #bytes = 0;

  /**
   * `onEvict` is called whenever something was dropped because the memo is full, `onUndecodable` once for each entry
   * that cannot be decoded. Neither may throw.
   */
  constructor(
    maxBytes: number = defaultMemoBytes,
    onEvict?: () => void,
    onUndecodable?: (error: UndecodableObjectError) => void,
  ) {
    this.#maxBytes = maxBytes;
    this.#onEvict = onEvict;
    this.#onUndecodable = onUndecodable;
  }

  /** Bytes of source whose decoded form is kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How many objects are kept. */
  get size(): number {
    return this.#ring.length;
  }

  /**
   * Keeps one more, and drops others when the memo is full. Something heavier than the whole memo is let go at
   * once.
   */
  admit(item: Memoised): void {
    if (item.memoAt >= 0) return;
    item.memoAt = this.#ring.push(item) - 1;
    item.recent = true;
    this.#bytes += item.weight;
    while (this.#bytes > this.#maxBytes && this.#ring.length > 0) this.#step();
  }

  /** An entry that the memo's store holds cannot be decoded. */
  report(error: UndecodableObjectError): void {
    this.#onUndecodable?.(error);
  }

  /** Forgets one without letting go of its decoded form. */
  remove(item: Memoised): void {
    const at = item.memoAt;
    if (at < 0 || this.#ring[at] !== item) return;
    const last = this.#ring.pop()!;
    if (last !== item) {
      this.#ring[at] = last;
      last.memoAt = at;
    }
    item.memoAt = -1;
    this.#bytes -= item.weight;
  }

  #step(): void {
    if (this.#hand >= this.#ring.length) this.#hand = 0;
    const item = this.#ring[this.#hand]!;
    if (item.recent) {
      item.recent = false;
      this.#hand++;
      return;
    }
    this.remove(item);
    item.evict();
    this.#onEvict?.();
  }
}

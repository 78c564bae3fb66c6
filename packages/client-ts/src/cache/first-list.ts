/**
 * How far a queue is with the items of its first list. A queue whose first item is a single change has no first list.
 */
export class FirstList {
  #hasBegun = false;
  #toTake = 0;
  #left = 0;

  /** A single change came: a list that comes later is not the first. */
  changed(): void {
    this.#hasBegun = true;
  }

  /** A list of `count` items came; all lists but the first are ignored. */
  replaced(count: number): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#toTake = count;
    this.#left = count;
  }

  /** An item is handed out; says whether it belongs to the first list. */
  take(): boolean {
    if (this.#toTake === 0) return false;
    this.#toTake--;
    return true;
  }

  /** An item of the first list was processed. */
  processed(): void {
    this.#left--;
  }

  /** Whether something came, and all of the first list was processed. */
  get isProcessed(): boolean {
    return this.#hasBegun && this.#left === 0;
  }
}

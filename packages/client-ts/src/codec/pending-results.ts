/** What the callbacks for one piece of a body wait for: the body is held back until all of it has settled. */
export class PendingResults {
  #promises: Promise<void>[] = [];

  /** Adds the result of a callback; most give no promise. */
  add(later: void | Promise<void>): void {
    if (later === undefined) return;
    this.#promises.push(later);
    // When the piece fails later on, no caller waits for it any more.
    later.then(undefined, () => {});
  }

  /** What was added since the last call as one promise; `undefined` when there was none. */
  take(): Promise<void> | undefined {
    if (this.#promises.length === 0) return undefined;
    const promises = this.#promises;
    this.#promises = [];
    return Promise.all(promises).then(() => undefined);
  }
}

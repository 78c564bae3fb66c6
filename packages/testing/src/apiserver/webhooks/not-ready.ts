/** Thrown by a synchronous step that needs an answer which only a webhook can give. */
export class NotReady extends Error {
  /** Gets the answer; the step then finds it. */
  readonly prepare: () => Promise<void>;

  constructor(prepare: () => Promise<void>) {
    super("an answer of a webhook is missing");
    this.prepare = prepare;
  }
}

import { FakeClock } from "../../util/index.ts";

/**
 * A clock on which each look takes half a millisecond: work that watches the time is cut into pieces, the same ones in
 * every run.
 */
export class StridedClock extends FakeClock {
  #looks = 0;

  override monotonic(): number {
    return super.monotonic() + ++this.#looks / 2;
  }
}

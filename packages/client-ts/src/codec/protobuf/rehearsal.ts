/** Few objects are read so often that preparing for it pays off. */
const first = 1_000;
/** One in so many is decoded, so that the objects differ. */
const stride = 8;
/** So many decoded objects have shown nearly every message of their kind, and the functions for them are made. */
const decoded = 160;

/**
 * Says which of the objects that arrive are decoded although nothing has read them yet. Making the functions of a
 * kind's messages takes about as long as decoding a thousand objects with them: in the slices in which a large list
 * arrives it is not noticed, in a caller's loop over the first thousand objects it would be a stall.
 */
export class Rehearsal {
  #arrived = 0;

  /** One more arrived: whether to decode it. */
  isDue(): boolean {
    const number = ++this.#arrived - first;
    return number > 0 && number <= stride * decoded && number % stride === 0;
  }
}

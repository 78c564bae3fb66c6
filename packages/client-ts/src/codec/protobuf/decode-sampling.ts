/** For fewer objects than this, preparing does not pay off. */
const first = 1_000;
/** One in this many is decoded, so that the objects differ. */
const stride = 8;
/** After this many decoded objects nearly every message of their kind was seen, and the functions for them are made. */
const decoded = 160;

/**
 * Says which of the objects that arrive are decoded although nothing has read them yet. Making the functions of a
 * kind's messages takes about as long as decoding a thousand objects with them: in the slices in which a large list
 * arrives that goes unnoticed, but it would delay a caller's loop over the first thousand objects.
 */
export class DecodeSampling {
  #arrived = 0;

  /** One more arrived: whether to decode it. */
  isDue(): boolean {
    const number = ++this.#arrived - first;
    return number > 0 && number <= stride * decoded && number % stride === 0;
  }
}

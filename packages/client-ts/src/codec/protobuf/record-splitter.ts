import { ProtocolError } from "../../errors/index.ts";
import { ByteCollector } from "../byte-collector.ts";

/** Takes whole records from a stream of bytes. */
export interface RecordHandler {
  /**
   * Looks at the bytes from `start` to `end`, uses what is complete, and gives the position behind it: `start` when
   * nothing is. Sets `needed` to how many bytes the next record takes, 0 when it cannot say yet.
   */
  take(bytes: Buffer, start: number, end: number): number;
  readonly needed: number;
}

/**
 * Gives the pieces of a body to a handler, each record in one piece. A record that lies in one piece is not copied; one
 * that is spread over several is put together first.
 */
export class RecordSplitter {
  readonly #handler: RecordHandler;
  readonly #held = new ByteCollector();

  constructor(handler: RecordHandler) {
    this.#handler = handler;
  }

  /** Whether the bytes so far end in the middle of a record. */
  get unfinished(): boolean {
    return this.#held.length > 0;
  }

  /** Takes the next piece. */
  push(piece: Buffer): void {
    const held = this.#held;
    let at = 0;
    while (held.length > 0 && at < piece.length) {
      // Never more than the record needs, so that nothing behind it is copied.
      const wanted = Math.max(1, this.#handler.needed - held.length);
      const stop = Math.min(piece.length, at + wanted);
      held.add(piece, at, stop);
      at = stop;
      const used = this.#handler.take(held.bytes, 0, held.length);
      if (used === held.length) held.clear();
      else if (used > 0) throw new ProtocolError("a record of the body is shorter than its length says");
    }
    if (at === piece.length) return;
    const used = this.#handler.take(piece, at, piece.length);
    if (used < piece.length) held.add(piece, used, piece.length);
  }
}

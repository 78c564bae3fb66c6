import { abortedError, InvalidArgumentError } from "../errors/index.ts";
import { checkNumber } from "../util/index.ts";

/** Options of {@link parallelizeUntil}. */
export interface ParallelizeOptions {
  /** How many pieces are worked on at a time. Default 16. */
  readonly workers?: number | undefined;
  /** How many pieces a worker takes at a time. Default 1; more is cheaper for many small pieces. */
  readonly chunkSize?: number | undefined;
  /** Ends the work: no further piece is begun. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Calls `work` once for each piece from 0 to `pieces` − 1, several at a time. Settles when all that was begun has
 * ended: rejects with the first error that a piece threw (no further piece is begun then), or with an AbortedError when
 * the signal fired before all were begun.
 */
export async function parallelizeUntil(
  pieces: number,
  work: (piece: number) => unknown,
  { workers = 16, chunkSize = 1, signal }: ParallelizeOptions = {},
): Promise<void> {
  for (const [name, value, least] of [
    ["pieces", pieces, 0],
    ["workers", workers, 1],
    ["chunkSize", chunkSize, 1],
  ] as const) {
    checkNumber(name, value, { least, whole: true, error: InvalidArgumentError });
  }
  let next = 0;
  let failure: { readonly error: unknown } | undefined;
  const stopped = (): boolean => failure !== undefined || signal?.aborted === true;
  const worker = async (): Promise<void> => {
    while (next < pieces && !stopped()) {
      const begin = next;
      const end = Math.min(begin + chunkSize, pieces);
      next = end;
      for (let piece = begin; piece < end; piece++) {
        if (stopped()) {
          next = Math.min(next, piece); // what was taken and not begun
          return;
        }
        try {
          await work(piece);
        } catch (error) {
          failure ??= { error };
        }
      }
    }
  };
  const chunks = Math.ceil(pieces / chunkSize);
  await Promise.all(Array.from({ length: Math.min(workers, chunks) }, worker));
  if (failure !== undefined) throw failure.error;
  if (signal?.aborted && next < pieces)
    throw abortedError(signal, `the work was aborted before all ${pieces} pieces were started`);
}

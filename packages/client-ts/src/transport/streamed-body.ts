import type { Readable } from "node:stream";
import type { TransportRequest } from "./transport.ts";

/** Whether the body of a request is a stream, which can be read once. */
export function isStreamed(body: TransportRequest["body"]): body is Readable {
  return body !== undefined && typeof body !== "string" && !(body instanceof Uint8Array);
}

/**
 * Runs a request whose body is a stream. A failure of the stream is a failure of the request, also before anything
 * reads the stream, and does not end the process; a request that fails closes the stream.
 */
export async function withStreamedBody<R>(body: Readable, run: () => Promise<R>): Promise<R> {
  body.on("error", () => {});
  try {
    return await run();
  } catch (error) {
    body.destroy();
    throw error;
  }
}

/** Why a body cannot be sent to its end. */
export class RequestBodyError extends Error {
  /** `what` finishes the sentence "the body of the request …". */
  constructor(what: string, cause: Error | undefined) {
    super(`the body of the request ${what}`, { cause });
  }
}

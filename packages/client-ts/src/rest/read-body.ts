import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";
import { ProtocolError, statusErrorFromResponse, type RequestFacts, type StatusError } from "../errors/index.ts";
import { isProtobuf } from "../meta/index.ts";
import { headerOf, type TransportResponse } from "../transport/index.ts";
import { parseRetryAfter } from "./retry.ts";

/** All of a body. Its limits are the transport's. */
export function readBody(body: Readable): Promise<Buffer> {
  // An async iterator would do the same and costs more than the rest of a small answer.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const broken = (): void => reject(body.errored ?? new ProtocolError("the body of the answer ended too early"));
    if (body.destroyed) {
      broken();
      return;
    }
    body.on("data", (chunk: Buffer) => void chunks.push(chunk));
    body.once("error", reject);
    body.once("close", broken);
    body.once("end", () => {
      body.off("close", broken);
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    });
  });
}

/** The beginning of a body, up to `most` bytes; the rest is not read. A body that breaks off gives what came. */
export async function readBeginning(body: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk as Buffer);
      length += (chunk as Buffer).length;
      if (length >= most) break;
    }
  } catch {
    // The part of the message that arrived is more useful than the error that it is incomplete.
  }
  return Buffer.concat(chunks).subarray(0, most);
}

/**
 * Reads up to 2 KiB of an answer that is not needed, so that its connection can be used again; a longer one is cut off.
 */
export async function drain(body: Readable): Promise<void> {
  await readBeginning(body, 2048);
  body.on("error", () => {});
  body.destroy();
}

/** The error for an answer that is not a success: what the server says in its Status, else what the code means. */
export async function errorFromResponse(
  response: TransportResponse,
  facts: RequestFacts,
  errorBytes: number,
  nowMs: number,
): Promise<StatusError> {
  const bytes = await readBeginning(response.body, errorBytes);
  const contentType = headerOf(response, "content-type");
  const retryAfterMs = parseRetryAfter(headerOf(response, "retry-after"), nowMs);
  return statusErrorFromResponse(response.status, {
    ...facts,
    body: isProtobuf(contentType)
      ? await protobufText(bytes)
      : isUtf8(bytes)
        ? bytes.toString("utf8")
        : bytes.toString("latin1"),
    contentType,
    retryAfterSeconds: retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1_000),
  });
}

/** An object in protobuf as the text of its JSON; empty when it cannot be read. */
async function protobufText(bytes: Buffer): Promise<string> {
  const { loadProtobuf } = await import("../codec/index.ts");
  try {
    return JSON.stringify((await loadProtobuf()).decode(bytes));
  } catch {
    return "";
  }
}

import { isRecord } from "../../util/index.ts";
/** What was sent is not a review that can be answered: the status and the text of the HTTP answer. */
export class UnreadableReviewError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "UnreadableReviewError";
    this.status = status;
  }
}

/** How deep a review may nest: no object of Kubernetes comes near, and no function here recurses further. */
const maxDepth = 500;

/** Any JSON object; its members are data, whatever they are called. */
export type ReviewRecord = Readonly<Record<string, unknown>>;

/** A review as it was sent; nothing in it has been checked but the types of these members. */
export interface RawReview {
  readonly apiVersion: string;
  readonly uid: string;
  readonly request: ReviewRecord;
}

/** The text of a member, or an empty one; never what a prototype offers. */
export function textOf(object: ReviewRecord, member: string): string {
  const value = Object.hasOwn(object, member) ? object[member] : undefined;
  return typeof value === "string" ? value : "";
}

/** Reads a review of a kind from the body of a request. Throws an {@link UnreadableReviewError}. */
export function readReview(body: Buffer, kind: "AdmissionReview" | "ConversionReview"): RawReview {
  if (body.length === 0) throw new UnreadableReviewError(400, `the body is empty: send a ${kind}`);
  if (depthAbove(body, maxDepth))
    throw new UnreadableReviewError(400, `the review is nested deeper than ${maxDepth} levels`);
  let review: unknown;
  try {
    review = JSON.parse(body.toString("utf8"));
  } catch {
    throw new UnreadableReviewError(400, `the body is not JSON: send a ${kind}`);
  }
  if (!isRecord(review)) throw new UnreadableReviewError(400, `the body is not an object: send a ${kind}`);
  const found = textOf(review, "kind");
  if (found !== kind)
    throw new UnreadableReviewError(400, `the kind of the body is ${shown(found)}: this path takes a ${kind}`);
  const request = Object.hasOwn(review, "request") ? review["request"] : undefined;
  if (!isRecord(request)) throw new UnreadableReviewError(400, `the ${kind} has no request`);
  const uid = textOf(request, "uid");
  if (uid === "" || uid.length > 253)
    throw new UnreadableReviewError(400, `request.uid of the ${kind} must be a text of 1 to 253 characters`);
  return { apiVersion: textOf(review, "apiVersion"), uid, request };
}

/** Untrusted text in a message: quoted, and not longer than a line. */
export function shown(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

/** Whether JSON nests deeper than a limit. Looks at brackets outside of texts; what is not JSON is found later. */
function depthAbove(body: Buffer, limit: number): boolean {
  let depth = 0;
  let inText = false;
  for (let index = 0; index < body.length; index++) {
    const byte = body[index];
    if (inText) {
      if (byte === 0x5c) index++;
      else if (byte === 0x22) inText = false;
    } else if (byte === 0x22) inText = true;
    else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > limit) return true;
    } else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return false;
}

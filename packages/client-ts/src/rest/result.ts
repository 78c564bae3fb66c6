import { ProtocolError } from "../errors/index.ts";
import type { TransportResponse, Warning } from "../transport/index.ts";

/** An answer that is a success. */
export class Result<T = unknown> {
  readonly statusCode: number;
  /** The `Content-Type` header, or `""`. */
  readonly contentType: string;
  /** The body as it came, decompressed. */
  readonly body: Buffer;
  readonly headers: TransportResponse["headers"];
  /** What the server said in addition to its answer, in `Warning` headers. */
  readonly warnings: readonly Warning[];
  readonly #object: T | undefined;
  readonly #where: string;

  constructor(facts: {
    statusCode: number;
    contentType: string;
    body: Buffer;
    headers: TransportResponse["headers"];
    warnings: readonly Warning[];
    object: T | undefined;
    where: string;
  }) {
    this.statusCode = facts.statusCode;
    this.contentType = facts.contentType;
    this.body = facts.body;
    this.headers = facts.headers;
    this.warnings = facts.warnings;
    this.#object = facts.object;
    this.#where = facts.where;
  }

  /** Whether the server made something new (201). */
  get wasCreated(): boolean {
    return this.statusCode === 201;
  }

  /** The decoded object. Throws a ProtocolError when the answer had no body. */
  into(): T {
    if (this.body.length === 0)
      throw new ProtocolError(
        `${this.#where} answered ${this.statusCode} with an empty body where an object was expected`,
      );
    return this.#object as T;
  }
}

import type { RESTClient } from "../rest/index.ts";

/** A client with connections of its own, or one that uses those of another client and closes none. */
export abstract class ConnectionOwner {
  readonly #owned: RESTClient | undefined;

  constructor(owned: RESTClient | undefined) {
    this.#owned = owned;
  }

  /** Closes the connections that this client has of its own; there are none when a `Client` gave it. */
  async close(): Promise<void> {
    await this.#owned?.close();
  }

  /** As {@link close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

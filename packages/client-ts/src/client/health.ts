import { DiscoveryClient, type ServerVersion } from "../discovery/index.ts";
import { isClientError } from "../errors/index.ts";
import type { RESTClient } from "../rest/index.ts";
import type { RequestOptions } from "./options.ts";

/** What the server says about its own health. */
export interface HealthStatus {
  readonly ok: boolean;
  /** One line for each check, `[+]ping ok` or `[-]etcd failed: ...`. */
  readonly text: string;
}

/** The health of the server. A server that is not healthy is a result; one that cannot be reached is an error. */
export class Health {
  readonly #rest: RESTClient;

  /** Made by `client.health`. */
  constructor(rest: RESTClient) {
    this.#rest = rest;
  }

  /** Whether the server is ready for requests (`/readyz`). Asked once, without retries. */
  readyz(options: RequestOptions = {}): Promise<HealthStatus> {
    return this.#ask("/readyz", options);
  }

  /** Whether the server is alive (`/livez`). Asked once, without retries. */
  livez(options: RequestOptions = {}): Promise<HealthStatus> {
    return this.#ask("/livez", options);
  }

  /** The version of the server. */
  version({ signal }: Pick<RequestOptions, "signal"> = {}): Promise<ServerVersion> {
    return new DiscoveryClient(this.#rest).serverVersion({ signal });
  }

  async #ask(path: string, { signal, timeoutMs }: RequestOptions): Promise<HealthStatus> {
    const request = this.#rest.get().absPath(path).param("verbose", "").setHeader("accept", "*/*").maxRetries(0);
    if (timeoutMs !== undefined) request.timeoutMs(timeoutMs);
    try {
      return { ok: true, text: (await request.doRaw({ signal })).toString("utf8") };
    } catch (error) {
      if (!isClientError(error, "Status") || (error.code !== 500 && error.code !== 503)) throw error;
      return { ok: false, text: error.status.details?.causes?.[0]?.message ?? error.message };
    }
  }
}

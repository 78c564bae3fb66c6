import { afterEach } from "vitest";
import { newPool, type Pool, type PoolOptions } from "../pool.ts";
import type { TransportRequest } from "../transport.ts";
import { type Handler, serve, type ServeOptions, type TestServer, testCa } from "./servers.ts";

/** Servers and pools that end with their test, the last first. */
export interface PoolsPerTest {
  /** What else a test has to end. */
  readonly cleanups: (() => Promise<unknown>)[];
  start(handler: Handler, options?: ServeOptions): Promise<TestServer>;
  /** A pool for a server of the test's authority, without a proxy from the environment. */
  open(server: { readonly url: string }, options?: PoolOptions): Pool;
}

/** Starts servers and opens pools for the tests of one file. */
export function poolsPerTest(): PoolsPerTest {
  const cleanups: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
  return {
    cleanups,
    async start(handler, options) {
      const server = await serve(handler, options);
      cleanups.push(() => server.close());
      return server;
    },
    open(server, options = {}) {
      const pool = newPool(server.url, { tls: { ca: testCa.cert }, env: {}, ...options });
      cleanups.push(() => pool.close());
      return pool;
    },
  };
}

/** A GET of the path. */
export function ask(path = "/", more: Partial<TransportRequest> = {}): TransportRequest {
  return { method: "GET", path, headers: {}, purpose: "call", ...more };
}

/** The text of the answer. */
export async function text(pool: Pool, request: TransportRequest = ask()): Promise<string> {
  const { body } = await pool.send(request);
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

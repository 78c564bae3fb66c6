import { afterEach } from "vitest";
import { type Answer, type SeenRequest, startServer, type TestServer } from "../../discovery/test-support/server.ts";
import type { RestConfig } from "../../transport/index.ts";
import { type Client, newClient } from "../index.ts";

/** A scripted server and a client of it. */
export interface Serving {
  readonly server: TestServer;
  readonly client: Client;
}

/** Gives a function that starts a server and a client of it; each test ends what it started. */
export function serverPerTest(
  config: Omit<RestConfig, "host"> = {},
): (answer: (request: SeenRequest) => Answer) => Promise<Serving> {
  const open: (() => PromiseLike<unknown>)[] = [];
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close();
  });
  return async (answer) => {
    const server = await startServer(answer);
    const client = newClient({ host: server.url, ...config });
    open.push(
      () => server[Symbol.asyncDispose](),
      () => client.close(),
    );
    return { server, client };
  };
}

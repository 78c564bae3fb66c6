import { type Client, connect } from "client-ts";
import { Namespace } from "client-ts/api/core/v1";
import { sharedKubeconfig, startApiServer, testNamespaceName } from "client-ts-testing";
import { afterAll, beforeAll } from "vitest";

/** A server that a test runs on, and a client of it. */
export interface TestedServer {
  readonly client: Client;
  close(): Promise<void>;
}

async function startInMemory(): Promise<TestedServer> {
  const server = await startApiServer();
  const client = await connect({ kubeconfigText: server.kubeconfig });
  return { client, close: () => client.close().then(() => server.close()) };
}

async function connectToReal(kubeconfigPath: string): Promise<TestedServer> {
  const client = await connect({ kubeconfigPath });
  return { client, close: () => client.close() };
}

/** What {@link serverWithNamespace} gives the tests of a `describe`. */
export interface NamespacedServer {
  readonly namespace: string;
  /** While tests run. */
  readonly client: Client;
}

/** A server with a namespace of its own for the tests of one `describe`: started before them, closed after them. */
export function serverWithNamespace(start: () => Promise<TestedServer>, purpose: string): NamespacedServer {
  const namespace = testNamespaceName(purpose);
  let server: TestedServer | undefined;
  beforeAll(async () => {
    server = await start();
    await server.client.resource(Namespace).create({ metadata: { name: namespace } });
  });
  afterAll(async () => {
    await server?.client.resource(Namespace).delete(namespace);
    await server?.close();
  });
  return {
    namespace,
    get client() {
      if (server === undefined) throw new Error("the server is started before the tests, not while they are defined");
      return server.client;
    },
  };
}

const real = sharedKubeconfig();

/** The in-memory server and, where there is a control plane, the real one: for `describe.each`. */
export const bothServers: [name: string, start: () => Promise<TestedServer>][] = [
  ["the in-memory server", startInMemory],
  ...(real === undefined
    ? []
    : [["a real control plane", () => connectToReal(real)] as [string, () => Promise<TestedServer>]]),
];

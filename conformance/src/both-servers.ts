import { type Client, connect } from "client-ts";
import { Namespace } from "client-ts/api/core/v1";
import { sharedKubeconfig, startApiServer } from "client-ts-testing";

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

/** The server with a namespace for one spec, which is deleted when it is closed. */
export async function startWithNamespace(start: () => Promise<TestedServer>, name: string): Promise<TestedServer> {
  const { client, close } = await start();
  const namespaces = client.resource(Namespace);
  await namespaces.create({ metadata: { name } });
  return {
    client,
    close: async () => {
      await namespaces.delete(name);
      await close();
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

import { type Client, connect, deleted, waitFor } from "client-ts";
import { Namespace } from "client-ts/api/core/v1";
import { installCRDs, uninstallCRDs } from "client-ts/custom-resources";
import { startApiServer } from "../apiserver/index.ts";
import { startFaultProxy, testNamespaceName } from "../control-plane/index.ts";
import type { DemoOptions } from "./options.ts";
import { websiteDefinition } from "./website.ts";

/** What goes wrong on request, on the in-memory server. */
export interface DemoFaults {
  /** Whether one is in force. */
  readonly isActive: boolean;
  /** Cuts the connections of the operator, and refuses new ones until {@link heal}. The load is not cut off. */
  cut(): void;
  /** The server forgets its history: watches that resume get a 410. */
  forgetHistory(): void;
  /** The server answers nothing, to the operator and to the load, until {@link heal}. */
  pause(): void;
  heal(): void;
}

/** A server or cluster to run on, with the clients for it. */
export interface DemoWorld {
  /** Where it runs, for the title. */
  readonly where: string;
  readonly namespace: string;
  readonly operatorClient: Client;
  readonly loadClient: Client;
  /** `undefined` on a real cluster. */
  readonly faults: DemoFaults | undefined;
  /** Removes what was made and settles when nothing is left open; gives what could not be removed. */
  close(): Promise<string | undefined>;
}

/** Starts an in-memory server, or connects to a cluster, and makes the namespace and the definition of the demo. */
export async function openWorld(options: DemoOptions, signal: AbortSignal): Promise<DemoWorld> {
  return options.kubeconfig === undefined && options.context === undefined
    ? openInMemoryWorld()
    : openCluster(options, signal);
}

async function openInMemoryWorld(): Promise<DemoWorld> {
  const namespace = "demo";
  const allowedHosts: string[] = [];
  const server = await startApiServer({
    allowedHosts,
    objects: [websiteDefinition, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } }],
  });
  // Each client has a proxy of its own, so that the operator can be cut off while the load goes on.
  const port = Number(new URL(server.url).port);
  const [operatorProxy, loadProxy] = await Promise.all([startFaultProxy(port), startFaultProxy(port)]);
  const proxies = [operatorProxy, loadProxy];
  allowedHosts.push(...proxies.map((proxy) => `127.0.0.1:${proxy.port}`));
  const through = (proxyPort: number): Promise<Client> =>
    connect({
      kubeconfigText: server.kubeconfig.replace(server.url, `https://127.0.0.1:${proxyPort}`),
      logger: false,
    });
  const operatorClient = await through(operatorProxy.port);
  const loadClient = await through(loadProxy.port);
  let isActive = false;
  return {
    where: `in-memory API server at ${new URL(server.url).host}`,
    namespace,
    operatorClient,
    loadClient,
    faults: {
      get isActive() {
        return isActive;
      },
      cut() {
        isActive = true;
        operatorProxy.refuse();
        operatorProxy.cut({ reset: true });
      },
      forgetHistory: () => server.compact(),
      pause() {
        isActive = true;
        for (const proxy of proxies) proxy.hold();
      },
      heal() {
        isActive = false;
        for (const proxy of proxies) proxy.heal();
      },
    },
    async close() {
      await Promise.all([operatorClient.close(), loadClient.close()]);
      await Promise.all(proxies.map((proxy) => proxy.close()));
      await server.close();
      return undefined;
    },
  };
}

async function openCluster(
  { kubeconfig: kubeconfigPath, context }: DemoOptions,
  signal: AbortSignal,
): Promise<DemoWorld> {
  const given = { kubeconfigPath, context, logger: false } as const;
  const [operatorClient, loadClient] = await Promise.all([connect(given), connect(given)]);
  const namespace = testNamespaceName("client-ts-demo");
  const namespaces = loadClient.resource(Namespace);
  let isDefinitionOurs = false;
  let isInstalled = false;
  const close = async (): Promise<string | undefined> => {
    try {
      await namespaces.delete(namespace, { ignoreNotFound: true });
      await waitFor(namespaces, namespace, deleted(), { timeoutMs: 60_000 });
      // Objects of another demo that runs on the same cluster keep the definition there.
      if (isDefinitionOurs) await uninstallCRDs(loadClient, [websiteDefinition]);
      return undefined;
    } catch (error) {
      return `the namespace ${namespace} or the definition of Website could not be deleted; delete them: ${(error as Error).message}`;
    } finally {
      await Promise.all([operatorClient.close(), loadClient.close()]);
    }
  };
  try {
    const [installed] = await installCRDs(loadClient, [websiteDefinition], { signal });
    isDefinitionOurs = installed?.action === "created";
    isInstalled = true;
    await namespaces.create({ metadata: { name: namespace } }, { signal });
  } catch (error) {
    // The answer to the creation of the namespace may be lost, and the namespace there.
    if (isInstalled) await close();
    else await Promise.all([operatorClient.close(), loadClient.close()]);
    throw error;
  }
  return {
    where: `cluster at ${operatorClient.rest.config.host}`,
    namespace,
    operatorClient,
    loadClient,
    faults: undefined,
    close,
  };
}

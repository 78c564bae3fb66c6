import { type Client, connect } from "client-ts";
import { Pod } from "client-ts/api/core/v1";
import { afterEach, beforeEach } from "vitest";
import type { ApiServer } from "../../api-server-types.ts";
import { startApiServer } from "../../index.ts";
import type { ContainerScript } from "../container-script.ts";

/** A server for each test, with the Pod "web" whose container follows the script; gives the client of its Pods. */
export function serverWithPod(script: ContainerScript) {
  let server: ApiServer;
  let client: Client;
  beforeEach(async () => {
    server = await startApiServer({
      objects: [
        {
          apiVersion: "v1",
          kind: "Pod",
          metadata: { name: "web", namespace: "default" },
          spec: { nodeName: "node-1", containers: [{ name: "app", image: "none" }] },
        } as Pod,
      ],
      containers: () => script,
    });
    client = await connect({ kubeconfigText: server.kubeconfig });
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });
  return () => client.resource(Pod, { namespace: "default" });
}

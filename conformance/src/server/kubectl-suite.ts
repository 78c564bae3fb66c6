import { startApiServer, testNamespaceName } from "client-ts-testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiConnection } from "./api-connection.ts";
import { readGolden } from "./golden.ts";
import { findKubectl, kubeconfigFile, type KubectlSession, playKubectl } from "./kubectl-session.ts";
import { realKubeconfig } from "./servers.ts";

interface Place {
  readonly path: string;
  remove(): void | Promise<void>;
}

/** Holds the in-memory server with its controllers, and the real control plane where there is one, to the recording. */
export async function describeKubectl(sessions: Readonly<Record<string, KubectlSession>>): Promise<void> {
  const golden = readGolden("kubectl");
  const kubectl = findKubectl(golden.minor);
  if (kubectl === undefined)
    console.log(
      "skipped: kubectl on the in-memory API server " +
        `(set CLIENT_TS_KUBECTL to the path of one of version 1.${golden.minor})`,
    );
  const real = kubectl === undefined ? undefined : await realKubeconfig(golden.minor);
  const servers: readonly (readonly [string, (() => Promise<Place>) | undefined])[] = [
    ["the in-memory API server", kubectl === undefined ? undefined : inMemory],
    ["the real control plane", real === undefined ? undefined : async () => ({ path: real, remove: () => {} })],
  ];
  describe.each(servers)("kubectl on %s", (_, start) => {
    describe.skipIf(start === undefined)("as recorded", () => {
      const namespace = testNamespaceName("kubectl");
      let place: Place;
      beforeAll(async () => {
        place = await start!();
        await request(place.path, "POST", "/api/v1/namespaces", { metadata: { name: namespace } });
      });
      afterAll(async () => {
        await request(place.path, "DELETE", `/api/v1/namespaces/${namespace}`);
        await place.remove();
      });

      it.each(Object.entries(sessions))(
        "%s",
        async (title, session) => {
          const seen = await playKubectl(session, { program: kubectl!, kubeconfigFile: place.path, namespace });
          expect(seen).toEqual(golden.observations[title]);
        },
        120_000,
      );
    });
  });
}

async function inMemory(): Promise<Place> {
  const server = await startApiServer({ controllers: true });
  const file = kubeconfigFile(server.kubeconfig);
  return {
    path: file.path,
    remove: async () => {
      file.remove();
      await server.close();
    },
  };
}

async function request(kubeconfig: string, method: string, path: string, body: object = {}): Promise<void> {
  const connection = await ApiConnection.open({ path: kubeconfig });
  await connection.request(method, path, {
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
  connection.close();
}

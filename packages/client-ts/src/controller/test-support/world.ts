import { type ApiServer, startApiServer } from "client-ts-testing";
import { type Client, connect } from "../../client/index.ts";
import { defineResource, type KubeObject, type Resource } from "../../meta/index.ts";
import { FakeClock, type Logger, type LogFields } from "../../util/index.ts";
import { type Manager, newManager } from "../manager.ts";
import type { ManagerOptions } from "../manager-options.ts";

/** A custom kind with a spec and a status. */
export interface Website extends KubeObject {
  spec: { image?: string; replicas?: number; configMapName?: string };
  status?: { ready?: boolean; seen?: number; conditions?: { type: string; status: string }[] };
}

/** The descriptor of {@link Website}. */
export const Website: Resource<Website, { scope: "Namespaced"; plural: "websites"; status: true }> =
  defineResource<Website>()({
    group: "example.com",
    version: "v1",
    kind: "Website",
    plural: "websites",
    scope: "Namespaced",
    subresources: ["status"],
  });

/** The definition that makes the server serve {@link Website}. */
export const definition: KubeObject & { spec: unknown } = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "websites.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "websites", singular: "website", kind: "Website", listKind: "WebsiteList" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
};

/** A Website in the namespace `shop`. */
export function website(name: string, spec: Website["spec"] = {}, metadata: object = {}): Website {
  return { apiVersion: "example.com/v1", kind: "Website", metadata: { name, namespace: "shop", ...metadata }, spec };
}

/** A ConfigMap in the namespace `shop`. */
export function configMap(name: string, metadata: object = {}): KubeObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "shop", ...metadata } };
}

/** One line of a log. */
export interface LogLine extends LogFields {
  readonly level: string;
  readonly message: string;
}

/** A server, a client and a clock for a test. */
export interface World extends AsyncDisposable {
  readonly server: ApiServer;
  readonly client: Client;
  readonly clock: FakeClock;
  readonly lines: LogLine[];
  readonly logger: Logger;
  /** A manager that is closed with the world. */
  manager(options?: ManagerOptions): Manager;
  /**
   * Settles when every manager has seen everything and has nothing to do. With a step, time passes until then, for work
   * that is tried again after a while.
   */
  settled(stepMs?: number): Promise<void>;
  /** Lets everything happen that needs no time of the managers, until something holds. */
  until(holds: () => boolean | Promise<boolean>): Promise<void>;
}

/** Starts a world with a definition of {@link Website}, the namespace `shop` and some objects. */
export async function startWorld(...objects: readonly KubeObject[]): Promise<World> {
  const clock = new FakeClock();
  const server = await startApiServer({
    objects: [
      { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } } as KubeObject,
      definition,
      ...objects,
    ],
  });
  const lines: LogLine[] = [];
  const line = (level: string) => (message: string, fields?: LogFields) =>
    void lines.push({ level, message, ...fields });
  const logger: Logger = { debug: line("debug"), info: line("info"), warn: line("warn"), error: line("error") };
  const client = await connect({ kubeconfigText: server.kubeconfig, logger, random: () => 0.5 });
  const managers: Manager[] = [];
  const upTo = ({ plural, group }: Resource): string | undefined => {
    const name = group === "" ? plural : `${plural}.${group}`;
    return server.journal.entries().findLast((entry) => entry.resource === name)?.resourceVersion;
  };
  return {
    server,
    client,
    clock,
    lines,
    logger,
    manager(options) {
      const manager = newManager(client, { clock, ...options });
      managers.push(manager);
      return manager;
    },
    settled(stepMs) {
      const idle = Promise.all(managers.map((manager) => manager.idle({ upTo })));
      return stepMs === undefined ? idle.then(() => {}) : passUntil(idle, clock, stepMs);
    },
    async until(holds) {
      while (!(await holds())) await clock.advance(0);
    },
    async [Symbol.asyncDispose]() {
      // A test that failed may have left runs that wait: time passes until their grace period is over, so that the test
      // ends with its own error.
      await passUntil(Promise.all(managers.map((manager) => manager.close())), clock, 1_000);
      await client.close();
      await server.close();
    },
  };
}

/** Lets time pass in steps until a promise has settled. */
async function passUntil(promise: Promise<unknown>, clock: FakeClock, stepMs: number): Promise<void> {
  let settled = false;
  const watched = promise.finally(() => {
    settled = true;
  });
  watched.catch(() => {});
  while (!settled) await clock.advance(stepMs);
  await watched;
}

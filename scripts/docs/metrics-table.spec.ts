import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import { newManager } from "client-ts/controller";
import { newCertificateManager } from "client-ts/csr";
import { newBroadcaster } from "client-ts/events";
import { newSharedInformerFactory } from "client-ts/informers";
import { newLeaderElector } from "client-ts/leaderelection";
import type { Meter } from "client-ts/util";
import { newPriorityQueue } from "client-ts/workqueue";
import { startApiServer } from "client-ts-testing";
import { describe, expect, it } from "vitest";
import { metricNamesIn, metricsOf } from "./metrics-table.ts";

const root = join(import.meta.dirname, "../..");
const documented = metricsOf(readFileSync(join(root, "docs/metrics-and-logs.md"), "utf8"));

/** A meter that remembers the labels of every metric, as they were announced and as they came. */
function recordingMeter(): { readonly meter: Meter; readonly seen: Map<string, Set<string>> } {
  const seen = new Map<string, Set<string>>();
  const metric = (name: string, { labelNames = [] }: { readonly labelNames?: readonly string[] | undefined } = {}) => {
    const labels = seen.get(name) ?? new Set<string>();
    for (const label of labelNames) labels.add(label);
    seen.set(name, labels);
    return (_: number, given: Readonly<Record<string, string>> = {}) => {
      for (const label of Object.keys(given)) labels.add(label);
    };
  };
  return {
    seen,
    meter: {
      counter: (name, options) => ({ add: metric(name, options) }),
      gauge: (name, options) => ({ set: metric(name, options) }),
      histogram: (name, options) => ({ observe: metric(name, options) }),
    },
  };
}

/** A program that uses every part that measures. */
async function useEverything(meter: Meter): Promise<void> {
  const server = await startApiServer();
  server.faults.add({ match: { verb: "list" }, times: 1 }, { type: "status", code: 429, retryAfterSeconds: 0 });
  const client = await connect({ kubeconfigText: withExecPlugin(server.kubeconfig), meter, qps: 1_000, logger: false });
  const maps = client.resource(ConfigMap, { namespace: "default" });
  await maps.list();
  const map = await maps.create({ metadata: { name: "settings" } });

  const factory = newSharedInformerFactory(client);
  factory.core.v1.configMaps.informer().addEventHandler({ onAdd: () => {} });
  factory.start();
  await factory.waitForCacheSync();
  await factory.close();

  newPriorityQueue<string>({ name: "queue", meter }).shutDown();

  const broadcaster = newBroadcaster({ meter });
  broadcaster.startRecordingToSink(client);
  await broadcaster.newRecorder({ component: "test" }).event(map, "Normal", "Tested", "it was tested");
  await broadcaster.shutDown();

  const certificates = await newCertificateManager(client, {
    signerName: "example.com/none",
    usages: ["client auth"],
    template: () => undefined,
    meter,
    logger: false,
  });
  await certificates.close();

  const led = new AbortController();
  const elector = newLeaderElector(client, { name: "test", namespace: "default", onStartedLeading: () => led.abort() });
  await elector.run({ signal: led.signal });

  const manager = newManager(client, { meter, logger: false });
  const reconciled = new AbortController();
  manager.controller(ConfigMap, { reconcile: async () => reconciled.abort() });
  await manager.run({ signal: reconciled.signal });
  await client.close();
  await server.close();
}

/** The same kubeconfig, whose token comes from a plugin. */
function withExecPlugin(kubeconfig: string): string {
  const token = /token: (\S+)/.exec(kubeconfig)?.[1] ?? "";
  const credential = { apiVersion: "client.authentication.k8s.io/v1", kind: "ExecCredential", status: { token } };
  const plugin = {
    apiVersion: "client.authentication.k8s.io/v1",
    interactiveMode: "Never",
    command: process.execPath,
    args: ["-e", `console.log(${JSON.stringify(JSON.stringify(credential))})`],
  };
  return kubeconfig.replace(/token: \S+/, () => `exec: ${JSON.stringify(plugin)}`);
}

describe("the table of metrics in docs/metrics-and-logs.md", () => {
  it("has every metric that is emitted, with its labels", async () => {
    const { meter, seen } = recordingMeter();
    await useEverything(meter);
    expect(seen.size).toBeGreaterThan(35);
    const emitted = [...seen].map(([name, labels]) => [name, [...labels].sort()] as const);
    const listed = [...seen.keys()].map(
      (name) => [name, [...(documented.get(name) ?? ["not listed"])].sort()] as const,
    );
    expect(Object.fromEntries(emitted)).toEqual(Object.fromEntries(listed));
  });

  it("has every metric that a source file makes, and no other", () => {
    const sources = readdirSync(join(root, "packages/client-ts/src"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".spec.ts") && !name.startsWith("util"))
      .map((name) => readFileSync(join(root, "packages/client-ts/src", name), "utf8"));
    const names = sources.flatMap(metricNamesIn);
    const missing = names.filter(
      (name) => ![...documented.keys()].some((one) => one === name || isBeginning(name, one)),
    );
    const unknown = [...documented.keys()].filter(
      (one) => !names.some((name) => one === name || isBeginning(name, one)),
    );
    expect({ missing, unknown }).toEqual({ missing: [], unknown: [] });
  });
});

/** Names that are put together in the source are known by their beginning, which ends with an underscore. */
function isBeginning(name: string, whole: string): boolean {
  return name.endsWith("_") && whole.startsWith(name);
}

describe("metrics in a document and in a source", () => {
  it("are read from tables and from calls", () => {
    const table =
      "| name | labels |\n|---|---|\n| `a_total`, `b_seconds` | name, host | what |\n| `c_total` | | what |\n";
    expect([...metricsOf(table)]).toEqual([
      ["a_total", ["name", "host"]],
      ["b_seconds", ["name", "host"]],
      ["c_total", []],
    ]);
    expect(
      metricNamesIn('meter.counter("a_total", {}); meter\n  .gauge(\n "b", {}); meter.histogram(`c_$' + "{x}`)"),
    ).toEqual(["a_total", "b", "c_"]);
  });
});

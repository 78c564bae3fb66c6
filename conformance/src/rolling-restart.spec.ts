import { ConfigMap } from "client-ts/api/core/v1";
import { newListWatchForKind, newSharedIndexInformer } from "client-ts/cache";
import { connect } from "client-ts/client";
import { startApiServer } from "client-ts-testing";
import { expect, it, vi } from "vitest";
import type { WireEvent } from "./oracles/history.ts";
import { tapWire } from "./oracles/wire-tap.ts";

it("an informer does not list again and loses nothing while three servers restart in turn (F-C3)", async () => {
  const server = await startApiServer();
  const wire: WireEvent[] = [];
  const client = await connect({
    kubeconfigText: server.kubeconfig,
    // The tap reads JSON.
    contentType: "application/json",
    interceptors: [tapWire((event) => wire.push(event))],
  });
  const source = newListWatchForKind(client.rest, ConfigMap, { namespace: "default" });
  const informer = newSharedIndexInformer(source, ConfigMap, {
    namespace: "default",
    backoff: { next: () => 5 },
    onWatchError: () => {},
  });
  const seen: string[] = [];
  informer.addEventHandler({
    onAdd: ({ key }) => void seen.push(`add ${key}`),
    onDelete: ({ key }) => void seen.push(`delete ${key}`),
  });
  const running = informer.run();
  await informer.waitForSync();
  const expected: string[] = [];
  for (let round = 0; round < 3; round++) {
    // Not ready yet: the first requests after the restart are refused.
    const unready = server.faults.add({ match: { resource: "configmaps" }, times: 3 }, { type: "status", code: 503 });
    await server.restart({ history: "kept" });
    const name = `during-${round}`;
    const [stored] = server.apply({ apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "default" } });
    expected.push(`add default/${name}`);
    await informer.atLeast(stored?.metadata?.resourceVersion ?? "", { signal: AbortSignal.timeout(20_000) });
    expect(unready.hits).toBe(3);
  }
  // The store was first; the handler is notified later.
  await vi.waitFor(() => expect(seen).toEqual(expected), { timeout: 20_000 });
  await informer.close();
  await running;
  await client.close();
  await server.close();
  expect(seen).toEqual(expected);
  const lists = wire.filter((event) => event.kind === "request" && (event.verb === "list" || event.initialEvents));
  expect(lists).toHaveLength(1);
});

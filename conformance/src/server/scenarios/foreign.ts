import type { Scenario } from "../stage.ts";

/** What clients of other languages ask for, and ours does not. */
export const foreign: readonly Scenario[] = [
  {
    title: "applies YAML in flow style that is almost JSON",
    async run(s) {
      const body = `{\n "apiVersion": "v1",\n "kind": "ConfigMap",\n "metadata": {"name": "a",},\n "data": {"a": "1", b: two,},\n}`;
      await s.apply(s.in("configmaps", "a"), body, "me");
      await s.apply(s.in("configmaps", "a"), '{"apiVersion": "v1", "kind": "ConfigMap"', "me", { pick: () => undefined });
    },
    words: false,
  },
  {
    title: "refuses a resourceVersion on create except in a dry run",
    async run(s) {
      await s.post(s.in("configmaps"), { metadata: { name: "a", resourceVersion: "5" } });
      await s.post(`${s.in("configmaps")}?dryRun=All`, { metadata: { name: "a", resourceVersion: "5" } });
      await s.post(`${s.in("configmaps")}?dryRun=All`, { metadata: { name: "a", resourceVersion: "x" } });
    },
  },
  {
    title: "watches over a WebSocket, one event a frame",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a", labels: { ws: "1" } } });
      await s.given(s.in("configmaps"), { metadata: { name: "b", labels: { ws: "1" } } });
      const path = `${s.in("configmaps")}?watch=true&labelSelector=ws&timeoutSeconds=1`;
      await s.watchWebSocket(path, 4);
      await s.watchWebSocket(`${path}&allowWatchBookmarks=true&resourceVersion=0`, 2);
      await s.watchWebSocket(`${path}&fieldSelector=x`, 1);
    },
  },
];

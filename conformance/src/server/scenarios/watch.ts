import { brief, type Scenario, type Stage } from "../stage.ts";

async function secret(s: Stage, name: string, labels: object = {}): Promise<string> {
  return (await s.given(s.in("secrets"), { metadata: { name, labels } })).metadata.resourceVersion;
}

async function listVersion(s: Stage): Promise<string> {
  return (await s.quietly(() => s.get(s.in("secrets")))).body.metadata.resourceVersion;
}

/** Steps on the server whose answers do not matter: the watch shows what they did. */
async function changes(s: Stage, ...steps: (() => Promise<unknown>)[]): Promise<void> {
  await s.quietly(async () => {
    for (const step of steps) await step();
  });
}

/** Watches: where they begin, what they send, how they end. */
export const watch: readonly Scenario[] = [
  {
    title: "sends every change after a version, in order",
    async run(s) {
      const watch = await s.watch(`${s.in("secrets")}?resourceVersion=${await listVersion(s)}`);
      await changes(
        s,
        () => s.post(s.in("secrets"), { metadata: { name: "a" }, stringData: { a: "1" } }),
        () => s.patch(s.in("secrets", "a"), { stringData: { a: "2" } }),
        () => s.post(s.in("secrets"), { metadata: { name: "b" } }),
        () => s.delete(s.in("secrets", "a")),
      );
      await watch.take(4);
    },
  },
  {
    title: "sends whole objects with kind and apiVersion",
    managedFields: true,
    async run(s) {
      const watch = await s.watch(`${s.in("secrets")}?resourceVersion=${await listVersion(s)}`);
      await secret(s, "a", { l: "1" });
      await watch.take(1, (event) => event);
    },
  },
  {
    title: "gives a deleted object the version of its deletion",
    async run(s) {
      const version = await secret(s, "a");
      const watch = await s.watch(`${s.in("secrets")}?resourceVersion=${version}`);
      const { body } = await s.quietly(() => s.delete(s.in("secrets", "a")));
      const [event] = await watch.take(1);
      s.note("newer than before", BigInt(event.object.metadata.resourceVersion) > BigInt(version));
      s.note("answer of the delete", body.status);
    },
  },
  {
    title: "begins with what is there when no version is asked for",
    async run(s) {
      await secret(s, "a");
      await secret(s, "b");
      const watch = await s.watch(s.in("secrets"));
      await watch.take(2);
      await secret(s, "c");
      await watch.take(1);
    },
  },
  {
    title: "begins with what is there at version 0",
    async run(s) {
      const version = await secret(s, "a");
      await s.quietly(() => s.get(`${s.in("secrets")}?resourceVersion=${version}&resourceVersionMatch=NotOlderThan`));
      const watch = await s.watch(`${s.in("secrets")}?resourceVersion=0`);
      await watch.take(1);
    },
  },
  {
    title: "resumes after a version and repeats nothing",
    async run(s) {
      const version = await secret(s, "a");
      await secret(s, "b");
      const first = await s.watch(`${s.in("secrets")}?resourceVersion=${version}`);
      const [event] = await first.take(1);
      first.close();
      await secret(s, "c");
      const second = await s.watch(`${s.in("secrets")}?resourceVersion=${event.object.metadata.resourceVersion}`);
      await second.take(1);
    },
  },
  {
    title: "ends with an ERROR event of 410 for a version that is forgotten",
    needsForgotten: true,
    async run(s) {
      await secret(s, "a");
      await s.expire(Buffer.from("{}").toString("base64"));
      const watch = await s.watch(`${s.in("secrets")}?resourceVersion=1`);
      await watch.rest();
    },
  },
  {
    title: "ends without an error after timeoutSeconds",
    async run(s) {
      await secret(s, "a");
      const watch = await s.watch(`${s.in("secrets")}?timeoutSeconds=1`);
      await watch.rest();
    },
  },
  {
    title: "shows an object that comes to fit a label selector as added, and one that no longer fits as deleted",
    async run(s) {
      const version = await secret(s, "a", { app: "other" });
      const watch = await s.watch(`${s.in("secrets")}?labelSelector=app%3Dx&resourceVersion=${version}`);
      await changes(
        s,
        () => s.patch(s.in("secrets", "a"), { metadata: { labels: { app: "x" } } }),
        () => s.patch(s.in("secrets", "a"), { metadata: { labels: { more: "1" } } }),
        () => s.patch(s.in("secrets", "a"), { metadata: { labels: { app: "other" } } }),
        () => s.patch(s.in("secrets", "a"), { metadata: { labels: { app: "x" } } }),
        () => s.delete(s.in("secrets", "a")),
      );
      await watch.take(5);
    },
  },
  {
    title: "gives an object that leaves a selector its old content and the new version",
    async run(s) {
      const version = await secret(s, "a", { app: "x" });
      const watch = await s.watch(`${s.in("secrets")}?labelSelector=app%3Dx&resourceVersion=${version}`);
      const { body } = await s.quietly(() => s.patch(s.in("secrets", "a"), { metadata: { labels: { app: "y" } } }));
      const [event] = await watch.take(1);
      s.note("version of the change", event.object.metadata.resourceVersion === body.metadata.resourceVersion);
    },
  },
  {
    title: "watches one object by field selector",
    async run(s) {
      const version = await listVersion(s);
      const watch = await s.watch(`${s.in("secrets")}?fieldSelector=metadata.name%3Db&resourceVersion=${version}`);
      await secret(s, "a");
      await secret(s, "b");
      await watch.take(1);
    },
  },
  {
    title: "watches one object by its old path",
    async run(s) {
      await secret(s, "b");
      const watch = await s.watch(`/api/v1/watch/namespaces/${s.namespace}/secrets/b`);
      await watch.take(1);
    },
  },
  {
    title: "sends bookmarks only to clients that ask for them, with kind and version and nothing else",
    async run(s) {
      await secret(s, "a");
      const query = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
      const watch = await s.watch(`${s.in("secrets")}?${query}`);
      await watch.take(2);
    },
  },
  {
    title: "marks the end of the initial events, for an empty collection too",
    async run(s) {
      const query = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
      const watch = await s.watch(`${s.in("secrets")}?${query}`);
      await watch.take(1);
      await secret(s, "a");
      await watch.take(1);
    },
  },
  {
    title: "sends the initial events not older than a version",
    async run(s) {
      const version = await secret(s, "a");
      const query = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
      const watch = await s.watch(`${s.in("secrets")}?${query}&resourceVersion=${version}`);
      const events = await watch.take(2);
      s.note("not older", BigInt(events[1].object.metadata.resourceVersion) >= BigInt(version));
    },
  },
  {
    title: "sends the initial events that a selector chooses",
    async run(s) {
      await secret(s, "a", { app: "x" });
      await secret(s, "b", { app: "y" });
      const query = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
      const watch = await s.watch(`${s.in("secrets")}?${query}&labelSelector=app%3Dy`);
      await watch.take(2);
    },
  },
  {
    title: "leaves out the mark of the end when no bookmarks are wanted",
    async run(s) {
      await secret(s, "a");
      const watch = await s.watch(
        `${s.in("secrets")}?sendInitialEvents=true&resourceVersionMatch=NotOlderThan&timeoutSeconds=1`,
      );
      await watch.rest();
    },
  },
  {
    title: "does not send initial events when told not to",
    async run(s) {
      await secret(s, "a");
      const watch = await s.watch(`${s.in("secrets")}?sendInitialEvents=false&resourceVersionMatch=NotOlderThan`);
      await secret(s, "b");
      await watch.take(1);
    },
  },
  {
    title: "holds to the rules of watch options",
    async run(s) {
      const path = `${s.in("secrets")}?watch=true&timeoutSeconds=1`;
      await s.get(`${path}&sendInitialEvents=true`);
      await s.get(`${path}&sendInitialEvents=true&resourceVersionMatch=Exact`);
      await s.get(`${path}&resourceVersionMatch=NotOlderThan`);
      await s.get(`${path}&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&continue=x`);
      await s.get(`${path}&resourceVersion=abc`);
      await s.get(`${path}&labelSelector=a%20in`);
      await s.get(`${path}&fieldSelector=data.x%3Dy`);
    },
  },
  {
    title: "is silent about writes that change nothing",
    async run(s) {
      const version = await secret(s, "a", { l: "1" });
      const watch = await s.watch(`${s.in("secrets")}?resourceVersion=${version}`);
      await changes(
        s,
        () => s.patch(s.in("secrets", "a"), { metadata: { labels: { l: "1" } } }),
        () => s.patch(`${s.in("secrets", "a")}?dryRun=All`, { metadata: { labels: { l: "2" } } }),
        () => s.patch(s.in("secrets", "a"), { metadata: { labels: { l: "3" } } }),
      );
      await watch.take(1);
    },
  },
  {
    title: "shows the steps of a deletion with finalizers",
    async run(s) {
      const { metadata } = await s.given(s.in("secrets"), { metadata: { name: "a", finalizers: ["example.com/x"] } });
      const watch = await s.watch(`${s.in("secrets")}?resourceVersion=${metadata.resourceVersion}`);
      await changes(
        s,
        () => s.delete(s.in("secrets", "a")),
        () => s.patch(s.in("secrets", "a"), { metadata: { finalizers: null } }),
      );
      await watch.take(2, ({ type, object }) => ({
        type,
        finalizers: object.metadata.finalizers,
        deletion: object.metadata.deletionTimestamp,
        resourceVersion: object.metadata.resourceVersion,
      }));
    },
  },
  {
    title: "sends metadata alone when asked for it",
    async run(s) {
      const accept = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
      await secret(s, "a", { l: "1" });
      const watch = await s.watch(s.in("secrets"), { accept });
      await watch.take(1, (event) => event);
    },
  },
  {
    title: "sends table rows when asked for them, columns once",
    async run(s) {
      await secret(s, "a");
      await secret(s, "b");
      const watch = await s.watch(s.in("secrets"), { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" });
      await watch.take(2, ({ type, object }) => ({
        type,
        kind: object.kind,
        columns: object.columnDefinitions?.map(({ name }: { name: string }) => name) ?? "none",
        cells: object.rows[0].cells.slice(0, 3),
      }));
    },
  },
  {
    title: "shows changes of all namespaces in one watch",
    async run(s) {
      const version = await listVersion(s);
      const watch = await s.watch(`/api/v1/secrets?labelSelector=run%3D${s.run}&resourceVersion=${version}`);
      await secret(s, "a", { run: s.run });
      await watch.take(1);
    },
  },
  {
    title: "shows one event for each object of a deleted collection",
    async run(s) {
      await secret(s, "a", { app: "x" });
      const version = await secret(s, "b", { app: "x" });
      const watch = await s.watch(`${s.in("secrets")}?resourceVersion=${version}`);
      await changes(s, () => s.delete(`${s.in("secrets")}?labelSelector=app%3Dx`));
      const events = await s.quietly(() => watch.take(2, () => "event"));
      const sorted = events.map(brief).map((event) => (event as { name: string }).name);
      s.note("deleted", sorted.sort());
    },
  },
  {
    title: "shows a status change as a change",
    async run(s) {
      const path = s.in("networking.k8s.io/v1/ingresses");
      const { metadata } = await s.given(path, {
        metadata: { name: "a" },
        spec: { defaultBackend: { service: { name: "s", port: { number: 80 } } } },
      });
      const watch = await s.watch(`${path}?resourceVersion=${metadata.resourceVersion}`);
      await changes(s, () =>
        s.patch(`${path}/a/status`, { status: { loadBalancer: { ingress: [{ ip: "10.1.2.3" }] } } }),
      );
      await watch.take(1, ({ type, object }) => ({
        type,
        status: object.status,
        generation: object.metadata.generation,
      }));
    },
  },
];

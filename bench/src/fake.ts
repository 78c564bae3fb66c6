/**
 * A suite of 100 users' tests on the fake clientset and on the in-memory server, each test with a fake or a server of
 * its own: `npm run bench:fake`. The rounds alternate, and CPU time is compared, which a busy machine changes less than
 * the time on the clock. The packages are the built ones, as users have them. Fails when the median round on the fake
 * takes more than a tenth of the one on the server.
 */
import { type Client, connect, isConflict } from "client-ts";
import { Deployment } from "client-ts/api/apps/v1";
import { ConfigMap, type Namespace, Pod } from "client-ts/api/core/v1";
import type { KubeObject } from "client-ts/meta";
import { newFakeClientset, startApiServer } from "client-ts-testing";

const most = 0.1;
const warmUps = 4;
const rounds = 9;

/** A client for one test, and how to end what is behind it. */
type Start = (objects: readonly KubeObject[]) => Promise<{ readonly client: Client; close(): Promise<void> }>;

const onFake: Start = async (objects) => {
  const fake = newFakeClientset(...objects);
  return { client: fake.client, close: () => fake.close() };
};
const onServer: Start = async (objects) => {
  const server = await startApiServer({ objects });
  const client = await connect({ kubeconfigText: server.kubeconfig });
  return {
    client,
    async close() {
      await client.close();
      await server.close();
    },
  };
};

const settings: ConfigMap = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "settings", namespace: "shop", labels: { app: "web" } },
  data: { color: "red" },
};
const web: Deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", namespace: "shop" },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: "web" } },
    template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "web:1" }] } },
  },
};

const shop: Namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } };

/**
 * What users test, with the objects that each needs: a reconciler's reads and writes, a conflict, a watch, an apply.
 * Repeated until there are 100.
 */
const tests: readonly (readonly [fixture: KubeObject, test: (client: Client) => Promise<void>])[] = [
  [
    web,
    async (client) => {
      const deployments = client.resource(Deployment, { namespace: "shop" });
      await deployments.modify("web", (draft) => {
        draft.spec!.replicas = 3;
      });
      await deployments.modifyStatus("web", (draft) => {
        draft.status = { replicas: 3, readyReplicas: 3 };
      });
      expectThat((await deployments.get("web")).status?.readyReplicas === 3);
    },
  ],
  [
    settings,
    async (client) => {
      const maps = client.resource(ConfigMap, { namespace: "shop" });
      const old = await maps.get("settings");
      await maps.mergePatch("settings", { data: { color: "blue" } });
      expectThat(isConflict(await maps.update(old).catch((error: unknown) => error)));
      expectThat((await maps.list({ labelSelector: "app=web" })).items.length === 1);
    },
  ],
  [
    shop,
    async (client) => {
      const pods = client.resource(Pod, { namespace: "shop" });
      await pods.create({ metadata: { name: "a" }, spec: { containers: [{ name: "web", image: "web:1" }] } });
      for await (const event of pods.watch()) {
        expectThat(event.type === "ADDED");
        break;
      }
      await pods.delete("a");
      expectThat((await pods.list()).items.length === 0);
    },
  ],
  [
    shop,
    async (client) => {
      const maps = client.resource(ConfigMap, { namespace: "shop" });
      await maps.apply({ metadata: { name: "own" }, data: { a: "1" } }, { fieldManager: "shop" });
      await maps.apply({ metadata: { name: "own" }, data: { a: "2" } }, { fieldManager: "shop" });
      expectThat((await maps.get("own")).data?.["a"] === "2");
      await maps.deleteCollection({ all: true });
    },
  ],
];

function expectThat(holds: boolean): void {
  if (!holds) throw new Error("a test of the suite did not get what it expects");
}

async function suite(start: Start): Promise<number> {
  const began = process.cpuUsage();
  for (let index = 0; index < 100; index++) {
    const [fixture, test] = tests[index % tests.length]!;
    const { client, close } = await start([fixture]);
    await test(client);
    await close();
  }
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

// What the first rounds load and compile is not part of the comparison.
for (let round = 0; round < warmUps; round++) {
  await suite(onFake);
  await suite(onServer);
}
const fakes: number[] = [];
const servers: number[] = [];
for (let round = 0; round < rounds; round++) {
  fakes.push(await suite(onFake));
  servers.push(await suite(onServer));
}
console.log(fakes.map((v) => v.toFixed(0)).join(" "), "|", servers.map((v) => v.toFixed(0)).join(" "));
const ratio = median(fakes) / median(servers);
console.log(
  `100 tests: fake ${median(fakes).toFixed(0)} ms CPU, in-memory server ${median(servers).toFixed(0)} ms CPU`,
);
console.log(`figure: fake clientset ${ratio.toFixed(3)}x of the in-memory server (at most ${most}x)`);
process.exitCode = ratio > most ? 1 : 0;

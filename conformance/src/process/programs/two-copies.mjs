// Two copies of the package in one process: the ESM build and the CommonJS build. Prints as JSON what each makes of
// what the other made.
import { createRequire } from "node:module";
import { inspect } from "node:util";
import * as esmFront from "client-ts";
import * as esmApi from "client-ts/api/core/v1";
import * as esmCache from "client-ts/cache";
import * as esmDiscovery from "client-ts/discovery";
import * as esmErrors from "client-ts/errors";
import * as esmInternal from "client-ts/internal";
import * as esmKubeconfig from "client-ts/kubeconfig";
import * as esmRest from "client-ts/rest";

const require = createRequire(import.meta.url);
const load = (entry) => require(entry === "" ? "client-ts" : `client-ts/${entry}`);
const esm = {
  front: esmFront,
  api: esmApi,
  cache: esmCache,
  discovery: esmDiscovery,
  errors: esmErrors,
  internal: esmInternal,
  kubeconfig: esmKubeconfig,
  rest: esmRest,
};
const cjs = {
  front: load(""),
  api: load("api/core/v1"),
  cache: load("cache"),
  discovery: load("discovery"),
  errors: load("errors"),
  internal: load("internal"),
  kubeconfig: load("kubeconfig"),
  rest: load("rest"),
};
const { kubeconfig, url, token, ca } = JSON.parse(process.env.TEST_INPUT);
process.disconnect?.();

const thrown = async (run) => {
  try {
    await run();
  } catch (error) {
    return error;
  }
  throw new Error("it did not throw");
};

/** What `theirs` makes of the errors of `ours`. */
async function guards(ours, theirs) {
  const client = await ours.front.connect({ kubeconfigText: kubeconfig });
  const maps = client.resource(ours.api.ConfigMap, { namespace: "default" });
  const notFound = await thrown(() => maps.get("missing"));
  const exists = await thrown(() => maps.create({ metadata: { name: "shared" } }));
  const aborted = await thrown(() => maps.list({ signal: AbortSignal.abort() }));
  const closed = await client.close().then(() => thrown(() => maps.list()));
  const { errors: e, rest: r, discovery: d, internal: i, kubeconfig: k } = theirs;
  const noContext = await thrown(async () =>
    (await ours.kubeconfig.loadKubeconfig({ text: kubeconfig, context: "none" })).restConfig(),
  );
  let conflicts = 0;
  const conflict = new ours.errors.StatusError(ours.errors.newStatus("Conflict", "changed"));
  await e.retryOnConflict(async () => {
    if (++conflicts < 3) throw conflict;
  });
  return {
    sameClass: notFound instanceof e.StatusError,
    isClientError: [notFound, exists, aborted, closed, noContext].map((error) => e.isClientError(error)),
    kinds: [
      e.isClientError(notFound, "Status"),
      e.isClientError(closed, "Transport"),
      e.isClientError(closed, "Status"),
    ],
    isNotFound: [e.isNotFound(notFound), e.isNotFound(exists), e.isNotFound(new Error("wrapped", { cause: notFound }))],
    isAlreadyExists: e.isAlreadyExists(exists),
    isAborted: e.isAborted(aborted),
    statusOf: e.findStatusError(notFound)?.reason,
    isContextNotFound: k.isContextNotFound(noContext),
    isCredentialError: r.isCredentialError(new ours.rest.CredentialError("none", { problem: "failed" })),
    isNoMatch: d.isNoMatch(new ours.discovery.NoMatchError({ group: "", kind: "Nothing" })),
    isVeryShortWatch: i.isVeryShortWatch(new ours.internal.VeryShortWatchError("short")),
    retriesOnConflict: conflicts,
  };
}

/** What `theirs` makes of the objects of `ours`: secrets, kubeconfigs, kinds, entries, stores. */
async function objects(ours, theirs) {
  const secret = ours.errors.newSecretValue(token);
  const config = { host: url, bearerToken: secret, tls: { ca } };
  const client = await theirs.front.connect({ kubeconfig: config });
  const withSecret = (await client.resource(ours.api.ConfigMap, { namespace: "default" }).get("shared")).data.text;
  await client.close();
  const loaded = await theirs.front.connect({ kubeconfig: await ours.kubeconfig.loadKubeconfig({ text: kubeconfig }) });
  const withKubeconfig = (await loaded.resource(ours.api.ConfigMap, { namespace: "default" }).get("shared")).data.text;
  const { newListWatchForKind, newSharedIndexInformer } = ours.cache;
  const informer = newSharedIndexInformer(
    newListWatchForKind(loaded.rest, ours.api.ConfigMap, { namespace: "default" }),
    ours.api.ConfigMap,
  );
  const running = informer.run();
  await informer.waitForSync({ signal: AbortSignal.timeout(20_000) });
  const lister = theirs.cache.newGenericLister(informer.store, theirs.api.ConfigMap);
  const [entry] = [...informer.store.entries()];
  const listed = {
    all: lister.list().map(({ metadata }) => metadata.name),
    selected: lister.list({ labelSelector: "app=web" }).map(({ metadata }) => metadata.name),
    namespaced: lister
      .namespace("default")
      .list({ labelSelector: "app=web" })
      .map(({ metadata }) => metadata.name),
    missing: theirs.errors.isNotFound(await thrown(() => lister.get("default/missing"))),
  };
  const taken = new theirs.internal.LazyStore();
  taken.add(entry);
  const fifo = theirs.cache.newDeltaFIFO();
  fifo.add(entry);
  await thrown(() =>
    fifo.pop(() => {
      throw new ours.cache.RequeueError();
    }),
  );
  const requeued = fifo.listKeys();
  await informer.close();
  await running;
  await loaded.close();
  return {
    sameSecret: secret instanceof theirs.errors.newSecretValue(token).constructor,
    printed: [
      inspect(config).includes(token),
      JSON.stringify(config).includes(token),
      `${secret}`,
      inspect(theirs.front.newClient(config)).includes(token),
    ],
    withSecret,
    withKubeconfig,
    listed,
    isEntry: [
      theirs.internal.isEntry(entry),
      theirs.internal.isEntry(ours.internal.plainEntry(informer.store.getByKey("default/shared"))),
      theirs.internal.isEntry({}),
    ],
    requeued,
    taken: taken.getByKey("default/shared")?.data?.text,
  };
}

/** Both at work at once; one is closed in the middle. */
async function together() {
  const clients = [];
  for (const copy of [esm, cjs]) {
    const client = await copy.front.connect({
      kubeconfig: { host: url, authProvider: { name: "mine", config: {} }, tls: { ca } },
      authProviders: { mine: () => copy.internal.bearerToken(copy.errors.newSecretValue(token)) },
    });
    clients.push(client.resource(copy.api.ConfigMap, { namespace: "default" }), client);
  }
  const [first, firstClient, second, secondClient] = clients;
  await Promise.all([first.list(), second.list()]);
  await firstClient.close();
  const after = (await second.get("shared")).data.text;
  const closed = esm.errors.isClientError(await thrown(() => first.list()), "Transport");
  await secondClient.close();
  return { after, closed };
}

const facts = {
  distinct: esm.errors.ClientError !== cjs.errors.ClientError,
  guards: [await guards(esm, cjs), await guards(cjs, esm)],
  objects: [await objects(esm, cjs), await objects(cjs, esm)],
  together: await together(),
  globals: Object.keys(globalThis).filter((name) => /client-?ts|kube/i.test(name)),
};
console.log(JSON.stringify(facts));

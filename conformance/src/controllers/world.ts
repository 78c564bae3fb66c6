/**
 * One random world: a user makes, changes and deletes Websites, an operator follows, and every request of the operator
 * may fail at random: before it is sent, after the server has done it, or with an answer of 409, 429, 500 or 503. Time
 * is a fake clock, chance is a seed.
 */
import { connect } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import { newManager } from "client-ts/controller";
import { TransportError } from "client-ts/errors";
import { controllerReferenceTo, defineResource, type KubeObject } from "client-ts/meta";
import type { Interceptor } from "client-ts/rest";
import { FakeClock } from "client-ts/util";
import { defined, seededRandom } from "client-ts/internal";
import { startApiServer } from "client-ts-testing";
import { Readable } from "node:stream";

interface Site extends KubeObject {
  spec: { page: string };
  status?: { conditions?: { type: string; status: string; observedGeneration?: number }[] };
}

const Site = defineResource<Site>()({
  group: "example.com",
  version: "v1",
  kind: "Site",
  plural: "sites",
  scope: "Namespaced",
  subresources: ["status"],
});

const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "sites.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { kind: "Site", listKind: "SiteList", plural: "sites", singular: "site" },
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

/** What was seen in a world that has come to rest. */
export interface WorldReport {
  readonly seed: number;
  /** What is wrong; empty when the world is as it should be. */
  readonly problems: readonly string[];
  readonly requests: number;
  readonly failures: number;
  readonly runs: number;
  /** How long it took on the fake clock. */
  readonly fakeMs: number;
}

/** Plays one world to its end. */
export async function playWorld(seed: number): Promise<WorldReport> {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const clock = new FakeClock();
  const server = await startApiServer({ objects: [definition as KubeObject] });
  const user = await connect({ kubeconfigText: server.kubeconfig });
  // With names that the server makes, a lost answer could hide a child for longer than any cache: then they are fixed.
  const answersAreLost = random() < 0.5;
  const chance = 0.1 + random() * 0.3;
  const count = { requests: 0, failures: 0, runs: 0 };
  let faulty = true;
  const unreliable: Interceptor = (next) => async (request) => {
    count.requests++;
    const isWatch = request.purpose === "watch" || request.purpose === "list";
    if (!faulty || random() >= (isWatch ? chance / 5 : chance)) return next(request);
    count.failures++;
    const fault = pick(answersAreLost ? ["unsent", "lost", "409", "429", "500", "503"] : ["unsent", "409", "429"]);
    if (fault === "unsent") throw new TransportError("the connection broke", { code: "reset", sent: false });
    if (fault === "lost") {
      const { body } = await next(request);
      for await (const _ of body);
      throw new TransportError("the answer was lost", { code: "reset" });
    }
    const code = Number(fault);
    const reason = { 409: "Conflict", 429: "TooManyRequests", 500: "InternalError", 503: "ServiceUnavailable" }[code];
    const status = { apiVersion: "v1", kind: "Status", status: "Failure", code, reason, message: "by chance" };
    return {
      status: code,
      headers: { "content-type": "application/json", ...defined({ "retry-after": code === 429 ? "1" : undefined }) },
      body: Readable.from([Buffer.from(JSON.stringify(status))]),
      protocol: "http/1.1",
    };
  };
  const client = await connect({
    kubeconfigText: server.kubeconfig,
    clock,
    random,
    http2: false,
    logger: false,
    interceptors: [unreliable],
  });
  const problems: string[] = [];
  /** A service outside of the cluster: what was made there must go with its Site. */
  const outside = new Set<string>();
  const active = new Set<string>();
  const manager = newManager(client, { random, cache: [ConfigMap], logger: false });
  const alone = async (key: string, run: () => Promise<void>): Promise<void> => {
    count.runs++;
    if (active.has(key)) problems.push(`${key} ran twice at a time`);
    active.add(key);
    try {
      await run();
    } finally {
      active.delete(key);
    }
  };
  manager.controller(Site, {
    owns: [ConfigMap],
    retryMaxMs: 5_000,
    reconcile: (site, ctx) =>
      alone(site.metadata.name, async () => {
        const { name, namespace, uid } = site.metadata;
        outside.add(uid);
        const maps = ctx.client.resource(ConfigMap, { namespace });
        const [child] = ctx.cache.list(ConfigMap, { ownedBy: site });
        const ownerReferences = [controllerReferenceTo(site)];
        const data = { page: site.spec.page };
        if (answersAreLost) await maps.apply({ metadata: { name, ownerReferences }, data }, { force: true });
        else if (child === undefined)
          await maps.create({ metadata: { generateName: `${name}-`, ownerReferences }, data });
        else if (child.data?.["page"] !== data.page) await maps.mergePatch(child.metadata.name, { data });
        await ctx.setCondition(site, { type: "Ready", status: "True", reason: "Made" });
      }),
    finalize: (site, ctx) =>
      alone(site.metadata.name, async () => {
        await ctx.client.resource(ConfigMap, { namespace: "default" }).list();
        outside.delete(site.metadata.uid);
      }),
  });
  const running = manager.run();
  running.catch((error: unknown) => problems.push(`the manager failed: ${String(error)}`));
  const sites = user.resource(Site, { namespace: "default" });
  const names = ["a", "b", "c", "d"];
  for (let step = 0; step < 16; step++) {
    await change();
    // The requests of the user give those of the operator time to be answered.
    for (let turn = 0; turn < 10; turn++) {
      await clock.advance(random() * 300);
      await sites.list();
    }
  }
  faulty = false;
  let wrong: readonly string[] = ["not looked at"];
  for (let second = 0; second < 120 && wrong.length > 0; second++) {
    await clock.advance(1_000);
    wrong = await differences();
  }
  problems.push(...wrong);
  const fakeMs = clock.monotonic();
  await stop();
  return { seed, problems, ...count, fakeMs };

  async function change(): Promise<void> {
    const name = pick(names);
    const page = `page ${Math.floor(random() * 5)}`;
    try {
      const what = random();
      if (what < 0.5) await sites.create({ metadata: { name }, spec: { page } });
      else if (what < 0.8) await sites.mergePatch(name, { spec: { page } });
      else await sites.delete(name);
    } catch {
      // It is there already, or it is not: both are fine.
    }
  }

  /** What is not as it should be. */
  async function differences(): Promise<string[]> {
    const found: string[] = [];
    const { items } = await sites.list();
    const children = (await user.resource(ConfigMap, { namespace: "default" }).list()).items.filter(
      ({ metadata }) => metadata.ownerReferences !== undefined,
    );
    for (const site of items) {
      const { name, uid, generation, deletionTimestamp } = site.metadata;
      const own = children.filter(({ metadata }) => metadata.ownerReferences?.[0]?.uid === uid);
      if (deletionTimestamp !== undefined) found.push(`${name} is still there`);
      if (own.length !== 1) found.push(`${name} has ${own.length} children`);
      if (own[0]?.data?.["page"] !== site.spec.page) found.push(`the child of ${name} has another page`);
      const [condition] = site.status?.conditions ?? [];
      if (condition?.status !== "True" || condition.observedGeneration !== generation)
        found.push(`${name} is not ready`);
      if (!outside.has(uid)) found.push(`${name} is not outside`);
    }
    const live = new Set(items.map(({ metadata }) => metadata.uid));
    if (children.length > items.length) found.push(`${children.length} children of ${items.length} sites`);
    for (const uid of outside) if (!live.has(uid)) found.push(`${uid} is outside and its site is gone`);
    return found;
  }

  /** Each child is made once: a second one would have been deleted by hand, or be there. */
  function doubled(): string[] {
    const made = server.journal.entries().filter(({ resource, type }) => resource === "configmaps" && type === "ADDED");
    const lives = server.journal
      .entries()
      .filter(({ resource, type }) => resource === "sites.example.com" && type === "ADDED");
    // The CA bundle of a namespace is not ours.
    const children = made.filter(({ key }) => !key.endsWith("kube-root-ca.crt"));
    return children.length > lives.length ? [`${children.length} children were made for ${lives.length} sites`] : [];
  }

  async function stop(): Promise<void> {
    problems.push(...doubled());
    const closing = manager.close();
    let closed = false;
    void closing.then(() => {
      closed = true;
    });
    while (!closed) await clock.advance(100);
    await client.close();
    await user.close();
    await server.close();
  }
}

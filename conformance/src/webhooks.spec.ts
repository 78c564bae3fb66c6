/**
 * Webhooks of the library, called by the in-memory server and, with a control plane, by the real one: the same requests
 * get the same answers.
 */
import { type Client, created, type StatusError, waitFor } from "client-ts";
import {
  MutatingWebhookConfiguration,
  type ValidatingWebhook,
  ValidatingWebhookConfiguration,
} from "client-ts/api/admissionregistration/v1";
import { CustomResourceDefinition } from "client-ts/api/apiextensions/v1";
import { ConfigMap, Namespace } from "client-ts/api/core/v1";
import { newWebhookServer, type WebhookServer } from "client-ts/controller";
import { findStatusError, reasonForError } from "client-ts/errors";
import { defined, sleep } from "client-ts/internal";
import { defineResource, type KubeObject, type Resource } from "client-ts/meta";
import { testNamespaceName } from "client-ts-testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bothServers, type TestedServer } from "./both-servers.ts";

interface Website extends KubeObject {
  spec: { image?: string; replicas?: number };
}
interface OldWebsite extends KubeObject {
  spec: { picture?: string; replicas?: number };
}

describe.each(bothServers)("on %s", (_, start) => {
  const namespace = testNamespaceName("hooks");
  const group = `${namespace}.example.com`;
  const names = { group, kind: "Website", plural: "websites", scope: "Namespaced" } as const;
  const Site: Resource<Website> = defineResource<Website>({ ...names, version: "v1" });
  const OldSite: Resource<OldWebsite> = defineResource<OldWebsite>({
    ...names,
    version: "v1beta1",
    subresources: ["scale"],
  });
  const seen: string[] = [];
  let stage: TestedServer;
  let client: Client;
  let server: WebhookServer;

  beforeAll(async () => {
    stage = await start();
    client = stage.client;
    server = newWebhookServer({ name: namespace, port: 0 })
      .webhook(Site, {
        default(draft, { dryRun, operation, old }) {
          seen.push(`default ${operation} ${draft.metadata?.name} ${dryRun} ${old === undefined}`);
          draft.spec.replicas ??= 2;
        },
        operations: ["CREATE", "UPDATE", "DELETE"],
        validate(site, { operation, refuse, warn }) {
          if (operation === "DELETE" && site.metadata?.labels?.["keep"]) refuse("it is kept");
          if ((site.spec.replicas ?? 0) > 10) refuse("must be at most 10", { field: "spec.replicas" });
          if (site.spec.image === "old") warn("the image is old");
        },
      })
      .webhook(ConfigMap, {
        namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
        objectSelector: { matchExpressions: [{ key: "free", operator: "DoesNotExist" }] },
        matchConditions: [{ name: "no-exemption", expression: "!has(object.metadata.annotations)" }],
        default: (draft) => void Object.assign(draft, { data: { ...draft.data, first: "default" } }),
        validate: (map, { refuse }) => void (map.data?.["bad"] && refuse("bad is not allowed")),
      })
      .converter(Site, {
        v1beta1: {
          toHub: ({ spec: { picture, ...spec }, ...old }: OldWebsite) => ({
            ...old,
            spec: { ...spec, ...defined({ image: picture }) },
          }),
          fromHub: ({ spec: { image, ...spec }, ...site }) =>
            ({ ...site, spec: { ...spec, ...defined({ picture: image }) } }) as OldWebsite,
        },
      });
    await server.start();
    await client.resource(Namespace).create({ metadata: { name: namespace } });
    const url = `https://127.0.0.1:${server.port}`;
    for (const object of server.manifests({ url, definitions: [definition()] })) {
      if (object.kind === "CustomResourceDefinition")
        await client.resource(CustomResourceDefinition).create(object as CustomResourceDefinition);
      else if (object.kind === "MutatingWebhookConfiguration")
        await client.resource(MutatingWebhookConfiguration).create(object as MutatingWebhookConfiguration);
      else await client.resource(ValidatingWebhookConfiguration).create(object as ValidatingWebhookConfiguration);
    }
    await waitFor(client.resource(CustomResourceDefinition), `websites.${group}`, created(), { timeoutMs: 10_000 });
    // The real server needs a moment until it serves the kind and knows the configurations.
    await eventually(async () => {
      const made = await sites().create({ metadata: { name: "probe" }, spec: {} }, { dryRun: true });
      expect(made.spec.replicas).toBe(2);
    });
  });
  afterAll(async () => {
    await client?.resource(ValidatingWebhookConfiguration).deleteCollection({ labelSelector: `run=${namespace}` });
    await client
      ?.resource(MutatingWebhookConfiguration)
      .delete(namespace)
      .catch(() => {});
    await client
      ?.resource(ValidatingWebhookConfiguration)
      .delete(namespace)
      .catch(() => {});
    await client
      ?.resource(CustomResourceDefinition)
      .delete(`websites.${group}`)
      .catch(() => {});
    await client?.resource(Namespace).delete(namespace);
    await stage?.close();
    await server?.close();
  });

  const sites = () => client.resource(Site, { namespace });
  const oldSites = () => client.resource(OldSite, { namespace });
  const maps = () => client.resource(ConfigMap, { namespace });

  function definition(): CustomResourceDefinition {
    const schemaOf = (member: string) => ({
      openAPIV3Schema: {
        type: "object",
        properties: {
          spec: { type: "object", properties: { [member]: { type: "string" }, replicas: { type: "integer" } } },
          status: { type: "object", properties: { replicas: { type: "integer" } } },
        },
      },
    });
    const subresources = { scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" } };
    return {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: `websites.${group}` },
      spec: {
        group,
        scope: "Namespaced",
        names: { kind: "Website", plural: "websites" },
        versions: [
          { name: "v1", served: true, storage: true, schema: schemaOf("image"), subresources },
          { name: "v1beta1", served: true, storage: false, schema: schemaOf("picture"), subresources },
        ],
      },
    };
  }

  /** A configuration of one webhook for ConfigMaps with a label. */
  async function addWebhook(label: string, webhook: Partial<ValidatingWebhook>): Promise<void> {
    const rules = [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }];
    await client.resource(ValidatingWebhookConfiguration).create({
      metadata: { name: `${namespace}-${label}`, labels: { run: namespace } },
      webhooks: [
        {
          name: `${label}.example.com`,
          clientConfig: { url: "https://127.0.0.1:1/none" },
          rules,
          objectSelector: { matchLabels: { free: label } },
          admissionReviewVersions: ["v1"],
          sideEffects: "None",
          ...webhook,
        },
      ],
    });
  }

  it("fills in what a defaulter fills in, for create, update and patch", async () => {
    seen.length = 0;
    const made = await sites().create({ metadata: { name: "web" }, spec: { image: "a" } });
    expect(made.spec).toEqual({ image: "a", replicas: 2 });
    expect(seen).toEqual(["default CREATE web false true"]);
    const { replicas: _gone, ...spec } = made.spec;
    expect((await sites().update({ ...made, spec })).spec.replicas).toBe(2);
    const patched = await sites().mergePatch("web", { spec: { replicas: null, image: "b" } });
    expect(patched.spec).toEqual({ image: "b", replicas: 2 });
    expect(seen.at(-1)).toBe("default UPDATE web false false");
    const map = await maps().create({ metadata: { name: "plain" }, data: { own: "x" } });
    expect(map.data).toEqual({ own: "x", first: "default" });
  });

  it("asks no webhook whose conditions leave an object out; a condition that fails counts as a failure", async () => {
    const annotations = { reason: "a test" };
    const free = await maps().create({ metadata: { name: "exempt", annotations }, data: { bad: "yes" } });
    expect(free.data).toEqual({ bad: "yes" });
    await expect(maps().create({ metadata: { name: "bad" }, data: { bad: "yes" } })).rejects.toThrow(
      "bad is not allowed",
    );
    const matchConditions = [{ name: "broken", expression: "object.data.missing == 'x'" }];
    await addWebhook("fail", { failurePolicy: "Fail", matchConditions });
    await addWebhook("ignore", { failurePolicy: "Ignore", matchConditions });
    const create = (label: string): Promise<unknown> =>
      maps().create({ metadata: { generateName: "condition-", labels: { free: label } } });
    await eventually(() => expect(create("fail")).rejects.toThrow("resulted in error"));
    await create("ignore");
  });

  it("stores nothing of a dry run, and calls the webhooks for it", async () => {
    seen.length = 0;
    const made = await sites().create({ metadata: { name: "dry" }, spec: {} }, { dryRun: true });
    expect([made.spec.replicas, seen]).toEqual([2, ["default CREATE dry true true"]]);
    await expect(sites().get("dry")).rejects.toThrow(/NotFound/);
  });

  it("passes a refusal on with its fields, as kubectl prints it", async () => {
    const error = await failureOf(sites().create({ metadata: { name: "big" }, spec: { replicas: 11 } }));
    expect(reasonForError(error)).toBe("Invalid");
    expect(error.status).toMatchObject({
      code: 422,
      message:
        `admission webhook "validate.websites.${group}" denied the request: ` +
        `Website.${group} "big" is invalid: spec.replicas: must be at most 10`,
      details: { kind: "Website", name: "big", causes: [{ field: "spec.replicas", message: "must be at most 10" }] },
    });
    const bad = await failureOf(maps().create({ metadata: { name: "bad" }, data: { bad: "1" } }));
    expect(bad.status).toMatchObject({
      code: 403,
      reason: "Forbidden",
      message: 'admission webhook "validate.configmaps.core.k8s.io" denied the request: bad is not allowed',
    });
    await expect(maps().get("bad")).rejects.toThrow(/NotFound/);
  });

  it("asks before a delete, also of a collection", async () => {
    await sites().create({ metadata: { name: "kept", labels: { keep: "yes" } }, spec: {} });
    expect((await failureOf(sites().delete("kept"))).message).toContain("it is kept");
    expect((await failureOf(sites().deleteCollection({ labelSelector: "keep=yes" }))).message).toContain("it is kept");
    await sites().mergePatch("kept", { metadata: { labels: { keep: null } } });
    await sites().delete("kept");
  });

  it("converts stored objects to the version that is read, in get, list and watch", async () => {
    await sites().create({ metadata: { name: "conv", labels: { conv: "1" } }, spec: { image: "cat" } });
    const old = await oldSites().get("conv");
    expect([old.apiVersion, old.spec]).toEqual([`${group}/v1beta1`, { picture: "cat", replicas: 2 }]);
    const { items } = await oldSites().list({ labelSelector: "conv=1" });
    expect(items.map(({ spec }) => spec)).toEqual([{ picture: "cat", replicas: 2 }]);
    const pictures: unknown[] = [];
    for await (const event of oldSites().watch({ labelSelector: "conv=1" })) {
      if (event.type === "BOOKMARK") continue;
      pictures.push((event.object as OldWebsite).spec.picture);
      if (pictures.length === 1) await sites().mergePatch("conv", { spec: { image: "dog" } });
      else break;
    }
    expect(pictures).toEqual(["cat", "dog"]);
  });

  it("converts what is written in another version, for the store and for the webhooks", async () => {
    const made = await oldSites().create({ metadata: { name: "beta" }, spec: { picture: "owl" } });
    expect(made.spec).toEqual({ picture: "owl", replicas: 2 });
    expect((await sites().get("beta")).spec).toEqual({ image: "owl", replicas: 2 });
    await oldSites().mergePatch("beta", { spec: { picture: "emu" } });
    expect((await sites().get("beta")).spec.image).toBe("emu");
    const refused = await failureOf(oldSites().mergePatch("beta", { spec: { replicas: 12 } }));
    expect(refused.message).toContain("spec.replicas: must be at most 10");
    // The scale is read and written in a version that is not the stored one.
    const scale = await client.scale(OldSite, { namespace }).get("beta");
    expect(scale.spec?.replicas).toBe(2);
    await client.scale(OldSite, { namespace }).update({ ...scale, spec: { replicas: 3 } });
    expect((await sites().get("beta")).spec.replicas).toBe(3);
    await oldSites().delete("beta");
    await expect(sites().get("beta")).rejects.toThrow(/NotFound/);
  });

  it("refuses when a webhook cannot be called, unless its failure is to be ignored", async () => {
    await addWebhook("dead", {});
    await addWebhook("ignored", { failurePolicy: "Ignore" });
    const create = (free: string) => maps().create({ metadata: { generateName: "m-", labels: { free } } });
    const error = await eventually(() => failureOf(create("dead")));
    expect(error.status).toMatchObject({
      code: 500,
      reason: "InternalError",
      message:
        'Internal error occurred: failed calling webhook "dead.example.com": failed to call webhook: ' +
        'Post "https://127.0.0.1:1/none?timeout=10s": dial tcp 127.0.0.1:1: connect: connection refused',
    });
    expect((await create("ignored")).metadata.name).toMatch(/^m-/);
  });

  it("does not call a webhook whose rules or selectors cover something else", async () => {
    await addWebhook("other", {
      rules: [
        { operations: ["UPDATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] },
        { operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps/status", "pods"] },
        { operations: ["*"], apiGroups: [""], apiVersions: ["*"], resources: ["*"], scope: "Cluster" },
        { operations: ["*"], apiGroups: ["apps"], apiVersions: ["*"], resources: ["*/*"] },
      ],
    });
    const made = await maps().create({ metadata: { name: "other", labels: { free: "other" } }, data: { bad: "1" } });
    expect(made.data).toEqual({ bad: "1" });
    const update = () => maps().update({ ...made, data: { n: "2" } });
    expect((await eventually(() => failureOf(update()))).message).toContain('calling webhook "other.example.com"');
  });
});

async function failureOf(call: Promise<unknown>): Promise<StatusError> {
  try {
    await call;
  } catch (error) {
    const refusal = findStatusError(error);
    if (refusal !== undefined) return refusal;
    throw error;
  }
  throw new Error("the request was not refused");
}

/** The result of the first call that does not fail: a real server takes up new configurations after a moment. */
async function eventually<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (attempt === 60) throw error;
      await sleep(100);
    }
  }
}

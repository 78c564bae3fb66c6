import { describe, expect, it } from "vitest";
import { Deployment } from "../api/apps/v1.ts";
import type { Scale } from "../api/autoscaling/v1.ts";
import { failure } from "../discovery/test-support/server.ts";
import { discoveryAnswer, resource } from "../discovery/test-support/served.ts";
import { apiVersionOf, type KubeObject, type Resource } from "../meta/index.ts";
import { newScaleClient, scaleFromV1, scaleToV1, scaleVersions } from "./index.ts";
import { serverPerTest } from "./test-support/serving.ts";

const serving = serverPerTest();

const metadata = {
  name: "web",
  namespace: "shop",
  uid: "u",
  resourceVersion: "7",
  creationTimestamp: "2026-01-01T00:00:00Z",
};
const v1: Scale & { metadata: typeof metadata } = {
  apiVersion: "autoscaling/v1",
  kind: "Scale",
  metadata,
  spec: { replicas: 10 },
  status: { replicas: 8, selector: "app=web,tier=front" },
};
const old = {
  kind: "Scale",
  metadata,
  spec: { replicas: 10 },
  status: { replicas: 8, selector: { app: "web", tier: "front" }, targetSelector: "app=web,tier=front" },
};

/** One kind per version of Scale, as servers had them. */
const kinds: [string, Resource, object][] = [
  ["autoscaling/v1", Deployment, v1],
  ["apps/v1beta1", { ...Deployment, version: "v1beta1" }, { apiVersion: "apps/v1beta1", ...old }],
  ["apps/v1beta2", { ...Deployment, version: "v1beta2" }, { apiVersion: "apps/v1beta2", ...old }],
  [
    "extensions/v1beta1",
    { ...Deployment, group: "extensions", version: "v1beta1" },
    { apiVersion: "extensions/v1beta1", ...old },
  ],
];

describe("the scale client", () => {
  it.each(kinds)("gives and takes autoscaling/v1 where the server has %s (B463)", async (version, resource, body) => {
    const { server, client } = await serving(() => ({ body }));
    const scales = client.scale(resource, { namespace: "shop" });
    expect(await scales.get("web")).toEqual(v1);
    expect(await scales.update(v1)).toEqual(v1);
    expect(await scales.mergePatch("web", { spec: { replicas: 10 } })).toEqual(v1);
    expect(await scales.jsonPatch("web", [{ op: "replace", path: "/spec/replicas", value: 10 }])).toEqual(v1);
    const path = `/apis/${apiVersionOf(resource)}/namespaces/shop/deployments/web/scale`;
    expect(server.seen.map((one) => `${one.method} ${one.url}`)).toEqual([
      `GET ${path}`,
      `PUT ${path}`,
      `PATCH ${path}`,
      `PATCH ${path}`,
    ]);
    expect(JSON.parse(server.seen[1]!.body)).toEqual(body);
    expect(JSON.parse(server.seen[1]!.body)).toMatchObject({ apiVersion: version });
    expect(server.seen[2]!.headers["content-type"]).toBe("application/merge-patch+json");
    expect(server.seen[3]!.headers["content-type"]).toBe("application/json-patch+json");
  });

  it.each(kinds)(
    "is also what the calls of a kind use where the server has %s (B463)",
    async (version, resource, body) => {
      const { server, client } = await serving(() => ({ body }));
      const calls = client.resource(resource as typeof Deployment, { namespace: "shop" });
      const given = { metadata: { name: "web", resourceVersion: "7" }, spec: { replicas: 10 } };
      expect(await calls.getScale("web")).toEqual(v1);
      expect(await calls.updateScale("web", given)).toEqual(v1);
      expect(await calls.applyScale("web", { spec: { replicas: 10 } }, { fieldManager: "me" })).toEqual(v1);
      const sent = server.seen.slice(1).map((one) => JSON.parse(one.body));
      const identity = { name: "web", namespace: "shop" };
      expect(sent).toEqual([
        { apiVersion: version, kind: "Scale", ...given, metadata: { ...identity, resourceVersion: "7" } },
        { apiVersion: version, kind: "Scale", metadata: identity, spec: { replicas: 10 } },
      ]);
    },
  );

  it.each(scaleVersions)("comes back unchanged from %s (B463)", (version) => {
    const full = v1 as Parameters<typeof scaleFromV1>[0];
    expect(scaleToV1(scaleFromV1(full, version))).toEqual(v1);
    const sets = { ...full, status: { replicas: 1, selector: "app in (a,b),!c" } };
    expect(scaleFromV1(sets, version).apiVersion).toBe(version);
    expect(scaleToV1(scaleFromV1(sets, version)).status?.selector).toBe("app in (a,b),!c");
    const bare = { apiVersion: "autoscaling/v1", kind: "Scale", metadata } as const;
    expect(scaleToV1(scaleFromV1(bare, version))).toEqual(bare);
  });

  it("leaves out a spec and a status that are null", () => {
    const nothing = { kind: "Scale", metadata, spec: null, status: null };
    const v1 = { ...nothing, apiVersion: "autoscaling/v1" } as unknown as Scale;
    expect(scaleFromV1(v1, "apps/v1beta2")).toStrictEqual({ apiVersion: "apps/v1beta2", kind: "Scale", metadata });
    const old = { ...nothing, apiVersion: "apps/v1beta1" } as unknown as KubeObject;
    expect(scaleToV1(old)).toStrictEqual({ apiVersion: "autoscaling/v1", kind: "Scale", metadata });
  });

  it("makes the selector of an old Scale from its labels, or keeps its text (B463)", () => {
    const labels = {
      apiVersion: "apps/v1beta1",
      kind: "Scale",
      metadata,
      status: { replicas: 1, selector: { b: "2", a: "1" } },
    };
    expect(scaleToV1(labels).status).toEqual({ replicas: 1, selector: "a=1,b=2" });
    const sets = scaleFromV1({ ...v1, status: { replicas: 1, selector: "a in (b,c)" } }, "apps/v1beta2");
    expect(sets).toMatchObject({ status: { targetSelector: "a in (b,c)" } });
    expect((sets as { status?: object }).status).not.toHaveProperty("selector");
    const mixed = scaleFromV1({ ...v1, status: { replicas: 1, selector: "x=y,a in (b,c)" } }, "extensions/v1beta1");
    expect((mixed as { status?: object }).status).toEqual({ replicas: 1, targetSelector: "x=y,a in (b,c)" });
  });

  it("asks discovery once which Scale a custom kind has, and refuses to guess (B463)", async () => {
    const served = {
      "": [{ version: "v1", resources: [resource("pods", "Pod")] }],
      "example.com": [
        {
          version: "v1",
          resources: [
            resource("webs", "Web"),
            resource("webs/scale", "Scale", { group: "autoscaling", version: "v1" }),
            resource("olds", "Old"),
            resource("olds/scale", "Scale", { group: "extensions", version: "v1beta1" }),
            resource("odds", "Odd"),
            resource("odds/scale", "Weight", { group: "example.com", version: "v1" }),
            resource("stiffs", "Stiff"),
          ],
        },
      ],
    };
    const { server, client } = await serving((request) =>
      request.path.endsWith("/scale")
        ? { body: request.path.includes("olds") ? { apiVersion: "extensions/v1beta1", ...old } : v1 }
        : discoveryAnswer(served, request),
    );
    const scalesOf = (plural: string) =>
      client.scale(
        { group: "example.com", version: "v1", kind: "X", plural, scope: "Namespaced" },
        { namespace: "shop" },
      );
    for (let i = 0; i < 2; i++) {
      expect(await scalesOf("webs").update(v1)).toEqual(v1);
      expect(await scalesOf("olds").update(v1)).toEqual(v1);
    }
    expect(server.seen.filter(({ path }) => !path.endsWith("/scale")).map(({ path }) => path)).toEqual([
      "/api",
      "/apis",
    ]);
    expect(
      server.seen
        .filter(({ method }) => method === "PUT")
        .map(({ body }) => (JSON.parse(body) as { apiVersion: string }).apiVersion),
    ).toEqual(["autoscaling/v1", "extensions/v1beta1", "autoscaling/v1", "extensions/v1beta1"]);
    await expect(scalesOf("odds").update(v1)).rejects.toMatchObject({ kind: "InvalidArgument" });
    await expect(scalesOf("stiffs").update(v1)).rejects.toMatchObject({ kind: "InvalidArgument" });
  });

  it("passes the server's errors through, and refuses what is not a Scale or has no namespace", async () => {
    const { client } = await serving(({ url }) =>
      url.includes("web") ? failure(409, "Conflict") : { body: { kind: "Pod", apiVersion: "v1" } },
    );
    const scales = client.scale(Deployment, { namespace: "shop" });
    await expect(scales.update(v1)).rejects.toMatchObject({ kind: "Status", reason: "Conflict" });
    await expect(scales.get("other")).rejects.toMatchObject({ kind: "Protocol" });
    await expect(client.scale(Deployment as Resource).get("web")).rejects.toMatchObject({ kind: "InvalidArgument" });
    await expect(scales.update({ metadata: { name: "" } })).rejects.toMatchObject({ kind: "InvalidArgument" });
    await expect(scales.update({ ...v1, apiVersion: "apps/v1beta1" } as never)).rejects.toMatchObject({
      kind: "InvalidArgument",
    });
  });

  it("can be made from a configuration", async () => {
    const { server } = await serving(() => ({ body: v1 }));
    const clients = newScaleClient({ host: server.url });
    expect(await clients.resource(Deployment, { namespace: "shop" }).get("web")).toEqual(v1);
    await clients.close();
  });
});

import { describe, expect, it } from "vitest";
import { isNoMatch } from "../discovery/index.ts";
import { failure } from "../discovery/test-support/server.ts";
import { discoveryAnswer, resource, type Served } from "../discovery/test-support/served.ts";
import { serverPerTest } from "./test-support/serving.ts";

const serving = serverPerTest();

describe("client.resolve", () => {
  it("gives a descriptor that clients work with, asks one group version, and asks it once", async () => {
    const served: Served = {
      "example.com": [
        {
          version: "v1",
          resources: [
            resource("widgets", "Widget", { shortNames: ["wd"], categories: ["all"], verbs: ["get"] }),
            resource("widgets/status", "Widget"),
            resource("widgets/scale", "Scale"),
            resource("widgets/spin", "Spin"),
            resource("factories", "Factory", { namespaced: false }),
          ],
        },
      ],
    };
    const { server, client } = await serving((request) =>
      request.path.includes("/namespaces/")
        ? { body: { kind: "Widget", metadata: { name: "a" } } }
        : discoveryAnswer(served, request),
    );
    const Widget = await client.resolve("example.com/v1", "Widget");
    expect(Widget).toEqual({
      group: "example.com",
      version: "v1",
      kind: "Widget",
      plural: "widgets",
      scope: "Namespaced",
      singular: "widget",
      shortNames: ["wd"],
      categories: ["all"],
      verbs: ["get"],
      status: true,
      scale: true,
      subresources: ["spin"],
    });
    expect((await client.resource(Widget, { namespace: "shop" }).get("a")).metadata.name).toBe("a");
    expect((await client.resolve("example.com/v1", "Factory")).scope).toBe("Cluster");
    expect(server.seen.map(({ path }) => path)).toEqual([
      "/apis/example.com/v1",
      "/apis/example.com/v1/namespaces/shop/widgets/a",
    ]);
  });

  it("asks again for a kind that was not there, and says what is not served", async () => {
    let served: Served = { "": [{ version: "v1", resources: [resource("pods", "Pod")] }] };
    const { client } = await serving((request) => discoveryAnswer(served, request));
    await expect(client.resolve("example.com/v1", "Widget")).rejects.toSatisfy(isNoMatch);
    await expect(client.resolve("v1", "Cat")).rejects.toThrow('the server does not serve the kind "Cat" in v1');
    served = { ...served, "example.com": [{ version: "v1", resources: [resource("widgets", "Widget")] }] };
    expect((await client.resolve("example.com/v1", "Widget")).plural).toBe("widgets");
    expect((await client.resolve("v1", "Pod")).plural).toBe("pods");
  });

  it("takes the first of two resources that have one kind: objects are stored under it", async () => {
    const served: Served = {
      "": [
        {
          version: "v1",
          resources: [
            resource("replicationcontrollers", "ReplicationController"),
            resource("replicationcontrollerdummies", "ReplicationController"),
          ],
        },
      ],
    };
    const { client } = await serving((request) => discoveryAnswer(served, request));
    expect((await client.resolve("v1", "ReplicationController")).plural).toBe("replicationcontrollers");
  });

  it("passes other failures through, and refuses invalid names", async () => {
    const { server, client } = await serving(() => failure(403, "Forbidden"));
    await expect(client.resolve("example.com/v1", "Widget")).rejects.toMatchObject({ code: 403 });
    for (const [apiVersion, kind] of [
      ["", "Pod"],
      ["v1", ""],
      ["/v1", "Pod"],
      ["../v1", "Pod"],
      ["a/b/c", "Pod"],
    ] as const) {
      await expect(client.resolve(apiVersion, kind)).rejects.toMatchObject({ kind: "InvalidArgument" });
    }
    expect(server.seen).toHaveLength(1);
  });
});

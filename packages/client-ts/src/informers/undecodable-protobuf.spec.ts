import { entriesOf } from "../cache/index.ts";
/* One object that is not protobuf inside of a good list or frame: it is reported, and the others are served. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { loadProtobuf, type ProtobufCodec } from "../codec/index.ts";
import { isUndecodable } from "../errors/index.ts";
import { protobufMediaType } from "../meta/index.ts";
import { restClientFor } from "../rest/index.ts";
import { newSharedInformerFactory } from "./shared-informer-factory.ts";

let codec: ProtobufCodec;
beforeAll(async () => {
  codec = await loadProtobuf();
});

function pod(name: string, version: number, nodeName = "node-of-a-good-object") {
  const metadata = { name, namespace: "shop", uid: `u-${name}`, resourceVersion: String(version) };
  return { apiVersion: "v1", kind: "Pod", metadata, spec: { nodeName, containers: [] } };
}

const badNode = "node-of-the-bad-object";

/** Makes a length inside of the spec longer than the spec. Everything around the spec stays as it was. */
function damaged(bytes: Buffer): Buffer {
  const at = bytes.indexOf(badNode);
  if (at < 0) return bytes;
  bytes[at - 1] = 127;
  return bytes;
}

interface World {
  readonly url: string;
  lists: number;
  send(type: string, object: ReturnType<typeof pod>): void;
  watching(): Promise<void>;
}

/** A server of Pods that speaks protobuf alone. */
async function serve(items: readonly ReturnType<typeof pod>[]): Promise<World> {
  const watches = new Set<ServerResponse>();
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url!, "http://x");
    expect(request.headers.accept).toContain(protobufMediaType);
    response.setHeader("content-type", protobufMediaType);
    if (searchParams.get("watch") !== "true") {
      world.lists++;
      const list = { apiVersion: "v1", kind: "PodList", metadata: { resourceVersion: "5000" }, items };
      response.end(damaged(codec.encode(list)!));
      return;
    }
    response.setHeader("content-type", `${protobufMediaType};stream=watch`);
    response.flushHeaders();
    watches.add(response);
    response.on("close", () => watches.delete(response));
    for (const wake of waiting.splice(0)) wake();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const world: World = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lists: 0,
    send: (type, object) => {
      for (const watch of watches) watch.write(damaged(codec.encodeEvent(type, object)!));
    },
    watching: async () => {
      if (watches.size === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
  return world;
}

function informerOver(world: World) {
  const unexpected: unknown[] = [];
  const groupVersion = { group: "", version: "v1" };
  const rest = restClientFor({ host: world.url, contentType: protobufMediaType }, { groupVersion });
  onTestFinished(() => rest.close());
  const pods = newSharedInformerFactory(
    { rest },
    {
      streaming: false,
      backoff: { next: () => 1 },
      onWatchError: () => {},
      onUnexpectedError: (error) => void unexpected.push(error),
    },
  ).core.v1.pods;
  const informer = pods.informer();
  onTestFinished(() => informer.close());
  return { informer, lister: pods.lister(), unexpected };
}

const good = Array.from({ length: 99 }, (_, i) => pod(`p-${i}`, i + 1));

describe("one object that is not protobuf among a hundred", () => {
  it("does not hide the others of a list, has its key and metadata, and is reported once", async () => {
    const world = await serve([...good.slice(0, 50), pod("bad", 4000, badNode), ...good.slice(50)]);
    const { informer, lister, unexpected } = informerOver(world);
    void informer.run();
    await informer.waitForSync();
    for (let again = 0; again < 3; again++) {
      expect([...lister.list()].map(({ metadata }) => metadata.name).sort()).toEqual(
        good.map(({ metadata }) => metadata.name).sort(),
      );
    }
    expect(informer.store.listKeys()).toHaveLength(100);
    expect(entriesOf(informer).entry("shop/bad")?.meta).toMatchObject({ name: "bad", resourceVersion: "4000" });
    expect(() => lister.get("shop/bad")).toThrow(expect.toSatisfy(isUndecodable));
    expect(unexpected.map(String)).toEqual([expect.stringContaining('"shop/bad"')]);
    expect(world.lists).toBe(1);
  });

  it("does not end the watch that brings it: events before and behind it arrive", async () => {
    const world = await serve(good);
    const { informer, lister, unexpected } = informerOver(world);
    const last = new Promise<void>((resolve) => {
      informer.addEventHandler({ onAdd: ({ key }) => key === "shop/last" && resolve() });
    });
    void informer.run();
    await informer.waitForSync();
    await world.watching();
    world.send("MODIFIED", pod("p-0", 6000, "moved"));
    world.send("MODIFIED", pod("p-1", 6001, badNode));
    world.send("ADDED", pod("last", 6002));
    await last;
    expect(lister.get("shop/p-0").spec?.nodeName).toBe("moved");
    expect(() => lister.get("shop/p-1")).toThrow(expect.toSatisfy(isUndecodable));
    expect([...lister.list()]).toHaveLength(99);
    expect(unexpected.map(String)).toEqual([expect.stringContaining('"shop/p-1"')]);
    // What was repaired is read again.
    const repaired = new Promise<void>((resolve) => {
      informer.addEventHandler({ onUpdate: ({ key }) => key === "shop/p-1" && resolve() });
    });
    world.send("MODIFIED", pod("p-1", 6003));
    await repaired;
    expect(lister.get("shop/p-1").metadata.resourceVersion).toBe("6003");
    expect(world.lists).toBe(1);
  });
});

import { Readable } from "node:stream";
import { loadProtobuf, protobufMediaType } from "client-ts/internal";
import type { TransportRequest, TransportResponse } from "client-ts/rest";
import { describe, expect, it } from "vitest";
import type { WireEvent } from "./history.ts";
import { tapWire } from "./wire-tap.ts";

const protobuf = { "content-type": `${protobufMediaType};stream=watch` };

const frame = (type: string, rv: string): string =>
  JSON.stringify({ type, object: { metadata: { name: "a", namespace: "n", resourceVersion: rv } } });

/** What the tap heard of a watch that comes in these pieces and then breaks. */
async function heard(
  pieces: readonly (string | Buffer)[],
  headers: TransportResponse["headers"] = {},
): Promise<WireEvent[]> {
  const events: WireEvent[] = [];
  const body = new Readable({ read() {} });
  const request: TransportRequest = {
    method: "GET",
    path: "/api/v1/configmaps?watch=true&resourceVersion=5",
    headers: { accept: String(headers["content-type"] ?? "") },
    purpose: "watch",
  };
  const answer: TransportResponse = { status: 200, headers, body, protocol: "h2" };
  const response = await tapWire((event) => events.push(event))(async () => answer)(request);
  response.body.on("error", () => {});
  response.body.resume();
  for (const piece of pieces) body.push(typeof piece === "string" ? Buffer.from(piece) : piece);
  await new Promise((resolve) => setImmediate(resolve));
  body.destroy(new Error("cut"));
  await new Promise((resolve) => response.body.on("close", resolve));
  return events.filter(({ kind }) => kind !== "request" && kind !== "trouble");
}

describe("the tap on an informer's wire", () => {
  it("sees frames however they are cut into pieces", async () => {
    const text = `${frame("ADDED", "6")}\n${frame("MODIFIED", "7")}\n`;
    for (let at = 1; at < text.length; at++) {
      expect((await heard([text.slice(0, at), text.slice(at)])).map((event) => "rv" in event && event.rv)).toEqual([
        "6",
        "7",
      ]);
    }
  });

  it("sees frames of protobuf however they are cut into pieces, and none that is not complete", async () => {
    const codec = await loadProtobuf();
    const event = (type: string, resourceVersion: string): Buffer =>
      codec.encodeEvent(type, {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "a", namespace: "n", resourceVersion },
      })!;
    const bytes = Buffer.concat([event("ADDED", "6"), event("MODIFIED", "7")]);
    for (let at = 1; at < bytes.length; at++) {
      expect(await heard([bytes.subarray(0, at), bytes.subarray(at)], protobuf)).toMatchObject([
        { type: "ADDED", key: "n/a", rv: "6" },
        { type: "MODIFIED", key: "n/a", rv: "7" },
      ]);
    }
    expect(await heard([bytes.subarray(0, -1)], protobuf)).toMatchObject([{ rv: "6" }]);
  });

  it("sees a frame whose line end was cut off, as the informer does, and none that is not complete", async () => {
    const whole = `${frame("ADDED", "6")}\n${frame("MODIFIED", "7")}`;
    expect(await heard([whole])).toMatchObject([{ rv: "6" }, { rv: "7" }]);
    expect(await heard([whole.slice(0, -1)])).toMatchObject([{ rv: "6" }]);
  });
});

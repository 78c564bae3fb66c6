import { Readable } from "node:stream";
import { loadProtobuf, protobufMediaType, readWatch } from "client-ts/internal";
import type { TransportRequest, TransportResponse } from "client-ts/rest";
import { describe, expect, it } from "vitest";
import type { WireEvent } from "./history.ts";
import { tapWire } from "./wire-tap.ts";

const protobuf = { "content-type": `${protobufMediaType};stream=watch` };

const frame = (type: string, rv: string): string =>
  JSON.stringify({ type, object: { metadata: { name: "a", namespace: "n", resourceVersion: rv } } });

/** The versions that the tap saw of a watch that comes in these pieces and then breaks, and that a reader took. */
async function seenAndTaken(pieces: readonly string[]): Promise<{ seen: string[]; taken: string[] }> {
  const taken: string[] = [];
  const events = await seenOf(pieces, {}, (body) =>
    readWatch(body, { onEvent: (_type, { resourceVersion }) => void taken.push(resourceVersion) }),
  );
  return { seen: events.map((event) => ("rv" in event ? String(event.rv) : "")), taken };
}

/** What the tap saw of a watch that comes in these pieces and then breaks. */
async function seenOf(
  pieces: readonly (string | Buffer)[],
  headers: TransportResponse["headers"] = {},
  read: (body: Readable) => unknown = (body) => body.resume(),
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
  const closed = new Promise((resolve) => response.body.on("close", resolve));
  const reading = Promise.resolve(read(response.body)).catch(() => {});
  for (const piece of pieces) body.push(typeof piece === "string" ? Buffer.from(piece) : piece);
  await new Promise((resolve) => setImmediate(resolve));
  body.destroy(new Error("cut"));
  await Promise.all([closed, reading]);
  return events.filter(({ kind }) => kind !== "request" && kind !== "trouble");
}

describe("the tap on an informer's wire", () => {
  it("sees frames however they are cut into pieces", async () => {
    const text = `${frame("ADDED", "6")}\n${frame("MODIFIED", "7")}\n`;
    for (let at = 1; at < text.length; at++) {
      expect((await seenOf([text.slice(0, at), text.slice(at)])).map((event) => "rv" in event && event.rv)).toEqual([
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
      expect(await seenOf([bytes.subarray(0, at), bytes.subarray(at)], protobuf)).toMatchObject([
        { type: "ADDED", key: "n/a", rv: "6" },
        { type: "MODIFIED", key: "n/a", rv: "7" },
      ]);
    }
    expect(await seenOf([bytes.subarray(0, -1)], protobuf)).toMatchObject([{ rv: "6" }]);
  });

  it("sees a frame whose line end was cut off, as the informer does, and none that is not complete", async () => {
    const whole = `${frame("ADDED", "6")}\n${frame("MODIFIED", "7")}`;
    expect(await seenOf([whole])).toMatchObject([{ rv: "6" }, { rv: "7" }]);
    expect(await seenOf([whole.slice(0, -1)])).toMatchObject([{ rv: "6" }]);
  });
  it("sees of a watch with foreign bytes at any place, in any pieces, what a reader takes of it", async () => {
    const text = `${frame("ADDED", "6")}\n${frame("MODIFIED", "7")}\n${frame("DELETED", "8")}\n`;
    const foreign = '"]}{\n';
    for (let at = 0; at <= text.length; at++) {
      const [before, behind] = [text.slice(0, at), text.slice(at)];
      for (const pieces of [
        [before + foreign + behind],
        [before, foreign, behind],
        [before + foreign.slice(0, 2)],
        [before + foreign.slice(0, 2), foreign.slice(2) + behind],
      ]) {
        const { seen, taken } = await seenAndTaken(pieces);
        expect(seen, `foreign bytes at ${at} of ${JSON.stringify(pieces)}`).toEqual(taken);
      }
    }
    // Between a frame and the end of its line, where the whole line is no JSON.
    const atLineEnd = `${frame("ADDED", "6")}${foreign}\n`;
    expect(await seenAndTaken([atLineEnd])).toEqual({ seen: ["6"], taken: ["6"] });
  });
});

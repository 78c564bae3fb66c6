import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { TransportError } from "../errors/index.ts";
import { TestWebSocket } from "./test-support/test-web-socket.ts";
import { webSocketTunnel } from "./web-socket-tunnel.ts";

describe("a WebSocket as a stream of bytes", () => {
  it("joins messages of any size, and ends when the peer closes gracefully (B322, B352)", async () => {
    const webSocket = new TestWebSocket();
    const stream = webSocketTunnel(webSocket);
    const all = buffer(stream);
    const sizes = [1, 2, 3, 100, 65_535, 65_536, 100_000, 0, 7];
    const parts = sizes.map((size) => randomBytes(size));
    for (const part of parts) webSocket.peer?.onMessage(part, false);
    webSocket.peer?.onClose(undefined);
    expect((await all).equals(Buffer.concat(parts))).toBe(true);
  });

  it("fails when the connection breaks, or the peer sends text", async () => {
    const broken = new TestWebSocket();
    const reading = buffer(webSocketTunnel(broken));
    broken.peer?.onClose(new TransportError("gone", { code: "reset" }));
    await expect(reading).rejects.toMatchObject({ code: "reset" });
    const texting = new TestWebSocket();
    const other = buffer(webSocketTunnel(texting));
    texting.peer?.onMessage(Buffer.from("x"), true);
    await expect(other).rejects.toMatchObject({ kind: "Protocol" });
    expect(texting.calls).toContain("destroy");
  });

  it("holds the peer back while it is not read, and waits for the socket (SEC-17)", async () => {
    const webSocket = new TestWebSocket();
    webSocket.held = [];
    const stream = webSocketTunnel(webSocket);
    webSocket.peer?.onMessage(Buffer.alloc(300 * 1024), false);
    expect(webSocket.calls.at(-1)).toBe("pause");
    stream.resume();
    await new Promise((resolve) => setImmediate(resolve));
    expect(webSocket.calls.at(-1)).toBe("resume");
    stream.write("one");
    stream.write("two");
    expect(webSocket.sent.map(String)).toEqual(["one"]);
    stream.write("three");
    webSocket.held.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
    // What waited leaves in one message.
    expect(webSocket.sent.map(String)).toEqual(["one", "twothree"]);
    stream.destroy();
  });

  it("closes the WebSocket at its own end, and ends the connection when it is destroyed", async () => {
    const ended = new TestWebSocket();
    const stream = webSocketTunnel(ended);
    stream.end("last");
    await new Promise((resolve) => setImmediate(resolve));
    expect([ended.sent.map(String), ended.calls.filter((call) => call !== "resume")]).toEqual([["last"], ["close"]]);
    const destroyed = new TestWebSocket();
    webSocketTunnel(destroyed).destroy();
    expect(destroyed.calls).toContain("destroy");
    // What arrives after that is dropped.
    destroyed.peer?.onMessage(Buffer.from("late"), false);
    destroyed.peer?.onClose(undefined);
  });
});

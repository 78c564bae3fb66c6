import { getEventListeners } from "node:events";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { ProtocolError, TransportError } from "../errors/index.ts";
import { ChannelConnection } from "./channel-connection.ts";
import { newRemoteProcess, type ProcessConnection, type ProcessStreams, type RemoteProcess } from "./remote-process.ts";
import { TestWebSocket } from "./test-support/test-web-socket.ts";

const all: ProcessStreams = { stdin: true, stdout: true, stderr: true, tty: false };
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const success = JSON.stringify({ status: "Success" });

/** A process on a WebSocket whose peer is the test. */
function start(
  streams: Partial<ProcessStreams> = {},
  { signal, protocol = "v5.channel.k8s.io" }: { signal?: AbortSignal; protocol?: string } = {},
) {
  const webSocket = new TestWebSocket(protocol);
  const process = newRemoteProcess(new ChannelConnection(webSocket), { ...all, ...streams }, { what: "exec", signal });
  const send = (channel: number, payload: string | Buffer): void =>
    webSocket.peer?.onMessage(Buffer.concat([Buffer.from([channel]), Buffer.from(payload as string)]), false);
  return { webSocket, process, send };
}

const failure = (settling: Promise<unknown>): Promise<unknown> => settling.catch((error: unknown) => error);

describe("the input of a process", () => {
  it("leaves in messages of at most 64 KiB, in order, each when the one before has gone (SEC-16)", async () => {
    const { webSocket, process } = start();
    webSocket.held = [];
    const bytes = Buffer.from(Array.from({ length: 150_000 }, (_, i) => i % 251));
    const written = new Promise((resolve) => process.stdin.write(bytes, (error) => resolve(error ?? undefined)));
    expect(webSocket.sent).toHaveLength(1);
    for (let i = 0; i < 3; i++) webSocket.held.shift()?.();
    expect(await written).toBeUndefined();
    expect(webSocket.sent.map((message) => message.length)).toEqual([65_537, 65_537, 150_000 - 2 * 65_536 + 1]);
    expect(webSocket.sent.every((message) => message[0] === 0)).toBe(true);
    expect(Buffer.concat(webSocket.sent.map((message) => message.subarray(1))).equals(bytes)).toBe(true);
  });

  it("ends with a message of its own in v5, and silently in v4, which has none (F-H4)", async () => {
    for (const [protocol, expected] of [
      ["v5.channel.k8s.io", [Buffer.from([0, 97]), Buffer.from([255, 0])]],
      ["v4.channel.k8s.io", [Buffer.from([0, 97])]],
    ] as const) {
      const { webSocket, process } = start({}, { protocol });
      await new Promise<void>((resolve) => process.stdin.end("a", () => resolve()));
      expect(webSocket.sent).toEqual(expected);
    }
  });

  it("is closed from the beginning when it was not asked for", () => {
    expect(start({ stdin: false }).process.stdin.destroyed).toBe(true);
  });
});

describe("the output of a process", () => {
  it("holds the peer back until every stream that was full has been read (F-H8)", async () => {
    const { webSocket, process, send } = start();
    send(1, Buffer.alloc(300 * 1024));
    send(2, Buffer.alloc(300 * 1024));
    webSocket.calls.length = 0;
    process.stdout.resume();
    await turn();
    await turn();
    expect(webSocket.calls).toEqual([]);
    process.stderr.resume();
    await turn();
    await turn();
    expect(webSocket.calls).toEqual(["resume"]);
  });

  it("is not waited for when its reader has left", async () => {
    const { webSocket, process, send } = start();
    send(1, Buffer.alloc(300 * 1024));
    expect(webSocket.calls.at(-1)).toBe("pause");
    process.stdout.destroy();
    expect(webSocket.calls.at(-1)).toBe("resume");
    send(1, Buffer.alloc(300 * 1024));
    expect(webSocket.calls.at(-1)).toBe("resume");
    send(2, "errors");
    send(3, success);
    webSocket.peer?.onClose(undefined);
    expect(await text(process.stderr)).toBe("errors");
    expect(await process.exit).toEqual({ code: 0 });
  });

  it("is dropped when it was not asked for, and holds nothing back", async () => {
    const { webSocket, process, send } = start({ stdout: false });
    send(1, "not asked for");
    send(1, Buffer.alloc(300 * 1024));
    expect(webSocket.calls).toEqual([]);
    send(2, "errors");
    send(3, success);
    webSocket.peer?.onClose(undefined);
    expect(await text(process.stderr)).toBe("errors");
    expect(await text(process.stdout)).toBe("");
    expect(await process.exit).toEqual({ code: 0 });
  });
});

describe("the end of a process", () => {
  it("is the status in all its pieces", async () => {
    const { webSocket, process, send } = start();
    send(3, success.slice(0, 5));
    send(3, success.slice(5));
    webSocket.peer?.onClose(new TransportError("cut", { code: "reset" }));
    expect(await process.exit).toEqual({ code: 0 });
    expect(process.stdin.destroyed).toBe(true);
  });

  it("keeps the reason of a connection that broke, and says of what", async () => {
    const broken = start();
    const cut = new TransportError("no answer to a ping", { code: "timeout" });
    const reading = failure(text(broken.process.stdout));
    broken.webSocket.peer?.onClose(cut);
    const error = await failure(broken.process.exit);
    expect(error).toMatchObject({ kind: "Transport", code: "timeout", cause: cut });
    expect((error as Error).message).toMatch(/^exec: no answer to a ping before the exit status arrived/);
    expect(await reading).toBe(error);
    const invalid = start();
    const wrong = new ProtocolError("no valid frame");
    invalid.webSocket.peer?.onClose(wrong);
    expect(await failure(invalid.process.exit)).toBe(wrong);
  });

  it("is what the caller wants when it closes: at once for the peer, and an error for readers (F-H11)", async () => {
    const { webSocket, process, send } = start();
    send(1, Buffer.alloc(300 * 1024));
    let closed = false;
    const closing = Promise.all([process.close(), process.close()]).then(() => {
      closed = true;
    });
    expect(webSocket.calls.at(-1)).toBe("close");
    await turn();
    // What waited for a reader is discarded, so that the close frame of the peer is read.
    expect(webSocket.calls.at(-1)).toBe("resume");
    expect(closed).toBe(false);
    webSocket.peer?.onClose(undefined);
    await closing;
    expect(await failure(process.exit)).toMatchObject({ kind: "Closed" });
    expect(process.stdout.errored).toMatchObject({ kind: "Closed" });
    await process[Symbol.asyncDispose]();
  });

  it("is an abort when the signal fires, also before the beginning, and the signal is let go (F-H11)", async () => {
    const abort = new AbortController();
    const running = start({}, { signal: abort.signal });
    expect(getEventListeners(abort.signal, "abort")).toHaveLength(1);
    abort.abort();
    expect(running.webSocket.calls.at(-1)).toBe("destroy");
    running.webSocket.peer?.onClose(new TransportError("closed", { code: "closed" }));
    expect(await failure(running.process.exit)).toMatchObject({ kind: "Aborted" });
    const late = start({}, { signal: abort.signal });
    expect(late.webSocket.calls).toContain("destroy");
    const done = new AbortController();
    const ended = start({}, { signal: done.signal });
    ended.send(3, success);
    ended.webSocket.peer?.onClose(undefined);
    await ended.process.exit;
    expect(getEventListeners(done.signal, "abort")).toEqual([]);
    // What comes after the end changes nothing.
    done.abort();
    ended.webSocket.peer?.onClose(new TransportError("again", { code: "reset" }));
    expect(await ended.process.exit).toEqual({ code: 0 });
  });

  it("may come at once: nothing stays on the signal, and a later close does nothing", async () => {
    const { signal } = new AbortController();
    const calls: string[] = [];
    const connection: ProcessConnection = {
      protocol: "v5.channel.k8s.io",
      start: (sink) => {
        sink.onStatus(Buffer.from(success));
        sink.onEnd(undefined);
      },
      sendStdin: () => calls.push("sendStdin"),
      endStdin: () => calls.push("endStdin"),
      resize: () => calls.push("resize"),
      resume: () => {},
      close: () => calls.push("close"),
      destroy: () => calls.push("destroy"),
    };
    const process = newRemoteProcess(connection, all, { what: "exec", signal });
    expect(await process.exit).toEqual({ code: 0 });
    expect(getEventListeners(signal, "abort")).toEqual([]);
    await process.close();
    expect(calls).toEqual([]);
  });

  it("is an error when the status has more than 64 KiB, however it comes (SEC-16)", async () => {
    const { webSocket, process, send } = start();
    send(3, Buffer.alloc(64 * 1024, " "));
    expect(webSocket.calls).not.toContain("destroy");
    send(3, "x");
    expect(webSocket.calls).toContain("destroy");
    webSocket.peer?.onClose(undefined);
    expect(await failure(process.exit)).toMatchObject({ code: "limit" });
  });
});

describe("the terminal of a process", () => {
  const resize = (process: RemoteProcess, columns: number, rows: number) => () => process.resize({ columns, rows });

  it("has a size from 1 to 65535, sent as the protocol names it", () => {
    const { webSocket, process } = start({ stderr: false, tty: true });
    for (const [columns, rows] of [
      [0, 1],
      [1, 0],
      [65_536, 1],
      [1, 65_536],
      [1.5, 1],
    ] as const)
      expect(resize(process, columns, rows)).toThrow(expect.objectContaining({ kind: "InvalidArgument" }) as Error);
    resize(process, 65_535, 1)();
    expect(webSocket.sent.map((message) => [message[0], message.toString("utf8", 1)])).toEqual([
      [4, '{"Width":65535,"Height":1}'],
    ]);
  });

  it("is not resized after the end", async () => {
    const { webSocket, process, send } = start({ stderr: false, tty: true });
    send(3, success);
    webSocket.peer?.onClose(undefined);
    await process.exit;
    resize(process, 80, 24)();
    expect(webSocket.sent).toEqual([]);
  });
});

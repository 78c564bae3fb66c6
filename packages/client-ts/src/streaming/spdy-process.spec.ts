import type { Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { openSpdySession, type SpdyStream } from "../transport/index.ts";
import { socketPair } from "../transport/test-support/socket-pair.ts";
import { newRemoteProcess, type ProcessStreams, type RemoteProcess } from "./remote-process.ts";
import { connectSpdyProcess } from "./spdy-process.ts";

/** A process whose server does with each stream what the test says. */
async function start(
  onStream: ((stream: SpdyStream, socket: Socket) => void) | undefined,
  streams: Partial<ProcessStreams> = {},
  signal?: AbortSignal,
): Promise<RemoteProcess> {
  const [socket, peer] = await socketPair(onTestFinished);
  const accept = onStream && ((stream: SpdyStream): void => onStream(stream, peer));
  await openSpdySession(peer, { side: "server", pings: false, onStream: accept });
  const wanted: ProcessStreams = { stdin: false, stdout: true, stderr: true, tty: false, ...streams };
  const connection = await connectSpdyProcess(socket, { protocol: "v4.channel.k8s.io", streams: wanted });
  return newRemoteProcess(connection, wanted, { what: "exec in pod web", signal });
}

describe("a process over SPDY", () => {
  it("opens no stream for error output with a terminal, and one for its size (B343)", async () => {
    const opened: (string | undefined)[] = [];
    const end = (stream: SpdyStream): void => {
      const { streamtype } = stream.headers;
      opened.push(streamtype);
      stream.end(streamtype === "error" ? JSON.stringify({ status: "Success" }) : "");
    };
    const process = await start(end, { stdin: true, stderr: false, tty: true });
    process.stdout.resume();
    expect((await process.exit).code).toBe(0);
    expect(opened).toEqual(["error", "stdin", "stdout", "resize"]);
    const plain = await start(end);
    plain.stdout.resume();
    plain.stderr.resume();
    await plain.exit;
    expect(opened.slice(4)).toEqual(["error", "stdout", "stderr"]);
  });

  it("fails at once when the server refuses a stream, or breaks off meanwhile (B343)", async () => {
    await expect(start(undefined)).rejects.toMatchObject({ kind: "Transport", code: "reset" });
    await expect(start((_stream, socket) => socket.destroy())).rejects.toMatchObject({ kind: "Transport" });
  });

  it.each([
    ["reports an error that the server gives", '{"status":"Failure","message":"no space"}', { kind: "Status" }],
    ["says that half of a status makes no sense", '{"status":', { kind: "Protocol" }],
    ["says that no status came", "", { kind: "Transport", code: "reset" }],
  ])("%s, when the connection ends then (B343)", async (_what, status, expected) => {
    const process = await start((stream, socket) => {
      const { streamtype } = stream.headers;
      if (streamtype !== "error") stream.end();
      else if (status !== "") stream.write(status);
      if (streamtype === "stderr") setImmediate(() => socket.end());
    });
    process.stdout.resume();
    process.stderr.resume();
    await expect(process.exit).rejects.toMatchObject(expected);
  });

  it("holds back output that is not read, and loses none of it (F-H8)", async () => {
    const total = 3 * 1024 * 1024;
    const process = await start((stream) => {
      if (stream.headers["streamtype"] === "stdout") stream.end(Buffer.alloc(total));
      else stream.end(stream.headers["streamtype"] === "error" ? JSON.stringify({ status: "Success" }) : "");
    });
    await expect.poll(() => process.stdout.readableLength).toBeGreaterThan(256 * 1024 - 1);
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(process.stdout.readableLength).toBeLessThan(1024 * 1024);
    process.stderr.resume();
    let length = 0;
    for await (const chunk of process.stdout) length += (chunk as Buffer).length;
    expect([length, (await process.exit).code]).toEqual([total, 0]);
  });

  it.each([
    ["its signal fires", async (_process: RemoteProcess, stop: AbortController) => stop.abort()],
    ["it is closed", (process: RemoteProcess) => process.close()],
  ])("ends with output that is not read when %s", async (_when, end) => {
    const stop = new AbortController();
    const output = Buffer.alloc(2 * 1024 * 1024);
    const process = await start(
      (stream) => void (stream.headers["streamtype"] === "stdout" && stream.write(output)),
      { stderr: false },
      stop.signal,
    );
    await expect.poll(() => process.stdout.readableLength).toBeGreaterThan(256 * 1024 - 1);
    const ended = expect(process.exit).rejects.toMatchObject({ kind: expect.stringMatching(/^(Aborted|Closed)$/) });
    await end(process, stop);
    await ended;
  });

  it("closes the connection when one of its streams is refused", async () => {
    const [socket, peer] = await socketPair(onTestFinished);
    await openSpdySession(peer, { side: "server", pings: false });
    const streams = { stdin: false, stdout: true, stderr: true, tty: false };
    await expect(connectSpdyProcess(socket, { protocol: "v4.channel.k8s.io", streams })).rejects.toThrow();
    expect(socket.destroyed).toBe(true);
  });
});

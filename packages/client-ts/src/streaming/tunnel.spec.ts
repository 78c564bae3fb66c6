import { describe, expect, it, onTestFinished } from "vitest";
import { openSpdySession, type SpdyStream } from "../transport/index.ts";
import { socketPair } from "../transport/test-support/socket-pair.ts";
import { Tunnel } from "./tunnel.ts";

/** A tunnel whose server does with each stream what the test says. */
async function start(onStream: (stream: SpdyStream) => void): Promise<Tunnel> {
  const [socket, peer] = await socketPair(onTestFinished);
  await openSpdySession(peer, { side: "server", pings: false, onStream });
  return new Tunnel(await openSpdySession(socket, { pings: false }));
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

describe("a connection in a tunnel (B347, B349)", () => {
  it("has a number of its own and two streams: one for errors, which we end at once, and one for data", async () => {
    const seen: SpdyStream[] = [];
    const tunnel = await start((stream) => {
      seen.push(stream);
      stream.resume();
    });
    await tunnel.connect(80, undefined);
    await tunnel.connect(8080, undefined);
    expect(seen.map(({ headers }) => headers)).toEqual([
      { streamtype: "error", port: "80", requestid: "0" },
      { streamtype: "data", port: "80", requestid: "0" },
      { streamtype: "error", port: "8080", requestid: "1" },
      { streamtype: "data", port: "8080", requestid: "1" },
    ]);
    await expect.poll(() => seen.map((stream) => stream.readableEnded)).toEqual([true, false, true, false]);
    expect(tunnel.streamCount).toBe(4);
  });

  it("fails in the words of the server, cut to 16 KiB, and leaves no stream", async () => {
    let errors: SpdyStream | undefined;
    const tunnel = await start((stream) => {
      if (stream.headers["streamtype"] === "error") errors = stream;
    });
    const data = await tunnel.connect(80, undefined);
    const failed = new Promise<Error>((resolve) => data.once("error", resolve));
    errors?.write("connection refused");
    errors?.end(`\n${"x".repeat(20_000)}`);
    const error = await failed;
    expect(error).toMatchObject({ kind: "Transport", code: "refused" });
    expect(error.message).toBe("the server could not forward to port 80: connection refused");
    await expect.poll(() => tunnel.streamCount).toBe(0);
  });

  it("that is given up while the server has not answered leaves no stream", async () => {
    const [socket, peer] = await socketPair(onTestFinished);
    peer.resume();
    const tunnel = new Tunnel(await openSpdySession(socket, { pings: false }));
    const abort = new AbortController();
    const connecting = tunnel.connect(80, abort.signal);
    await settled();
    expect(tunnel.streamCount).toBe(2);
    abort.abort();
    await expect(connecting).rejects.toMatchObject({ kind: "Aborted" });
    await expect.poll(() => tunnel.streamCount).toBe(0);
  });

  it("that ends leaves no stream for its errors behind", async () => {
    const tunnel = await start((stream) => {
      if (stream.headers["streamtype"] === "data") stream.resume().end("bye");
    });
    const data = await tunnel.connect(80, undefined);
    data.resume();
    data.end();
    await expect.poll(() => tunnel.streamCount).toBe(0);
  });
});

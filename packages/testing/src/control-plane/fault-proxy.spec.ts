import { connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";

let server: Server;
let proxy: FaultProxy;
const sockets = new Set<Socket>();

beforeEach(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (chunk) => socket.write(chunk));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  proxy = await startFaultProxy((server.address() as { port: number }).port);
});
afterEach(async () => {
  await proxy[Symbol.asyncDispose]();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

function open(): Socket {
  const socket = connect(proxy.port, "127.0.0.1");
  socket.on("error", () => {});
  sockets.add(socket);
  return socket;
}

/** Sends a text and resolves to what came back, of the same length. */
function echo(socket: Socket, text: string): Promise<string> {
  const answer = receive(socket, text.length);
  socket.write(text);
  return answer;
}

/** Resolves to what came, as soon as it is this long. */
function receive(socket: Socket, length: number): Promise<string> {
  return new Promise((resolve) => {
    let got = "";
    const onData = (chunk: Buffer): void => {
      got += chunk.toString();
      if (got.length >= length) {
        socket.off("data", onData);
        resolve(got);
      }
    };
    socket.on("data", onData);
  });
}

/** Settles when the proxy has what was written to it. */
async function manyTurns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("close", () => resolve()));
}

describe("a fault proxy", () => {
  it("keeps the order of what it holds back when the delay ends", async () => {
    const socket = open();
    await echo(socket, "hello");
    proxy.delay(50);
    const both = receive(socket, "firstafter".length); // they may come back in one piece
    socket.write("first");
    await manyTurns();
    proxy.heal();
    socket.write("after");
    expect(await both).toBe("firstafter");
  });

  it("cuts after the bytes that it still holds back, not before them", async () => {
    const pieces = createServer((socket) => {
      sockets.add(socket);
      socket.once("data", async () => {
        other.delay(50);
        socket.write("first");
        await manyTurns();
        socket.write("second");
      });
    });
    await new Promise<void>((resolve) => pieces.listen(0, "127.0.0.1", resolve));
    const other = await startFaultProxy((pieces.address() as { port: number }).port);
    other.cutAfter(8);
    const socket = connect(other.port, "127.0.0.1");
    let got = "";
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      got += chunk.toString();
    });
    const ended = closed(socket);
    socket.write("go");
    await ended;
    expect(got).toBe("firstsec");
    await other.close();
    pieces.close();
  });

  it("counts the connections that are open, those in the black hole too, and none after a cut", async () => {
    const [first, second] = [open(), open()];
    await Promise.all([echo(first, "one"), echo(second, "two")]);
    proxy.blackHole();
    expect(proxy.connections).toBe(2);
    const ends = [first, second].map((socket) => {
      socket.resume();
      return closed(socket);
    });
    proxy.cut();
    await Promise.all(ends);
    expect(proxy.connections).toBe(0);
    await echo(open(), "three");
    expect(proxy.connections).toBe(1);
  });

  it("passes bytes both ways", async () => {
    expect(await echo(open(), "hello")).toBe("hello");
    expect(proxy.connections).toBe(1);
  });

  it("cuts open connections while new ones work", async () => {
    const first = open();
    await echo(first, "one");
    const ended = closed(first);
    first.resume();
    proxy.cut({ reset: true });
    await ended;
    expect(await echo(open(), "two")).toBe("two");
  });

  it("cuts at a byte", async () => {
    const socket = open();
    await echo(socket, "warm");
    proxy.cutAfter(3);
    let got = "";
    socket.on("data", (chunk) => {
      got += chunk.toString();
    });
    const ended = closed(socket);
    socket.write("abcdef");
    await ended;
    expect(got).toBe("abc");
  });

  it("swallows what open connections send, without an end, while new ones work", async () => {
    const lost = open();
    await echo(lost, "before");
    proxy.blackHole();
    let answered = false;
    lost.on("data", () => {
      answered = true;
    });
    lost.on("close", () => {
      answered = true;
    });
    lost.write("hello?");
    expect(await echo(open(), "after")).toBe("after");
    expect(answered).toBe(false);
  });

  it("holds open and new connections back, and loses nothing, until it is healed", async () => {
    const early = open();
    await echo(early, "before");
    proxy.hold();
    const answers: string[] = [];
    const answered = ["early", "late!"].map(async (text, index) => {
      answers.push(await echo(index === 0 ? early : open(), text));
    });
    // What another proxy brings back meanwhile has taken the same way, through one more turn of the network.
    const other = await startFaultProxy((server.address() as { port: number }).port);
    const free = connect(other.port, "127.0.0.1");
    await echo(free, "through the other");
    free.destroy();
    await other.close();
    expect(answers).toEqual([]);
    proxy.heal();
    await Promise.all(answered);
    expect(answers.sort()).toEqual(["early", "late!"]);
  });

  it("cuts at a byte until it is healed", async () => {
    proxy.cutAfter(3);
    proxy.heal();
    expect(await echo(open(), "abcdef")).toBe("abcdef");
  });

  it("refuses until it is healed", async () => {
    proxy.refuse();
    await closed(open());
    proxy.heal();
    expect(await echo(open(), "well")).toBe("well");
  });
});

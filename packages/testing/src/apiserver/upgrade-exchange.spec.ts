import { request } from "node:http";
import type { Duplex } from "node:stream";
import { describe, expect, it } from "vitest";
import type { ApiServer } from "./index.ts";
import { type SpecClient, serverForEach } from "./spec-client.ts";

const path = "/api/v1/namespaces/default/configmaps?watch=1";

describe("a WebSocket on the in-memory server", () => {
  let server: ApiServer;
  let client: SpecClient;

  serverForEach({ tls: false }, (started) => {
    ({ server, client } = started);
  });

  interface Opened {
    readonly status: number;
    readonly socket: Duplex | undefined;
    readonly head: Buffer;
  }

  const open = (headers: Record<string, string> = {}): Promise<Opened> =>
    new Promise((resolve, reject) => {
      const handshake = {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      };
      request(`${server.url}${path}`, {
        headers: { authorization: `Bearer ${client.token}`, ...handshake, ...headers },
      })
        .on("upgrade", (response, socket, head) => resolve({ status: response.statusCode!, socket, head }))
        .on("response", (response) =>
          resolve({ status: response.resume().statusCode!, socket: undefined, head: Buffer.alloc(0) }),
        )
        .on("error", reject)
        .end();
    });

  /** Reads until there are this many bytes. */
  const read = (socket: Duplex, wanted: number, head: Buffer): Promise<Buffer> =>
    new Promise((resolve) => {
      let bytes = head;
      const check = (): void => {
        if (bytes.length >= wanted) resolve(bytes);
      };
      socket.on("data", (chunk: Buffer) => {
        bytes = Buffer.concat([bytes, chunk]);
        check();
      });
      check();
    });

  const masked = (opcode: number, payload: Buffer): Buffer => {
    const mask = Buffer.from([1, 2, 3, 4]);
    const hidden = payload.map((byte, index) => byte ^ mask[index & 3]!);
    return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length]), mask, hidden]);
  };

  it("answers a ping, also one that comes in pieces, and a close frame with its own", async () => {
    const { status, socket } = await open({ origin: server.url });
    expect(status).toBe(101);
    const ended = new Promise((resolve) => socket!.once("end", resolve));
    const answer = read(socket!, 8, Buffer.alloc(0));
    const bytes = Buffer.concat([
      masked(1, Buffer.from("ignored")),
      masked(9, Buffer.from("hi")),
      masked(8, Buffer.from([3, 232])),
    ]);
    for (const byte of bytes) socket!.write(Buffer.from([byte]));
    expect([...(await answer)]).toEqual([0x8a, 2, 104, 105, 0x88, 2, 3, 232]);
    await ended;
  });

  it("is not opened without an Origin, and not for another's", async () => {
    expect((await open()).status).toBe(403);
    expect((await open({ origin: "http://evil.example" })).status).toBe(403);
  });

  it("ends when a client sends too much", async () => {
    const { socket } = await open({ origin: server.url });
    const closed = new Promise((resolve) => socket!.once("close", resolve));
    socket!.on("error", () => {});
    socket!.resume();
    socket!.write(Buffer.from([0x82, 0xff, 0, 0, 0, 0, 255, 255, 255, 255]));
    await closed;
  });

  it("leaves other protocols unopened and answers in HTTP", async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const headers = { authorization: `Bearer ${client.token}`, connection: "Upgrade", upgrade: "SPDY/3.1" };
      request(`${server.url}/api/v1/namespaces/default/configmaps/none`, { headers })
        .on("response", (response) => {
          let all = "";
          response.setEncoding("utf8");
          response.on("data", (chunk: string) => {
            all += chunk;
          });
          response.on("end", () => resolve(all));
        })
        .on("error", reject)
        .end();
    });
    expect(JSON.parse(text)).toMatchObject({ code: 404 });
  });
});

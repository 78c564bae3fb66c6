import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Handler, json, serve, type TestServer } from "../test-support/servers.ts";
import { newDial } from "./dial.ts";
import { newPool, type Pool, type PoolOptions } from "../pool.ts";

/** A server under a name that is not loopback's, so that compression is worth asking for. */
async function start(handler: Handler, options: PoolOptions = {}): Promise<{ server: TestServer; pool: Pool }> {
  const server = await serve(handler, { protocol: "http" });
  const dial = newDial();
  const pool = newPool(`http://api.test:${server.port}`, {
    dial: ({ port }, more) => dial({ host: "127.0.0.1", port }, more),
    ...options,
  });
  onTestFinished(() => server.close());
  onTestFinished(() => pool.close());
  return { server, pool };
}

async function read(
  pool: Pool,
  purpose: "call" | "list" | "watch" | "stream" = "list",
  maxBodyBytes?: number,
): Promise<Buffer> {
  const { body } = await pool.send({
    method: "GET",
    path: "/",
    headers: {},
    purpose,
    maxBodyBytes,
  });
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const gzipped =
  (bytes: Buffer): Handler =>
  (_request, response) =>
    response.writeHead(200, { "content-encoding": "gzip", "content-length": String(bytes.length) }).end(bytes);

describe("compression", () => {
  it("is asked for lists and calls, not for watches and streams, not on loopback, not when disabled", async () => {
    const { server, pool } = await start((_request, response) => json(response, {}));
    for (const purpose of ["list", "call", "watch", "stream"] as const) await read(pool, purpose);
    const off = newPool(`http://api.test:${server.port}`, {
      dial: (t, o) => newDial()({ ...t, host: "127.0.0.1" }, o),
      disableCompression: true,
    });
    const loopback = newPool(server.url);
    onTestFinished(() => off.close());
    onTestFinished(() => loopback.close());
    await read(off);
    await read(loopback);
    expect(server.requests.map(({ headers }) => headers["accept-encoding"])).toEqual([
      "gzip",
      "gzip",
      "identity",
      "identity",
      "identity",
      "identity",
    ]);
  });

  it("is undone as the bytes arrive", async () => {
    const text = JSON.stringify({ items: Array.from({ length: 20_000 }, (_, i) => ({ name: `pod-${i}` })) });
    const { pool } = await start(gzipped(gzipSync(text)));
    expect((await read(pool)).toString()).toBe(text);
  });

  it("that is cut off or damaged is an error, not a shorter body (F-C10)", async () => {
    const whole = gzipSync(Buffer.alloc(100_000, "abc"));
    const damaged = Buffer.from(whole);
    damaged.fill(0x55, 40, 60);
    for (const bytes of [whole.subarray(0, whole.length - 20), damaged, Buffer.from("no gzip at all")]) {
      const { pool } = await start(gzipped(bytes));
      await expect(read(pool)).rejects.toThrow("damaged or cut off");
    }
  });

  it("cannot exhaust the memory: the limit counts what was decompressed (F-C11, SEC-16)", async () => {
    // A thousand times what it weighs.
    const bomb = gzipSync(Buffer.alloc(128 * 1024 * 1024), { level: 9 });
    const { pool } = await start(gzipped(bomb), { limits: { listBytes: 8 * 1024 * 1024 } });
    const before = process.memoryUsage().rss;
    await expect(read(pool)).rejects.toMatchObject({ kind: "Transport", code: "limit" });
    expect(process.memoryUsage().rss - before).toBeLessThan(32 * 1024 * 1024);
  });
});

describe("size limits", () => {
  it("end a body that never ends, by what the request is for (SEC-16)", async () => {
    const { pool } = await start(
      (_request, response) => {
        const more = (): void => {
          while (response.write(Buffer.alloc(64 * 1024)));
        };
        response.on("drain", more);
        response.writeHead(200);
        more();
      },
      { limits: { objectBytes: 1_000_000, listBytes: 2_000_000 } },
    );
    await expect(read(pool, "call")).rejects.toThrow("larger than 1000000 bytes");
    await expect(read(pool, "list")).rejects.toThrow("larger than 2000000 bytes");
    await expect(read(pool, "stream", 3_000_000)).rejects.toThrow("larger than 3000000 bytes");
  });

  it("hold for thousands of tiny pieces as well (SEC-16)", async () => {
    const { pool } = await start(
      (_request, response) => {
        response.writeHead(200);
        for (let i = 0; i < 20_000; i++) response.write("x");
      },
      { limits: { objectBytes: 10_000 } },
    );
    await expect(read(pool, "call")).rejects.toMatchObject({ code: "limit" });
  });
});

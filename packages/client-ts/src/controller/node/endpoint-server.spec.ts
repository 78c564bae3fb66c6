import { describe, expect, it } from "vitest";
import { type EndpointAnswer, startEndpointServer } from "./endpoint-server.ts";

async function start(answer: (path: string, query: URLSearchParams) => EndpointAnswer) {
  const errors: unknown[] = [];
  const server = await startEndpointServer({ port: 0, host: "127.0.0.1", answer, onError: (e) => errors.push(e) });
  const get = (path: string, method = "GET") => fetch(`http://127.0.0.1:${server.port}${path}`, { method });
  return { server, get, errors };
}

describe("a server for probes and scrapers", () => {
  it("answers with a status, a text and a type, and lets no cache keep it", async () => {
    const { server, get } = await start((path, query) =>
      path === "/none" ? undefined : { status: 202, text: `${path} ${query.get("a")}`, contentType: "text/x" },
    );
    const response = await get("/x?a=1&b=2");
    expect([response.status, await response.text(), response.headers.get("content-type")]).toEqual([
      202,
      "/x 1",
      "text/x",
    ]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect((await get("/none")).status).toBe(404);
    const head = await get("/x?a=1", "HEAD");
    expect([head.status, await head.text()]).toEqual([202, ""]);
    await server.close();
  });

  it("says nothing of what went wrong, and reports it", async () => {
    const { server, get, errors } = await start(() => {
      throw new Error("password=hunter2");
    });
    const response = await get("/x");
    expect([response.status, await response.text()]).toEqual([500, "internal error\n"]);
    expect(errors.map(String)).toEqual(["Error: password=hunter2"]);
    await server.close();
  });

  it("rejects when it cannot listen, and ends its connections when it is closed", async () => {
    const { server, get } = await start(() => ({ status: 200, text: "ok" }));
    await get("/x");
    const options = { host: "127.0.0.1", answer: () => undefined, onError() {} };
    await expect(startEndpointServer({ ...options, port: server.port })).rejects.toThrow("EADDRINUSE");
    for (const port of [-1, 65_536, 1.5])
      await expect(startEndpointServer({ ...options, port })).rejects.toThrow("is not a port");
    await server.close();
    await expect(get("/x")).rejects.toThrow();
  });
});

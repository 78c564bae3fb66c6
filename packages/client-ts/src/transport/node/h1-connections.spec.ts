import { type AddressInfo, connect, createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { FakeClock } from "../../util/index.ts";
import { defaultLimits } from "../limits.ts";
import { H1Connections } from "./h1-connections.ts";

describe("an HTTP/1.1 connection that ended before its request", () => {
  it("fails the request at once, as one that was not sent", async () => {
    const listener = createServer((accepted) => accepted.destroy());
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const { port } = listener.address() as AddressInfo;
    const connections = new H1Connections({
      clock: new FakeClock(),
      limits: defaultLimits,
      idleTimeoutMs: 60_000,
      authority: `127.0.0.1:${port}`,
      compress: false,
      connect: async () => {
        const socket = connect(port, "127.0.0.1");
        socket.on("error", () => {});
        await new Promise((resolve) => socket.once("close", resolve));
        return socket;
      },
    });
    const sending = connections.send({ method: "POST", path: "/", headers: {}, purpose: "call" });
    await expect(sending).rejects.toMatchObject({ code: "reset", sent: false });
    expect(connections.open).toBe(0);
    connections.destroy();
    await new Promise((resolve) => listener.close(resolve));
  });
});

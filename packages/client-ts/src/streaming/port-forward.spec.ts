import { getEventListeners, once } from "node:events";
import { type AddressInfo, connect as connectTcp, createServer } from "node:net";
import { text } from "node:stream/consumers";
import { type ApiServer, startApiServer } from "client-ts-testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Pod } from "../api/core/v1.ts";
import { type Client, connect } from "../client/index.ts";
import { FakeClock } from "../util/index.ts";

const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "default" },
  spec: { nodeName: "node-1", containers: [{ name: "app", image: "none" }] },
};

let server: ApiServer;
let client: Client;
let clock: FakeClock;
/** Requests for a tunnel so far, and what runs after each answer. */
let tunnels: number;
let onTunnel: () => void;
const pods = () => client.resource(Pod, { namespace: "default" });
const portforward = { match: { path: "/api/v1/namespaces/default/pods/web/portforward" } };

beforeAll(async () => {
  server = await startApiServer({
    objects: [pod],
    containers: () => ({ ports: { 80: (connection) => void connection.pipe(connection) } }),
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  tunnels = 0;
  onTunnel = () => {};
  clock = new FakeClock();
  client = await connect({
    kubeconfigText: server.kubeconfig,
    clock,
    random: () => 0,
    interceptors: [
      (next) => async (request) => {
        if (request.purpose === "upgrade") tunnels++;
        const response = await next(request);
        if (response.status === 101) onTunnel();
        return response;
      },
    ],
  });
});
afterEach(async () => {
  server.faults.clear();
  await client.close();
});

/** A port that nothing listens on at the moment. */
async function freePort(): Promise<number> {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  await new Promise((resolve) => listener.close(resolve));
  return port;
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTcp(port, "127.0.0.1");
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
}

async function echo(port: number, words: string): Promise<string> {
  const socket = connectTcp(port, "127.0.0.1");
  socket.end(words);
  return text(socket);
}

describe("forwarded ports", () => {
  it("are all closed again when one of them is taken, and so is the tunnel", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const [first, second] = [await freePort(), (taken.address() as AddressInfo).port];
    const forwarding = pods().portForward("web", [`${first}:80`, `${second}:80`], { addresses: ["127.0.0.1"] });
    await expect(forwarding).rejects.toMatchObject({ code: "in-use" });
    expect(await isOpen(first)).toBe(false);
    await expect.poll(() => server.connectionCount).toBe(0);
    taken.close();
  });

  it("are closed again when the signal fires while they are being opened, whenever that is", async () => {
    // The listeners are opened some turns of the event loop after the tunnel: every one of them is tried.
    for (let turns = 0; turns < 12; turns++) {
      const port = await freePort();
      const abort = new AbortController();
      onTunnel = () => {
        let left = turns;
        const step = (): void => void (left-- > 0 ? setImmediate(step) : abort.abort());
        step();
      };
      const outcome = await pods()
        .portForward("web", [`${port}:80`], { signal: abort.signal })
        .catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toMatchObject({ kind: "Aborted" });
      else await expect((outcome as { closed: Promise<void> }).closed).rejects.toMatchObject({ kind: "Aborted" });
      expect([turns, await isOpen(port)]).toEqual([turns, false]);
    }
    await expect.poll(() => server.connectionCount).toBe(0);
  });

  it("close once, with everything on them, and leave no listener on the signal", async () => {
    const { signal } = new AbortController();
    const forward = await pods().portForward("web", [":80"], { signal });
    const local = forward.ports[0]?.local ?? 0;
    const open = connectTcp(local, "127.0.0.1");
    open.on("error", () => {});
    open.write("x");
    await once(open, "data");
    const stream = await forward.connect(80);
    const ends = [once(open, "close"), new Promise((resolve) => stream.once("close", resolve))];
    await Promise.all([forward.close(), forward[Symbol.asyncDispose](), forward.closed]);
    await Promise.all(ends);
    expect(await isOpen(local)).toBe(false);
    await new Promise((resolve) => setImmediate(resolve));
    expect(getEventListeners(signal, "abort")).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  it("go on when the function that receives errors throws one", async () => {
    let received = 0;
    const forward = await pods().portForward("web", [":80", ":81"], {
      onError: () => {
        received++;
        throw new Error("of the caller");
      },
    });
    const [good = 0, bad = 0] = forward.ports.map(({ local }) => local);
    const refused = connectTcp(bad, "127.0.0.1");
    refused.on("error", () => {});
    await new Promise((resolve) => refused.once("close", resolve));
    expect(received).toBe(1);
    expect(await echo(good, "still here")).toBe("still here");
    await forward.close();
  });

  it("need a port from 1 to 65535 and a list of ports, before anything is sent", async () => {
    const invalid = { kind: "InvalidArgument" };
    await expect(pods().portForward("web", ["0"])).rejects.toMatchObject(invalid);
    await expect(pods().portForward("web", "80" as never)).rejects.toMatchObject(invalid);
    await expect(pods().portForward("web", [":80"], { addresses: [] })).rejects.toMatchObject(invalid);
    const abort = new AbortController();
    abort.abort();
    await expect(pods().portForward("web", [":80"], { signal: abort.signal })).rejects.toMatchObject({
      kind: "Aborted",
    });
    expect(tunnels).toBe(0);
    const forward = await pods().portForward("web", []);
    await expect(forward.connect(70_000)).rejects.toMatchObject(invalid);
    await forward.close();
  });

  it("cannot be on an address that this machine does not have", async () => {
    await expect(pods().portForward("web", [":80"], { addresses: ["192.0.2.1"] })).rejects.toMatchObject({
      code: "other",
      sent: false,
      message: expect.stringContaining("cannot listen on port 0 of 192.0.2.1"),
    });
  });

  it("use the same local port for every address", async () => {
    const forward = await pods().portForward("web", [":80"], { addresses: ["127.0.0.1", "127.0.0.2"] });
    const [port] = forward.ports;
    expect(port).toMatchObject({ remote: 80, addresses: ["127.0.0.1", "127.0.0.2"] });
    expect(await echo(port?.local ?? 0, "one")).toBe("one");
    await forward.close();
  });
});

describe("a tunnel that is lost (F-H15)", () => {
  /** A forwarded port whose tunnel was lost just now, and the errors that were reported. */
  const lose = async () => {
    const errors: Error[] = [];
    const forward = await pods().portForward("web", [":80"], { onError: (error) => errors.push(error) });
    server.cutConnections();
    await expect.poll(() => errors.length).toBe(1);
    return { forward, errors, local: forward.ports[0]?.local ?? 0 };
  };
  /** Lets the wait before the next attempt pass, and says how long it was. */
  const nextAttempt = async (): Promise<number | undefined> => {
    const wait = clock.nextInMs;
    await clock.advance(wait ?? 0);
    return wait;
  };

  it("is opened again after waits that grow, and connections wait for it", async () => {
    // Each attempt tries two protocols; two attempts are refused.
    const fault = server.faults.add({ ...portforward, after: 1, times: 4 }, { type: "status", code: 503 });
    const { forward, errors, local } = await lose();
    const waiting = echo(local, "late");
    const waits = [await nextAttempt()];
    for (const count of [2, 3]) {
      await expect.poll(() => errors.length).toBe(count);
      waits.push(await nextAttempt());
    }
    expect(waits).toEqual([100, 200, 400]);
    expect(await waiting).toBe("late");
    expect([fault.hits, errors[0]?.message]).toEqual([4, expect.stringMatching(/the connection to the Pod was lost/)]);
    await forward.close();
  });

  it.each([401, 404])("is given up when the server answers %i, and the ports are closed", async (code) => {
    server.faults.add({ ...portforward, after: 1 }, { type: "status", code });
    const { forward, local } = await lose();
    await nextAttempt();
    await expect(forward.closed).rejects.toMatchObject({ kind: "Status", code });
    expect(await isOpen(local)).toBe(false);
    await expect(forward.connect(80)).rejects.toMatchObject({ kind: "Closed" });
  });

  it("is not opened again after a close, and nothing waits any more", async () => {
    const { forward } = await lose();
    const asking = forward.connect(80).catch((error: unknown) => error);
    await forward.close();
    expect(await asking).toBeInstanceOf(Error);
    expect([clock.pending, tunnels]).toEqual([0, 1]);
  });

  it("does not keep a connection waiting that is given up", async () => {
    const { forward } = await lose();
    const abort = new AbortController();
    const asking = forward.connect(80, { signal: abort.signal });
    abort.abort();
    await expect(asking).rejects.toMatchObject({ kind: "Aborted" });
    await forward.close();
  });
});

import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { loopbackCertificate } from "./servers.ts";

/** Options of {@link startProxy}. */
export interface ProxyOptions {
  readonly kind: "http" | "https" | "socks5";
  readonly login?: { readonly username: string; readonly password: string } | undefined;
  /** Answer every CONNECT with this status. */
  readonly status?: number | undefined;
  /** Where names lead to; by default to loopback, on the port that was asked for. */
  readonly resolve?: ((host: string, port: number) => { host: string; port: number }) | undefined;
}

/** A proxy on loopback that remembers what went through it. */
export interface RecordingProxy {
  readonly url: string;
  readonly port: number;
  /** Each target that was asked for, as `host:port`. */
  readonly targets: string[];
  /** Everything that clients said before the tunnel was open. */
  readonly heads: string[];
  /** Bytes from clients to servers, and back, after that. */
  readonly bytes: { up: number; down: number };
  /** What clients sent to servers after that, as the proxy saw it. */
  readonly carried: Buffer[];
  readonly open: number;
  /** Ends every tunnel. */
  cut(): void;
  close(): Promise<void>;
}

/** Starts a proxy that records. */
export async function startProxy(options: ProxyOptions): Promise<RecordingProxy> {
  const { kind, login, status, resolve = (_host, port) => ({ host: "127.0.0.1", port }) } = options;
  const targets: string[] = [];
  const heads: string[] = [];
  const bytes = { up: 0, down: 0 };
  const carried: Buffer[] = [];
  const sockets = new Set<Socket>();

  const tunnel = (client: Socket, host: string, port: number, ready: () => void, failed: () => void): void => {
    targets.push(`${host}:${port}`);
    const server = connect(resolve(host, port));
    sockets.add(server);
    let opened = false;
    server.once("connect", () => {
      opened = true;
      ready();
      client.on("data", (chunk: Buffer) => {
        bytes.up += chunk.length;
        carried.push(chunk);
        server.write(chunk);
      });
      server.on("data", (chunk: Buffer) => {
        bytes.down += chunk.length;
        client.write(chunk);
      });
    });
    server.on("error", () => {
      if (!opened) failed();
    });
    server.on("close", () => {
      sockets.delete(server);
      client.destroy();
    });
    client.on("close", () => server.destroy());
  };

  const onHttp = (client: Socket): void => {
    let head = "";
    const onData = (chunk: Buffer): void => {
      head += chunk.toString("latin1");
      if (!head.includes("\r\n\r\n")) return;
      client.off("data", onData);
      heads.push(head);
      const [, host = "", port = ""] = /^CONNECT (\S+):(\d+) HTTP\/1\.1\r\n/.exec(head) ?? [];
      const expected = login && `Basic ${Buffer.from(`${login.username}:${login.password}`).toString("base64")}`;
      const given = /^proxy-authorization: (.*)\r$/im.exec(head)?.[1];
      if (status !== undefined) return void client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      if (expected !== undefined && given !== expected)
        return void client.end("HTTP/1.1 407 Login\r\nContent-Length: 0\r\n\r\n");
      const failed = (): void => void client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
      tunnel(
        client,
        host.replace(/^\[|\]$/g, ""),
        Number(port),
        () => client.write("HTTP/1.1 200 OK\r\nX-Proxy: yes\r\n\r\n"),
        failed,
      );
    };
    client.on("data", onData);
  };

  const onSocks = (client: Socket): void => {
    let step: "greeting" | "login" | "request" = "greeting";
    const onData = (chunk: Buffer): void => {
      heads.push(chunk.toString("latin1"));
      if (step === "greeting") {
        const wanted = login === undefined ? 0 : 2;
        const offers = chunk.subarray(2).includes(wanted);
        step = login === undefined ? "request" : "login";
        client.write(Buffer.from([5, offers ? wanted : 0xff]));
      } else if (step === "login") {
        const user = chunk.subarray(2, 2 + (chunk[1] ?? 0)).toString();
        const word = chunk.subarray(3 + (chunk[1] ?? 0)).toString();
        step = "request";
        client.write(Buffer.from([1, user === login?.username && word === login.password ? 0 : 1]));
      } else {
        client.off("data", onData);
        const kindOfAddress = chunk[3];
        const end = kindOfAddress === 1 ? 8 : kindOfAddress === 4 ? 20 : 5 + (chunk[4] ?? 0);
        const raw = chunk.subarray(kindOfAddress === 3 ? 5 : 4, end);
        const host = kindOfAddress === 3 ? raw.toString() : kindOfAddress === 1 ? raw.join(".") : raw.toString("hex");
        const answer = (code: number): boolean => client.write(Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]));
        if (status !== undefined) return void answer(status);
        tunnel(
          client,
          host,
          chunk.readUInt16BE(end),
          () => answer(0),
          () => answer(5),
        );
      }
    };
    client.on("data", onData);
  };

  const serve = (client: Socket): void => {
    client.on("error", () => {});
    (kind === "socks5" ? onSocks : onHttp)(client);
  };
  const server: Server =
    kind === "https"
      ? createTlsServer({ key: loopbackCertificate.key, cert: loopbackCertificate.cert }, serve)
      : createServer(serve);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("tlsClientError", () => {});
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const userinfo = login ? `${encodeURIComponent(login.username)}:${encodeURIComponent(login.password)}@` : "";
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `${kind}://${userinfo}127.0.0.1:${port}`,
    port,
    targets,
    heads,
    bytes,
    carried,
    get open() {
      return sockets.size;
    },
    cut,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        cut();
      }),
  };
}

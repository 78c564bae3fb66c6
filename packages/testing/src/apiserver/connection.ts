import type { Socket } from "node:net";
import type { PeerCertificate, TLSSocket } from "node:tls";
import type { ServerHttp2Session } from "node:http2";
import { afterTurn } from "client-ts/internal";

/**
 * One client connection, on the raw socket below TLS and HTTP/2. Going silent stops reading at the socket itself: Node
 * would otherwise answer HTTP/2 pings on its own, and the connection would not look dead.
 */
export class Connection {
  readonly id: number;
  readonly #socket: Socket;
  #silent = false;
  #session: ServerHttp2Session | undefined;
  #certificate: { readonly name: string; readonly groups: readonly string[] } | undefined | null = null;

  constructor(id: number, socket: Socket) {
    this.id = id;
    this.#socket = socket;
  }

  /** Whether nothing is read or sent any more although the connection stays open. */
  get silent(): boolean {
    return this.#silent;
  }

  /** The HTTP/2 session, when there is one. */
  get session(): ServerHttp2Session | undefined {
    return this.#session;
  }

  set session(session: ServerHttp2Session | undefined) {
    this.#session = session;
  }

  /** Whom a verified client certificate names; `undefined` without one. Asked once per connection. */
  certificateUser(
    socket: TLSSocket | undefined,
  ): { readonly name: string; readonly groups: readonly string[] } | undefined {
    if (this.#certificate === null) this.#certificate = socket === undefined ? undefined : userOf(socket);
    return this.#certificate;
  }

  /** Half-open: the peer's bytes are no longer read, ours no longer sent, and neither side is notified. */
  goSilent(): void {
    this.#silent = true;
    const handle = (this.#socket as unknown as { _handle?: { readStop?: () => void } })._handle;
    handle?.readStop?.();
  }

  /** Asks the peer to move to another connection; open streams may finish. */
  goAway(): void {
    // Node names the last request that it has passed on. Those that came with it are passed on in this turn; the peer
    // would take them for requests that we did not begin with, and send them again.
    afterTurn(() => {
      if (this.#session !== undefined && !this.#session.destroyed) this.#session.goaway(0);
    });
  }

  /** Cuts the connection: a reset, or an orderly end. */
  cut(how: "reset" | "end" = "reset"): void {
    if (how === "reset") this.#socket.resetAndDestroy();
    else this.#socket.destroy();
  }
}

function userOf(socket: TLSSocket): { readonly name: string; readonly groups: readonly string[] } | undefined {
  if (typeof socket.getPeerCertificate !== "function" || !socket.authorized) return undefined;
  const { subject }: PeerCertificate = socket.getPeerCertificate();
  if (subject?.CN === undefined) return undefined;
  const organization: unknown = subject.O;
  const groups = Array.isArray(organization)
    ? (organization as string[])
    : typeof organization === "string"
      ? [organization]
      : [];
  return { name: String(subject.CN), groups };
}

import type { Duplex } from "node:stream";
import type { SpdySession, SpdySessionOptions } from "./node/spdy-session.ts";

/** Begins a SPDY/3.1 session on a connection that has switched to it. Loads what it needs on first use. */
export async function openSpdySession(socket: Duplex, options: SpdySessionOptions = {}): Promise<SpdySession> {
  const { SpdySession: Session } = await import("./node/spdy-session.ts");
  return new Session(socket, options);
}

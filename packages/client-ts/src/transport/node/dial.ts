import { lookup as systemLookup } from "node:dns";
import { connect, type LookupFunction, type Socket, type TcpNetConnectOpts } from "node:net";
import { throwIfAborted, TransportError } from "../../errors/index.ts";
import { type Clock, systemClock } from "../../util/index.ts";
import type { Dial, DialOptions, DialTarget } from "../dial.ts";
import { transportErrorCode } from "../error-code.ts";
import { socketEvent } from "./socket-event.ts";

/** Options of {@link newDial}. */
export interface CreateDialOptions {
  /** Limit for name lookup and connection together. Default 30 s. */
  readonly timeoutMs?: number | undefined;
  /**
   * Silence before the first keep-alive probe. Default 5 s; with the system's ten probes a dead peer is found within 15
   * s.
   */
  readonly keepAliveMs?: number | undefined;
  /** Name lookup, repeated for every connection. Default: the system's. */
  readonly lookup?: LookupFunction | undefined;
  readonly clock?: Clock | undefined;
}

/** Connects directly over TCP. */
export function newDial(options: CreateDialOptions = {}): Dial {
  return (target, { signal } = {}) => dialTcp(target, { ...options, signal }, connect);
}

/**
 * Connects a socket directly over TCP.
 *
 * @param open - Makes the socket and begins to connect it.
 * @param onConnect - Called in the moment in which it is connected. What it returns is the result.
 */
export async function dialTcp<S extends Socket>(
  { host, port }: DialTarget,
  options: CreateDialOptions & DialOptions,
  open: (tcp: TcpNetConnectOpts) => S,
  onConnect: (socket: S) => S | Promise<S> = (socket) => socket,
): Promise<S> {
  const {
    timeoutMs = 30_000,
    keepAliveMs = 5_000,
    lookup = systemLookup as LookupFunction,
    clock = systemClock,
    signal,
  } = options;
  throwIfAborted(signal);
  const place = `${host}:${port}`;
  const socket = open({ host, port, lookup, autoSelectFamily: true });
  return socketEvent(socket, "connect", {
    timeoutMs,
    clock,
    signal,
    timedOut: () =>
      new TransportError(`no connection to ${place} within ${timeoutMs} ms`, { code: "timeout", sent: false }),
    failed: (cause) =>
      new TransportError(`no connection to ${place}: ${reasonOf(cause)}`, {
        code: transportErrorCode(cause),
        sent: false,
        cause,
      }),
    onEvent: () => {
      socket.setNoDelay(true);
      socket.setKeepAlive(true, keepAliveMs);
      return onConnect(socket);
    },
  });
}

/**
 * The system's word for what failed. With several addresses Node gives an AggregateError whose own message is empty.
 */
function reasonOf(error: Error): string {
  return error.message || (error as { code?: string }).code || error.name;
}

import type { Duplex } from "node:stream";

/** A connection after the server has switched protocols: bytes, or the messages of a WebSocket. */
export type Upgraded =
  | { readonly type: "socket"; readonly socket: Duplex }
  | { readonly type: "webSocket"; readonly webSocket: WebSocketConnection };

/** Receives what arrives on a {@link WebSocketConnection}. */
export interface WebSocketListener {
  /** One whole message. */
  onMessage(data: Buffer, isText: boolean): void;
  /** Called once, at the end. Without an error only when the peer has closed the connection gracefully. */
  onClose(error: Error | undefined): void;
}

/**
 * A WebSocket that is open: binary messages in both directions, uncompressed and of limited size. It sends pings by
 * itself and ends with an error when the peer does not answer.
 */
export interface WebSocketConnection {
  /** The sub-protocol that the server chose. */
  readonly protocol: string;
  /** Sets the one listener; messages wait until then. */
  listen(listener: WebSocketListener): void;
  /** Sends one binary message. `done` is called when the socket can take more. */
  send(message: Buffer, done: (error?: Error | null) => void): void;
  /** Stops reading from the socket, so that the peer has to wait. */
  pause(): void;
  resume(): void;
  /** Closes gracefully: messages that wait are sent first. */
  close(): void;
  /** Ends the connection at once. The listener gets the error. */
  destroy(error?: Error): void;
}

import type { WebSocketConnection, WebSocketListener } from "../../transport/index.ts";

/** A WebSocket whose peer is the test. */
export class TestWebSocket implements WebSocketConnection {
  readonly protocol: string;
  readonly sent: Buffer[] = [];
  readonly calls: string[] = [];
  peer: WebSocketListener | undefined;
  /** Sends that the socket has not taken yet. */
  held: (() => void)[] | undefined;

  constructor(protocol = "SPDY/3.1+portforward.k8s.io") {
    this.protocol = protocol;
  }

  listen(listener: WebSocketListener): void {
    this.peer = listener;
  }
  send(message: Buffer, done: () => void): void {
    this.sent.push(message);
    if (this.held === undefined) done();
    else this.held.push(done);
  }
  pause(): void {
    this.calls.push("pause");
  }
  resume(): void {
    this.calls.push("resume");
  }
  close(): void {
    this.calls.push("close");
  }
  destroy(): void {
    this.calls.push("destroy");
  }
}

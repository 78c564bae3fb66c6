import { Duplex } from "node:stream";
import { ProtocolError } from "../errors/index.ts";
import type { WebSocketConnection } from "../transport/index.ts";

/**
 * A WebSocket as a stream of bytes: the boundaries of messages mean nothing. An orderly close of the peer is the end;
 * any other end is an error. There is back-pressure both ways.
 */
export function webSocketTunnel(webSocket: WebSocketConnection): Duplex {
  const stream = new Duplex({
    allowHalfOpen: false,
    highWaterMark: 256 * 1024,
    read: () => webSocket.resume(),
    write: (chunk: Buffer, _encoding, done) => webSocket.send(chunk, done),
    // The head of a frame and its payload leave in one message.
    writev: (chunks, done) => webSocket.send(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)), done),
    final: (done) => {
      webSocket.close();
      done();
    },
    destroy: (error, done) => {
      webSocket.destroy(error ?? undefined);
      done(error);
    },
  });
  webSocket.listen({
    onMessage(data, isText) {
      if (isText) stream.destroy(new ProtocolError("the server sent a text message where only binary ones may be"));
      else if (!stream.destroyed && data.length > 0 && !stream.push(data)) webSocket.pause();
    },
    onClose(error) {
      if (stream.destroyed) return;
      if (error === undefined) stream.push(null);
      else stream.destroy(error);
    },
  });
  return stream;
}

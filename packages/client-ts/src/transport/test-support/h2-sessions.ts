import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Readable } from "node:stream";
import { afterEach } from "vitest";
import type { RequestHead } from "../node/http2/h2-sender.ts";
import { H2Session } from "../node/http2/h2-session.ts";
import type { H2Stream, StreamFailure } from "../node/http2/h2-stream.ts";
import { ReusedBuffer } from "../node/reused-buffer.ts";
import type { TransportResponse } from "../transport.ts";
import { type Frame, frameTypes, type RawBehaviour, type RawConnection, startRawServer } from "./raw-h2.ts";

/** The outcome of a request. */
export interface Outcome {
  readonly status: number;
  readonly body: Buffer;
  /** Absent when the answer is complete. */
  readonly failure: StreamFailure | undefined;
}

/** A request on a session, with all that its stream told. */
export interface Exchange {
  readonly stream: H2Stream;
  /** What was called, in order; pieces of a body that follow one another count as one. */
  readonly calls: string[];
  readonly chunks: Buffer[];
  status: number;
  headers: TransportResponse["headers"];
  /** Settles when the stream is closed and its body, if it has one, has come to an end. */
  readonly outcome: Promise<Outcome>;
}

/** What a test does when something comes; after it was noted. */
export interface ExchangeHooks {
  onResponse?(exchange: Exchange): void;
  onData?(exchange: Exchange, chunk: Buffer): void;
  onFailure?(exchange: Exchange): void;
}

/** What a request of the tests has; the rest is a GET. */
export interface ExchangeOptions extends ExchangeHooks {
  readonly method?: string | undefined;
  readonly headers?: RequestHead["headers"] | undefined;
  readonly body?: string | Uint8Array | Readable | undefined;
  /** The reader takes nothing until it is resumed. */
  readonly isPaused?: boolean | undefined;
}

/** Sends a request, and reads its answer. */
export function exchange(session: H2Session, options: ExchangeOptions = {}): Exchange {
  const { method = "GET", headers = {}, body } = options;
  const calls: string[] = [];
  const chunks: Buffer[] = [];
  let failure: StreamFailure | undefined;
  let isClosed = false;
  let hasBodyEnded = true;
  let settle: (outcome: Outcome) => void;
  const check = (): void => {
    if (isClosed && hasBodyEnded) settle({ status: made.status, body: Buffer.concat(chunks), failure });
  };
  const note = (call: string): void => {
    if (call !== "data" || calls.at(-1) !== "data") calls.push(call);
  };
  const outcome = new Promise<Outcome>((resolve) => {
    settle = resolve;
  });
  const stream = session.request({ method, scheme: "http", authority: "test", path: "/", headers }, body, {
    onInterim: () => note("interim"),
    onResponse(status, given) {
      note("response");
      made.status = status;
      made.headers = given;
      hasBodyEnded = false;
      stream.start({
        onData(chunk) {
          note("data");
          chunks.push(Buffer.from(chunk));
          options.onData?.(made, chunk);
        },
        onEnd() {
          note("end");
          hasBodyEnded = true;
          check();
        },
        onFailure() {
          note("body failure");
          hasBodyEnded = true;
          check();
        },
      });
      if (options.isPaused !== true) stream.resume();
      options.onResponse?.(made);
    },
    onFailure(how) {
      note("failure");
      failure = how;
      options.onFailure?.(made);
    },
    onClose() {
      note("close");
      isClosed = true;
      check();
    },
  });
  const made: Exchange = { stream, calls, chunks, status: 0, headers: {}, outcome };
  return made;
}

/** A session with the server at its other end. */
export interface OpenSession {
  readonly session: H2Session;
  readonly socket: Socket;
  /** The server's side. */
  readonly peer: RawConnection;
  /** Frames that the server received, without the settings and windows of the beginning. */
  readonly frames: Frame[];
  /** How often the session said that it is closed. */
  readonly closed: { count: number };
  /** The codes of GOAWAY that the client was sent. */
  readonly goaways: number[];
  /** Settles when the session is closed. */
  readonly end: Promise<unknown>;
}

/** Opens sessions for the tests of one file, and closes them. */
export function sessionsPerTest() {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  /** A session over a socket to this port. */
  async function connectTo(port: number) {
    const buffer = new ReusedBuffer();
    const socket = connect({ port, host: "127.0.0.1", noDelay: true, onread: buffer.onread });
    buffer.attach(socket);
    await once(socket, "connect");
    const closed = { count: 0 };
    const goaways: number[] = [];
    let isReady: () => void = () => {};
    const ready = new Promise<void>((resolve) => {
      isReady = resolve;
    });
    const end = once(socket, "close");
    end.catch(() => {});
    const session = new H2Session(socket, {
      onSettings: () => isReady(),
      onGoaway: (code) => void goaways.push(code),
      onClose: () => {
        closed.count++;
        isReady();
      },
    });
    cleanups.push(() => session.destroy());
    return { session, socket, closed, goaways, end: new Promise((resolve) => socket.once("close", resolve)), ready };
  }

  return {
    cleanups,
    connectTo,
    /** A session with a server that does what the test says. It sends its settings unless the test does. */
    async open(behaviour: RawBehaviour = {}): Promise<OpenSession> {
      const frames: Frame[] = [];
      let peer: RawConnection | undefined;
      const server = await startRawServer(
        {
          ...behaviour,
          onConnection(connection) {
            peer = connection;
            if (behaviour.onConnection === undefined) connection.settings();
            else behaviour.onConnection(connection);
          },
          onFrame(connection, frame) {
            const isFirst =
              frame.type === frameTypes.settings || (frame.type === frameTypes.window && frames.length === 0);
            if (!isFirst) frames.push({ ...frame, payload: Buffer.from(frame.payload) });
            behaviour.onFrame?.(connection, frame);
          },
        },
        { secure: false },
      );
      cleanups.push(() => server.close());
      const { ready, ...made } = await connectTo(Number(new URL(server.url).port));
      await ready;
      return { ...made, frames, peer: peer as RawConnection };
    },
  };
}

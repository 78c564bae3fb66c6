import type { IncomingHttpHeaders } from "node:http";
import { afterTurn, protobufMediaType } from "client-ts/internal";
import type { Clock } from "client-ts/util";
import { failure } from "./api-error.ts";
import type { Connection } from "./connection.ts";
import type { Exchange, ResponseHeaders, ResponseStream } from "./exchange.ts";
import type { ActiveFault, Fault } from "./faults.ts";
import type { Json } from "./objects.ts";
import { protobufEvent } from "./protobuf.ts";

type Of<T extends Fault["type"]> = Extract<Fault, { readonly type: T }>;

/**
 * An exchange that goes wrong: the handlers answer as always, and what reaches the client is what the faults make of
 * it.
 */
export class FaultyExchange implements Exchange {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly connection: Connection | undefined;
  /** The revision that reads are answered from. */
  readonly readRevision: number | undefined;
  readonly #inner: Exchange;
  readonly #faults: readonly ActiveFault[];
  readonly #clock: Clock;

  constructor(inner: Exchange, faults: readonly ActiveFault[], clock: Clock, revision: number) {
    this.#inner = inner;
    this.#faults = faults;
    this.#clock = clock;
    this.method = inner.method;
    this.target = inner.target;
    this.headers = inner.headers;
    this.connection = inner.connection;
    const stale = this.#find("stale");
    this.readRevision =
      stale === undefined
        ? undefined
        : stale.revision !== undefined
          ? Number(stale.revision)
          : Math.max(1, revision - (stale.behind ?? 1));
  }

  /** Waits, and answers in place of the handlers when a fault says so; then `true`. */
  async intercept(): Promise<boolean> {
    const delay = this.#find("delay");
    if (delay !== undefined) await new Promise<void>((resolve) => void this.#clock.setTimer(delay.ms, resolve));
    const status = this.#find("status");
    if (status !== undefined) {
      const { code, retryAfterSeconds } = status;
      const body = statusOf(status);
      const headers: ResponseHeaders = { "content-type": "application/json" };
      if (retryAfterSeconds !== undefined) headers["retry-after"] = String(retryAfterSeconds);
      this.respond(code, headers, Buffer.from(`${JSON.stringify(body)}\n`));
      return true;
    }
    const answer = this.#find("answer");
    if (answer !== undefined) {
      this.respond(answer.code, { "content-type": "text/plain", ...answer.headers }, Buffer.from(answer.body ?? ""));
      return true;
    }
    const cut = this.#find("drop");
    if (cut !== undefined && cut.afterBytes === undefined) {
      this.#cut(cut);
      return true;
    }
    const silent = this.#find("half-open");
    if (silent !== undefined && silent.afterBytes === undefined) {
      this.connection?.goSilent();
      return true;
    }
    return false;
  }

  readBody(limit: number): Promise<Buffer> {
    return this.#inner.readBody(limit);
  }

  respond(status: number, headers: ResponseHeaders, body: Buffer): void {
    if (this.#find("goaway") !== undefined) this.connection?.goAway();
    if (
      this.#find("drop") === undefined &&
      this.#find("half-open") === undefined &&
      this.#find("garbage") === undefined &&
      this.#find("hold") === undefined
    ) {
      this.#inner.respond(status, headers, body);
      return;
    }
    const garbage = this.#find("garbage");
    // An answer that is shorter than the mark gets none.
    const comes = garbage !== undefined && (garbage.afterBytes ?? 0) <= body.length;
    const length = body.length + (comes ? Buffer.byteLength(garbage.bytes ?? defaultGarbage, "latin1") : 0);
    let stream = this.#inner.open(status, { ...headers, "content-length": String(length) });
    // Faults of a watch's events have nothing to do with an answer that has none; they would keep back bytes that its
    // length announces.
    for (const active of this.#faults)
      if (!aboutEvents.has(active.fault.type)) stream = this.#wrap(stream, active, jsonFrames);
    stream.write(body);
    stream.end();
  }

  open(status: number, headers: ResponseHeaders): ResponseStream {
    if (this.#find("goaway") !== undefined) this.connection?.goAway();
    let stream: ResponseStream = this.#inner.open(status, headers);
    const frames = String(headers["content-type"]).startsWith(protobufMediaType) ? protobufFrames : jsonFrames;
    // Those that count bytes are nearest to the wire: what is about events must see whole ones.
    const [bytes, events] = [false, true].map((isEvents) =>
      this.#faults.filter(({ fault }) => aboutEvents.has(fault.type) === isEvents),
    );
    for (const active of [...bytes!, ...events!]) stream = this.#wrap(stream, active, frames);
    return stream;
  }

  /** Faults that count bytes do not reach what comes after: cut the connection, or fail the request. */
  get switchProtocols(): Exchange["switchProtocols"] {
    return this.#inner.switchProtocols?.bind(this.#inner);
  }

  onClose(run: () => void): void {
    this.#inner.onClose(run);
  }

  abort(): void {
    this.#inner.abort();
  }

  #find<T extends Fault["type"]>(type: T): Of<T> | undefined {
    return this.#faults.find(({ fault }) => fault.type === type)?.fault as Of<T> | undefined;
  }

  #cut({ how = "reset" }: Of<"drop">): void {
    if (how === "stream") this.#inner.abort();
    else this.connection?.cut(how);
  }

  #wrap(stream: ResponseStream, active: ActiveFault, frames: Frames): ResponseStream {
    const { fault } = active;
    switch (fault.type) {
      case "drop":
        return atByte(stream, fault.afterBytes ?? 0, (rest, out) => {
          void rest;
          // What was written before must leave first, or the cut would come earlier than asked for.
          void out.drained().then(() => afterTurn(() => this.#cut(fault)));
          return "stop";
        });
      case "half-open":
        return atByte(stream, fault.afterBytes ?? 0, (rest, out) => {
          void rest;
          void out.drained().then(() => afterTurn(() => this.connection?.goSilent()));
          return "stop";
        });
      case "garbage":
        return atByte(stream, fault.afterBytes ?? 0, (rest, out) => {
          out.write(Buffer.from(fault.bytes ?? defaultGarbage, "latin1"));
          if (rest.length > 0) out.write(rest);
          return "go on";
        });
      case "duplicate":
        return byFrame(stream, frames, (line, out) => {
          out.write(line);
          out.write(line);
        });
      case "error-event":
        return afterFrames(stream, frames, fault.afterEvents ?? 0, (out) => {
          out.write(frames.write("ERROR", statusOf(fault)));
          out.end();
        });
      case "end":
        return afterFrames(stream, frames, fault.afterEvents ?? 0, (out) => out.end());
      case "hold":
        return held(stream, (release) => {
          active.onRemove(release);
          if (fault.ms !== undefined) this.#clock.setTimer(fault.ms, release, { ref: false });
        });
      default:
        return stream;
    }
  }
}

const aboutEvents: ReadonlySet<Fault["type"]> = new Set(["duplicate", "error-event", "end"]);
const defaultGarbage = "\u0000\u00ff{]garbage\n";

function statusOf(fault: Of<"status"> | Of<"error-event">): Json {
  const {
    code,
    reason = reasons[code] ?? "InternalError",
    message = `injected fault: ${code}`,
    retryAfterSeconds,
  } = fault;
  return { ...failure(code, reason, message, retryAfterSeconds === undefined ? undefined : { retryAfterSeconds }) };
}

const reasons: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  409: "Conflict",
  410: "Expired",
  422: "Invalid",
  429: "TooManyRequests",
  500: "InternalError",
  503: "ServiceUnavailable",
  504: "Timeout",
};

function delegate(inner: ResponseStream, over: Partial<ResponseStream>): ResponseStream {
  return {
    write: (chunk) => inner.write(chunk),
    get backlog() {
      return inner.backlog;
    },
    drained: () => inner.drained(),
    end: () => inner.end(),
    abort: () => inner.abort(),
    ...over,
  };
}

function atByte(
  inner: ResponseStream,
  limit: number,
  act: (rest: Buffer, out: ResponseStream) => "stop" | "go on",
): ResponseStream {
  let left = limit;
  let state: "before" | "stop" | "go on" = "before";
  const reach = (chunk: Buffer): void => {
    const head = chunk.subarray(0, left);
    if (head.length > 0) inner.write(head);
    state = act(chunk.subarray(left), inner);
  };
  if (limit === 0) state = act(Buffer.alloc(0), inner);
  return delegate(inner, {
    write(chunk) {
      if (state === "stop") return;
      if (state === "go on") inner.write(chunk);
      else if (chunk.length < left) {
        left -= chunk.length;
        inner.write(chunk);
      } else reach(chunk);
    },
    end() {
      // An answer that is shorter than the mark ends as it would have.
      if (state !== "stop") inner.end();
    },
  });
}

/** How the events of a watch follow each other. */
interface Frames {
  /** The position behind the event that begins at `start`. */
  endOf(chunk: Buffer, start: number): number;
  write(type: string, object: Json): Buffer;
}

const jsonFrames: Frames = {
  endOf(chunk, start) {
    const lineEnd = chunk.indexOf(10, start);
    return lineEnd < 0 ? chunk.length : lineEnd + 1;
  },
  write: (type, object) => Buffer.from(`${JSON.stringify({ type, object })}\n`),
};

const protobufFrames: Frames = {
  endOf: (chunk, start) => start + 4 + chunk.readUInt32BE(start),
  write: protobufEvent,
};

function byFrame(
  inner: ResponseStream,
  frames: Frames,
  act: (frame: Buffer, out: ResponseStream) => void,
): ResponseStream {
  return delegate(inner, {
    write(chunk) {
      for (let start = 0; start < chunk.length; ) {
        const end = frames.endOf(chunk, start);
        act(chunk.subarray(start, end), inner);
        start = end;
      }
    },
  });
}

function afterFrames(
  inner: ResponseStream,
  frames: Frames,
  count: number,
  act: (out: ResponseStream) => void,
): ResponseStream {
  let left = count;
  let done = false;
  const finish = (): void => {
    done = true;
    act(inner);
  };
  const stream = byFrame(inner, frames, (line, out) => {
    if (done) return;
    out.write(line);
    if (--left <= 0) finish();
  });
  if (count === 0) finish();
  return delegate(stream, {
    end() {
      if (!done) inner.end();
    },
  });
}

function held(inner: ResponseStream, arm: (release: () => void) => void): ResponseStream {
  const kept: (() => void)[] = [];
  let open = false;
  arm(() => {
    if (open) return;
    open = true;
    for (const run of kept.splice(0)) run();
  });
  const later = (run: () => void): void => {
    if (open) run();
    else kept.push(run);
  };
  return delegate(inner, { write: (chunk) => later(() => inner.write(chunk)), end: () => later(() => inner.end()) });
}

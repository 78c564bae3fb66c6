import { Readable } from "node:stream";
import { loadProtobuf, protobufMediaType } from "client-ts/internal";
import type { Interceptor } from "client-ts/rest";
import type { WireEvent } from "./history.ts";
import { type TappedFrame, type TappedObject, type WireFormat, wireFormatOf } from "./wire-formats.ts";

/** What a tap can say at any time. */
export interface WireTap {
  readonly interceptor: Interceptor;
  /** Requests whose answers have not ended. */
  readonly open: number;
}

/** As {@link tapWire}, with a count of what is open. */
export function newWireTap(record: (event: WireEvent) => void): WireTap {
  let open = 0;
  const interceptor = tapWire(record, (change) => {
    open += change;
  });
  return {
    interceptor,
    get open() {
      return open;
    },
  };
}

/**
 * Listens on the informer's own requests and answers, as an interceptor of its client: what was asked, and what truly
 * came in. Whole lists and frames only; what cannot be read is left to the informer to report. Bytes pass
 * unchanged and in the same pieces.
 */
export function tapWire(record: (event: WireEvent) => void, opened: (change: 1 | -1) => void = () => {}): Interceptor {
  /**
   * The version of a list with an object that cannot be read, by source. The informer may refuse it, or take the
   * others.
   */
  const garbled = new Map<string, string>();
  return (next) => async (request) => {
    const { pathname, searchParams: query } = new URL(request.path, "http://tap");
    const from = /\/namespaces\/([^/]+)\//.exec(pathname)?.[1] ?? "";
    const trouble = (what: string): void => record({ kind: "trouble", from, what });
    const watch = query.get("watch") === "true" || query.get("watch") === "1";
    const initialEvents = query.get("sendInitialEvents") === "true";
    // A continued page asks for no version of its own.
    if (query.get("continue") === null) {
      const version = garbled.get(from);
      if (watch && version !== undefined && version === query.get("resourceVersion")) {
        record({ kind: "list", from, rv: version, keys: [] });
      }
      garbled.delete(from);
      record({
        kind: "request",
        from,
        verb: watch ? "watch" : "list",
        rv: query.get("resourceVersion") ?? undefined,
        initialEvents,
      });
    }
    // Loaded before: nothing may be awaited between an answer and the reading of its body, which may break meanwhile.
    const isProtobuf = String(request.headers["accept"] ?? "").includes(protobufMediaType);
    const codec = isProtobuf ? await loadProtobuf() : undefined;
    const response = await next(request).catch((error: unknown) => {
      trouble(String(error));
      throw error;
    });
    if (response.status !== 200) {
      trouble(`status ${response.status}`);
      return response;
    }
    const startsWithState = initialEvents || ["", "0", null].includes(query.get("resourceVersion"));
    const format = wireFormatOf(String(response.headers["content-type"] ?? ""), codec);
    const tap = watch
      ? tapFrames(format, record, trouble, from, startsWithState)
      : tapList(format, record, trouble, (version) => garbled.set(from, version), from);
    const { body } = response;
    let isGivenUp = false;
    opened(1);
    const through = new Readable({
      read() {
        body.resume();
      },
      destroy(error, done) {
        isGivenUp = true;
        body.destroy(error ?? undefined);
        done(error);
      },
    });
    body.on("data", (chunk: Buffer) => {
      tap.chunk(chunk);
      if (!through.push(chunk)) body.pause();
    });
    body.on("end", () => {
      tap.end();
      through.push(null);
    });
    body.on("error", (error) => through.destroy(error));
    body.on("close", () => {
      opened(-1);
      // A list that the informer gives up is not one that it could read; a watch it may end for other reasons.
      if (!body.readableEnded && (!watch || !isGivenUp || body.errored)) trouble("cut");
      // A streaming list that stalls is given up by the informer, which then has no state to continue from.
      else if (!body.readableEnded && tap.isIncomplete) trouble("given up before the end of the initial events");
      if (!body.readableEnded && !through.destroyed) through.destroy(body.errored ?? undefined);
    });
    return { ...response, body: through };
  };
}

interface Tap {
  chunk(chunk: Buffer): void;
  end(): void;
  /** Whether the end of the initial events has not come yet. */
  readonly isIncomplete: boolean;
}

function keyOf({ metadata }: TappedObject): string {
  return metadata?.namespace === undefined ? (metadata?.name ?? "") : `${metadata.namespace}/${metadata.name}`;
}

function tapList(
  format: WireFormat,
  record: (event: WireEvent) => void,
  trouble: (what: string) => void,
  garbled: (version: string) => void,
  from: string,
): Tap {
  const chunks: Buffer[] = [];
  return {
    isIncomplete: false,
    chunk: (chunk) => chunks.push(chunk),
    end() {
      try {
        const list = format.list(Buffer.concat(chunks));
        // The first page of several gives no snapshot yet; the last one carries the same version.
        if (list.metadata.continue === undefined || list.metadata.continue === "") {
          record({ kind: "list", from, rv: list.metadata.resourceVersion, keys: (list.items ?? []).map(keyOf) });
        }
      } catch {
        trouble("not a list");
        const text = Buffer.concat(chunks).toString();
        const version = /^\{"kind":"\w+List","apiVersion":"[^"]+","metadata":\{"resourceVersion":"([0-9]+)"[,}]/.exec(
          text,
        )?.[1];
        if (version !== undefined) garbled(version);
      }
    },
  };
}

function tapFrames(
  format: WireFormat,
  record: (event: WireEvent) => void,
  trouble: (what: string) => void,
  from: string,
  startsWithState: boolean,
): Tap {
  let rest: Buffer = Buffer.alloc(0);
  let events = 0;
  let initial = startsWithState;
  const keys = new Set<string>();
  let broken = false;
  const fail = (what: string): void => {
    broken = true;
    trouble(what);
  };
  const take = ({ type, object }: TappedFrame): void => {
    if (broken) return;
    const rv = object?.metadata?.resourceVersion;
    if (type === "ERROR" || rv === undefined) {
      fail("error event");
      return;
    }
    events++;
    if (type !== "BOOKMARK") {
      if (initial && type === "DELETED") keys.delete(keyOf(object));
      else if (initial) keys.add(keyOf(object));
      record({ kind: "event", from, type, key: keyOf(object), rv, initial });
      return;
    }
    if (initial && object.metadata?.annotations?.["k8s.io/initial-events-end"] === "true") {
      initial = false;
      record({ kind: "list", from, rv, keys: [...keys] });
    }
    record({ kind: "bookmark", from, rv });
  };
  return {
    get isIncomplete() {
      return initial;
    },
    chunk(chunk) {
      if (broken) return;
      try {
        rest = format.frames(Buffer.concat([rest, chunk]), take);
      } catch {
        fail("garbage");
      }
    },
    end() {
      if (events === 0 || initial) trouble("ended without an event, or before the end of the initial events");
    },
  };
}

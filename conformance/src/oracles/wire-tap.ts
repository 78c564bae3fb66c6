import { Readable } from "node:stream";
import type { Interceptor } from "client-ts/rest";
import type { WireEvent } from "./history.ts";

interface Frame {
  readonly type: string;
  readonly object: {
    readonly metadata?: {
      readonly name?: string;
      readonly namespace?: string;
      readonly resourceVersion?: string;
      readonly annotations?: Readonly<Record<string, string>>;
    };
  };
}

/**
 * Listens on the informer's own requests and answers, as an interceptor of its client: what was asked, and what truly came in. Whole lists and frames
 * only; what cannot be read is left to the informer to complain about. Bytes pass unchanged and in the same pieces.
 */
export function tapWire(record: (event: WireEvent) => void): Interceptor {
  return (next) => async (request) => {
    const query = new URL(request.path, "http://tap").searchParams;
    const watch = query.get("watch") === "true" || query.get("watch") === "1";
    const initialEvents = query.get("sendInitialEvents") === "true";
    // A continued page asks for no version of its own.
    if (query.get("continue") === null) {
      record({ kind: "request", verb: watch ? "watch" : "list", rv: query.get("resourceVersion") ?? undefined, initialEvents });
    }
    const response = await next(request);
    if (response.status !== 200) return response;
    const tap = watch ? tapFrames(record, initialEvents || ["", "0", null].includes(query.get("resourceVersion"))) : tapList(record);
    const { body } = response;
    const through = new Readable({
      read() {
        body.resume();
      },
      destroy(error, done) {
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
      if (!body.readableEnded && !through.destroyed) through.destroy(body.errored ?? undefined);
    });
    return { ...response, body: through };
  };
}

interface Tap {
  chunk(chunk: Buffer): void;
  end(): void;
}

function keyOf({ metadata }: Frame["object"]): string {
  return metadata?.namespace === undefined ? (metadata?.name ?? "") : `${metadata.namespace}/${metadata.name}`;
}

function isWhole(text: string): boolean {
  if (!text.endsWith("}")) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function tapList(record: (event: WireEvent) => void): Tap {
  const chunks: Buffer[] = [];
  return {
    chunk: (chunk) => chunks.push(chunk),
    end() {
      try {
        const list = JSON.parse(Buffer.concat(chunks).toString()) as {
          metadata: { resourceVersion: string; continue?: string };
          items: Frame["object"][];
        };
        // The first page of several gives no snapshot yet; the last one carries the same version.
        if (list.metadata.continue === undefined || list.metadata.continue === "") {
          record({ kind: "list", rv: list.metadata.resourceVersion, keys: (list.items ?? []).map(keyOf) });
        }
      } catch {
        // Not a list: the informer's to refuse.
      }
    },
  };
}

function tapFrames(record: (event: WireEvent) => void, startsWithState: boolean): Tap {
  let rest = "";
  let initial = startsWithState;
  const keys = new Set<string>();
  let broken = false;
  return {
    chunk(chunk) {
      if (broken) return;
      const lines = (rest + chunk.toString("latin1")).split("\n");
      rest = lines.pop() as string;
      // The line's end may be what a cut took away: the frame is complete all the same, and the informer takes it.
      if (isWhole(rest)) {
        lines.push(rest);
        rest = "";
      }
      for (const line of lines) {
        if (line.trim() === "") continue;
        let frame: Frame;
        try {
          frame = JSON.parse(Buffer.from(line, "latin1").toString()) as Frame;
        } catch {
          broken = true;
          return;
        }
        const rv = frame.object?.metadata?.resourceVersion;
        if (frame.type === "ERROR" || rv === undefined) {
          broken = true;
          return;
        }
        if (frame.type !== "BOOKMARK") {
          if (initial && frame.type === "DELETED") keys.delete(keyOf(frame.object));
          else if (initial) keys.add(keyOf(frame.object));
          record({ kind: "event", type: frame.type, key: keyOf(frame.object), rv, initial });
          continue;
        }
        if (initial && frame.object.metadata?.annotations?.["k8s.io/initial-events-end"] === "true") {
          initial = false;
          record({ kind: "list", rv, keys: [...keys] });
        }
        record({ kind: "bookmark", rv });
      }
    },
    end() {},
  };
}

import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { JournalEntry } from "client-ts-testing";

/** Where the journal keeps the mark of an object's content: each write puts another one into this annotation. */
export const tokenAnnotation = "chaos/token";

/**
 * The truth about a run, from below the API server: a watch on etcd, which is never restarted. It sees every committed
 * version of the objects of one namespace, also of writes whose answer was lost, each with the revision that the API
 * server gives out as resourceVersion.
 */
export interface EtcdJournal {
  /** Every committed version so far, in order. */
  entries(): readonly JournalEntry[];
  /** Why it cannot be trusted any more; `undefined` while it can. */
  readonly broken: string | undefined;
  close(): void;
}

interface Pair {
  readonly key: string;
  readonly value?: string;
  readonly mod_revision: string;
  readonly version?: string;
}

interface WatchLine {
  readonly result?: {
    readonly created?: boolean;
    readonly canceled?: boolean;
    readonly cancel_reason?: string;
    readonly events?: readonly { readonly type?: "PUT" | "DELETE"; readonly kv: Pair; readonly prev_kv?: Pair }[];
  };
  readonly error?: unknown;
}

/**
 * Begins to write the journal of a namespace, for these resources of the core group; settles when nothing will be
 * missed.
 */
export async function startEtcdJournal(
  etcdUrl: string,
  namespace: string,
  resources: readonly string[],
): Promise<EtcdJournal> {
  const entries: JournalEntry[] = [];
  let broken: string | undefined;
  const calls = await Promise.all(
    resources.map((resource) =>
      watchPrefix(etcdUrl, `/registry/${resource}/${namespace}/`, {
        onEvent: (type, kv, before) => entries.push(entryOf(resource, type, kv, before)),
        onEnd: (why) => {
          broken ??= `the watch on ${resource} in etcd ended: ${why}`;
        },
      }),
    ),
  );
  return {
    // Two watches, one order: revisions are unique across both.
    entries: () => entries.sort((a, b) => Number(BigInt(a.resourceVersion) - BigInt(b.resourceVersion))),
    get broken() {
      return broken;
    },
    close() {
      for (const call of calls) call.destroy();
    },
  };
}

function entryOf(resource: string, type: "PUT" | "DELETE", kv: Pair, before: Pair | undefined): JournalEntry {
  const path = Buffer.from(kv.key, "base64").toString();
  // Stored as protobuf; both strings are in it as they are.
  const stored = Buffer.from((type === "DELETE" ? before?.value : kv.value) ?? "", "base64").toString("latin1");
  return {
    resourceVersion: kv.mod_revision,
    type: type === "DELETE" ? "DELETED" : kv.version === "1" ? "ADDED" : "MODIFIED",
    resource,
    key: path.split("/").slice(-2).join("/"),
    uid: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(stored)?.[0] ?? "",
    hash: /token-\d+-/.exec(stored)?.[0] ?? "",
  };
}

function watchPrefix(
  etcdUrl: string,
  prefix: string,
  sink: { onEvent(type: "PUT" | "DELETE", kv: Pair, before: Pair | undefined): void; onEnd(why: string): void },
): Promise<ClientRequest> {
  const end = `${prefix.slice(0, -1)}0`; // "0" follows "/".
  const [key, range_end] = [prefix, end].map((text) => Buffer.from(text).toString("base64"));
  return new Promise((resolve, reject) => {
    const call = request(`${etcdUrl}/v3/watch`, { method: "POST", agent: false });
    const take = (line: string): void => {
      const { result, error } = JSON.parse(line) as WatchLine;
      if (result?.created === true) resolve(call);
      if (result === undefined || result.canceled === true) sink.onEnd(result?.cancel_reason ?? JSON.stringify(error));
      for (const { type = "PUT", kv, prev_kv } of result?.events ?? []) sink.onEvent(type, kv, prev_kv);
    };
    call.on("response", (response: IncomingMessage) => {
      let rest = "";
      response.setEncoding("utf8");
      response.on("data", (text: string) => {
        const lines = (rest + text).split("\n");
        rest = lines.pop() as string;
        for (const line of lines) if (line !== "") take(line);
      });
      response.on("error", (error) => sink.onEnd(error.message));
      response.on("end", () => sink.onEnd("end of stream"));
    });
    call.on("error", (error) => {
      sink.onEnd(error.message);
      reject(error);
    });
    // The stream of requests stays open: its end would end the watch.
    call.write(`${JSON.stringify({ create_request: { key, range_end, prev_kv: true } })}\n`);
  });
}

import type { CorpusName } from "../corpus/corpus.ts";

/** What a client's process receives as its one argument. */
export interface ClientConfig {
  readonly url: string;
  /** The server's authority, PEM. */
  readonly ca: string;
  readonly corpus: CorpusName;
  readonly size: number;
  readonly protobuf: boolean;
  /** Whether the handlers read every object. */
  readonly read: boolean;
  /** Whether objects are frozen although `NODE_ENV` is `production`. */
  readonly frozen: boolean;
  /** Whether the informer keeps an index by `spec.nodeName`. */
  readonly indexed: boolean;
  /** Whether the list may come as a stream of events. */
  readonly streaming: boolean;
  /** Where client-node was installed. */
  readonly peers?: string;
}

/**
 * One line to a client; it answers each with a line of numbers. `events` and `latency` first say that they are armed.
 */
export type ClientCommand =
  | { readonly do: "sync" | "settle" | "events" | "latency" | "lister" | "reads" | "queue" | "exit" }
  | { readonly do: "gets"; readonly count: number }
  | { readonly do: "transport"; readonly path: string; readonly watch: boolean }
  | { readonly do: "heap-snapshot"; readonly file: string };

/** What a measurement gave, by name. The unit is the end of the name. */
export type Numbers = { readonly [name: string]: number };

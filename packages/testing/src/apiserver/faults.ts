/** The requests that a fault hits. A request must match every field that is given. */
export interface FaultMatch {
  readonly method?: string | undefined;
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`. */
  readonly verb?: string | undefined;
  /** The plural, alone or with its group: `pods`, `deployments` or `deployments.apps`. */
  readonly resource?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  /** The whole path, or a pattern for it; over the admin endpoint, a pattern is a text between slashes. */
  readonly path?: string | RegExp | undefined;
}

/** When a fault hits, among the requests that match. */
export interface FaultWhen {
  readonly match?: FaultMatch | undefined;
  /** How many requests it hits. Default: all until it is removed. */
  readonly times?: number | undefined;
  /** How many matching requests go through first. Default 0. */
  readonly after?: number | undefined;
  /** It begins this many milliseconds after it was added. Default: at once. */
  readonly fromMs?: number | undefined;
  /** It ends this many milliseconds after it was added. Default: when it is removed. */
  readonly untilMs?: number | undefined;
}

/** What goes wrong. */
export type Fault =
  /** The request waits before anything else happens. */
  | { readonly type: "delay"; readonly ms: number }
  /** A refusal with a Status: 410, 429, 5xx, ... */
  | {
      readonly type: "status";
      readonly code: number;
      readonly reason?: string | undefined;
      readonly message?: string | undefined;
      readonly retryAfterSeconds?: number | undefined;
    }
  /** Any answer at all, as a proxy in between might give. */
  | {
      readonly type: "answer";
      readonly code: number;
      readonly headers?: Readonly<Record<string, string>> | undefined;
      readonly body?: string | undefined;
    }
  /** The connection is cut after `afterBytes` bytes of the answer's body. */
  | {
      readonly type: "drop";
      readonly afterBytes?: number | undefined;
      readonly how?: "reset" | "end" | "stream" | undefined;
    }
  /**
   * The connection goes silent after `afterBytes` bytes of the answer's body: nothing is read or sent any more, and
   * nothing is closed.
   */
  | { readonly type: "half-open"; readonly afterBytes?: number | undefined }
  /** Other bytes are put into the answer's body after `afterBytes` bytes; the rest follows unchanged. */
  | { readonly type: "garbage"; readonly afterBytes?: number | undefined; readonly bytes?: string | undefined }
  /** Every event of the watch comes twice. */
  | { readonly type: "duplicate" }
  /** What the stream sends is held back: for `ms`, or until the fault is removed. Other streams overtake it. */
  | { readonly type: "hold"; readonly ms?: number | undefined }
  /** The read is answered from the past, as by a replica that lags: from `revision`, or from `behind` revisions ago. */
  | { readonly type: "stale"; readonly revision?: string | undefined; readonly behind?: number | undefined }
  /** An ERROR event ends the watch after `afterEvents` events. */
  | {
      readonly type: "error-event";
      readonly afterEvents?: number | undefined;
      readonly code: number;
      readonly reason?: string | undefined;
      readonly message?: string | undefined;
      readonly retryAfterSeconds?: number | undefined;
    }
  /** The watch ends without an error after `afterEvents` events. */
  | { readonly type: "end"; readonly afterEvents?: number | undefined }
  /** HTTP/2: the answer comes, and the client is asked to move to another connection. */
  | { readonly type: "goaway" };

/** A fault that was added. */
export interface FaultHandle {
  readonly id: number;
  /** How many requests it has hit. */
  readonly hits: number;
  /** Ends the fault; what a `hold` kept is sent. */
  remove(): void;
}

/** The faults of a server. */
export interface Faults {
  /** Adds a fault for the requests that match, in the order of adding. */
  add(when: FaultWhen, fault: Fault): FaultHandle;
  /** The faults in force. */
  list(): FaultHandle[];
  /** Removes one fault by its number, or all. */
  clear(id?: number): void;
  /** The faults in force that no request has matched so far: most often a mistake in `match`. */
  unmatched(): FaultHandle[];
  /** Shifts the server's clock by this many milliseconds: the times that it writes into objects are wrong by that. */
  skewClock(ms: number): void;
  /** By how many milliseconds the server's clock is shifted. */
  readonly skewMs: number;
}

/** A fault in force on one exchange. */
export interface ActiveFault {
  readonly fault: Fault;
  /** Calls back when the fault is removed. */
  onRemove(run: () => void): void;
}

import type { SharedIndexInformer } from "client-ts/cache";
import type { KubeObject } from "client-ts/meta";
import type { Series } from "./history.ts";
import type { KeyBinding } from "./keys.ts";
import type { Message } from "./messages.ts";
import type { Percentiles } from "./write-latency.ts";

/** The cache of one kind. */
export interface KindState {
  readonly kind: string;
  readonly state: SharedIndexInformer<KubeObject>["state"];
  /** The version up to which the cache is complete; empty before the first list. */
  readonly resourceVersion: string;
  readonly contactAgeMs: number;
  readonly objects: number;
  readonly bytes: number;
  readonly events: Series;
}

/** One run of the operator that has ended. */
export interface EndedRun {
  readonly atMs: number;
  readonly name: string;
  readonly trigger: string;
  readonly attempt: number;
  readonly tookMs: number;
  /** `undefined` when it succeeded. */
  readonly error: string | undefined;
}

/** A key, and whether it works here. */
export interface KeyHint extends KeyBinding {
  readonly isAvailable: boolean;
}

/** Everything that the view shows, at one moment. */
export interface PipelineState {
  readonly where: string;
  readonly phase: "starting" | "running" | "comparing";
  readonly elapsedMs: number;
  readonly durationMs: number | undefined;
  /** What keeps the server away now, when the demo injected it. */
  readonly fault: string | undefined;
  readonly isCatchingUp: boolean;
  readonly writes: Series;
  readonly kinds: readonly KindState[];
  readonly events: Series;
  /** Callbacks on the informers, and the notifications that wait for them. */
  readonly handlers: { readonly count: number; readonly waiting: number };
  readonly queue: {
    readonly depth: number;
    readonly oldestMs: number;
    /** Keys that wait for their time, such as that of a retry. */
    readonly delayed: number;
    readonly history: readonly number[];
  };
  readonly reconciles: Series & { readonly running: number };
  readonly retries: Series;
  readonly latency: Percentiles & { readonly history: readonly number[] };
  /** Newest first. */
  readonly runs: readonly EndedRun[];
  /** Newest last. */
  readonly messages: readonly Message[];
  readonly keys: readonly KeyHint[];
}

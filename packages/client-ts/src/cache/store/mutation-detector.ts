import { InvalidArgumentError } from "../../errors/index.ts";
import { deepClone, deepEqual } from "../../meta/index.ts";
import { type Clock, systemClock, type Timer } from "../../util/index.ts";
import { wantsMutationDetector } from "./node/environment.ts";

/** A caller changed an object that belongs to a cache. */
export class CacheMutatedError extends InvalidArgumentError {
  /** Where the object is in its cache. */
  readonly key: string;

  constructor(cacheName: string, key: string) {
    super(
      `a caller changed the object ${JSON.stringify(key)} of the cache ${JSON.stringify(cacheName)}: copy an object before changing it`,
    );
    this.name = "CacheMutatedError";
    this.key = key;
  }
}

/** Detects changes to objects that must not change. */
export interface MutationDetector {
  /** Takes an object as it is now. */
  add(key: string, object: unknown): void;
  /** Compares all objects with what they were; each that changed is reported once. */
  compare(): void;
  /** Compares at every interval until the result is closed. */
  start(): { close(): void };
}

/** Options of {@link newCacheMutationDetector}. */
export interface MutationDetectorOptions {
  /** Whether to detect at all. Default: whether the environment variable `KUBE_CACHE_MUTATION_DETECTOR` is true. */
  readonly enabled?: boolean | undefined;
  /**
   * Gets a {@link CacheMutatedError} for each object that was changed. Default: throws it, which ends the process when
   * it is not caught.
   */
  readonly onMutation?: ((error: CacheMutatedError) => void) | undefined;
  /** How often the objects are compared. Default 1 s. */
  readonly intervalMs?: number | undefined;
  /** How long an object is watched. Default 2 minutes. */
  readonly retainMs?: number | undefined;
  readonly clock?: Clock | undefined;
}

/**
 * A detector for one cache; `undefined` when it is not wanted. It keeps a copy of every object: for tests and for
 * debugging.
 */
export function newCacheMutationDetector(
  cacheName: string,
  options: MutationDetectorOptions = {},
): MutationDetector | undefined {
  return (options.enabled ?? wantsMutationDetector()) ? new CopyingDetector(cacheName, options) : undefined;
}

interface Watched {
  readonly key: string;
  readonly object: unknown;
  readonly copy: unknown;
  readonly since: number;
}

class CopyingDetector implements MutationDetector {
  readonly #name: string;
  readonly #onMutation: (error: CacheMutatedError) => void;
  readonly #intervalMs: number;
  readonly #retainMs: number;
  readonly #clock: Clock;
  /** Oldest first. */
  readonly #watched = new Map<unknown, Watched>();

  constructor(
    name: string,
    { onMutation, intervalMs = 1000, retainMs = 120_000, clock = systemClock }: MutationDetectorOptions,
  ) {
    this.#name = name;
    this.#onMutation =
      onMutation ??
      ((error) => {
        throw error;
      });
    this.#intervalMs = intervalMs;
    this.#retainMs = retainMs;
    this.#clock = clock;
  }

  add(key: string, object: unknown): void {
    if (this.#watched.has(object)) return;
    this.#watched.set(object, { key, object, copy: deepClone(object), since: this.#clock.monotonic() });
  }

  compare(): void {
    const oldest = this.#clock.monotonic() - this.#retainMs;
    for (const { key, object, copy, since } of [...this.#watched.values()]) {
      const changed = !deepEqual(object, copy);
      if (changed || since < oldest) this.#watched.delete(object);
      if (changed) this.#onMutation(new CacheMutatedError(this.#name, key));
    }
  }

  start(): { close(): void } {
    let timer: Timer | undefined;
    const arm = (): void => {
      timer = this.#clock.setTimer(
        this.#intervalMs,
        () => {
          arm();
          this.compare();
        },
        { ref: false },
      );
    };
    arm();
    return { close: () => timer?.cancel() };
  }
}

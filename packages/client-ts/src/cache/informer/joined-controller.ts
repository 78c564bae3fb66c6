import { compareResourceVersion } from "../../meta/index.ts";
import type { Controller } from "../controller.ts";
import type { ReflectorFailure, ReflectorState } from "../reflector/options.ts";
import type { Syncing } from "../wait-for-cache-sync.ts";

/** The informer, as its controller needs it. */
type Owner = Pick<Controller, "run" | "close" | "hasSynced"> & Syncing;

/**
 * The state of all controllers of an informer together: the progress of the slowest, and the health of the one that is
 * doing worst.
 */
export class JoinedController implements Controller, Syncing {
  readonly #owner: Owner;
  readonly #parts: () => readonly Controller[];

  constructor(owner: Owner, parts: () => readonly Controller[]) {
    this.#owner = owner;
    this.#parts = parts;
  }

  run(options?: { readonly signal?: AbortSignal | undefined }): Promise<void> {
    return this.#owner.run(options);
  }

  close(): Promise<void> {
    return this.#owner.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  hasSynced(): boolean {
    return this.#owner.hasSynced();
  }

  waitForSync(options?: { readonly signal?: AbortSignal | undefined }): Promise<void> {
    return this.#owner.waitForSync(options);
  }

  get name(): string | undefined {
    return this.#owner.name;
  }

  get lastFailure(): Pick<ReflectorFailure, "during" | "error"> | undefined {
    return this.#owner.lastFailure;
  }

  get lastSyncResourceVersion(): string {
    let least: string | undefined;
    for (const { lastSyncResourceVersion: version } of this.#parts()) {
      if (version === "") return "";
      if (least === undefined || compareResourceVersion(version, least) === -1) least = version;
    }
    return least ?? "";
  }

  get state(): ReflectorState {
    const states = this.#parts().map(({ state }) => state);
    return states.find((state) => state !== "watching") ?? states[0] ?? "idle";
  }

  get lastContactAgeMs(): number {
    return Math.max(0, ...this.#parts().map(({ lastContactAgeMs }) => lastContactAgeMs));
  }

  get isStale(): boolean {
    return this.#parts().some(({ isStale }) => isStale);
  }
}

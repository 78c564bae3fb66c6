import { findUndecodable, type UndecodableObjectError } from "../errors/index.ts";
import { LruMap } from "../util/index.ts";

/** How many objects are remembered. When there are more, some are reported again when they change. */
const most = 1_000;

/**
 * Reports an object that cannot be decoded once, however often it changes, is listed or is handed to handlers.
 */
export class UndecodableReports {
  readonly #seen = new LruMap<true>(most);
  readonly #report: (error: UndecodableObjectError) => void;

  constructor(report: (error: UndecodableObjectError) => void) {
    this.#report = report;
  }

  /** Takes an error; says whether it was, or was caused by, an object that cannot be decoded. */
  take(error: unknown): boolean {
    const undecodable = findUndecodable(error);
    if (undecodable === undefined) return false;
    const object = `${undecodable.uid} ${undecodable.key}`;
    if (this.#seen.get(object)) return true;
    this.#seen.set(object, true);
    this.#report(undecodable);
    return true;
  }
}

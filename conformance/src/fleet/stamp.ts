/** What a replica writes about a reconcile into the annotations of the object. */
export interface Stamp {
  readonly replica: string;
  /** Unique for each reconcile. */
  readonly run: string;
  /** `leaseTransitions` of the Lease of the shard when the reconcile began. */
  readonly transition: number;
  /** When the write was begun, by the wall clock of the machine. */
  readonly beganMs: number;
}

/** The annotation of the last start. */
export const startOf = "fleet.test/start";
/** The annotation of the last end. */
export const endOf = "fleet.test/end";

/** A stamp as the value of an annotation. */
export function textOf(stamp: Stamp): string {
  return JSON.stringify(stamp);
}

/** The stamp that an annotation holds. */
export function stampOf(text: string | undefined): Stamp | undefined {
  return text === undefined ? undefined : JSON.parse(text);
}

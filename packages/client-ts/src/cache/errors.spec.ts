import { describe, expect, it } from "vitest";
import { CacheLimitError } from "./cache-limit.ts";
import { FIFOClosedError, RequeueError } from "./delta.ts";
import { InconsistentListError } from "./reflector/consistency-check.ts";
import { isVeryShortWatch, VeryShortWatchError } from "./reflector/very-short-watch-error.ts";
import { KeyError } from "./store/key-error.ts";
import { CacheMutatedError } from "./store/mutation-detector.ts";
import { TransactionError } from "./store/thread-safe-store.ts";
import { CacheSyncError } from "./wait-for-cache-sync.ts";

const cause = new Error("no name");
const refused = new Error("connect ECONNREFUSED");
const forbidden = "forbidden";
const keys = Array.from({ length: 11 }, (_, n) => `k${n}`);

/** Every field of an error that a caller can read, with its message and its cause. */
function fieldsOf(error: Error): Record<string, unknown> {
  const { stack: _, ...fields } = Object.fromEntries(
    Object.getOwnPropertyNames(error).map((name) => [name, (error as unknown as Record<string, unknown>)[name]]),
  );
  return fields;
}

const errors: readonly (readonly [Error, Record<string, unknown>])[] = [
  [
    new CacheLimitError("pods in shop", 12, 10),
    {
      name: "CacheLimitError",
      kind: "Transport",
      code: "limit",
      message:
        "the cache of pods in shop would hold at least 12 bytes, and maxCacheBytes is 10: " +
        "raise maxCacheBytes, or narrow what is cached by namespace or selector",
      sent: true,
      resource: "pods in shop",
      bytes: 12,
      maxCacheBytes: 10,
    },
  ],
  [new FIFOClosedError(), { name: "FIFOClosedError", kind: "Closed", message: "the queue was closed" }],
  [new RequeueError(), { name: "RequeueError", message: "process again" }],
  [new RequeueError("later", { cause }), { name: "RequeueError", message: "later", cause }],
  [
    new VeryShortWatchError("pods"),
    {
      name: "VeryShortWatchError",
      kind: "Protocol",
      message: "pods: the watch ended immediately and without any event",
    },
  ],
  [
    new InconsistentListError("7", keys),
    {
      name: "InconsistentListError",
      kind: "Protocol",
      message:
        "the streaming list at 7 differs from a plain list of that version in 11 objects: " +
        "k0, k1, k2, k3, k4, k5, k6, k7, k8, k9",
      keys,
    },
  ],
  [
    new KeyError({ a: 1 }, cause),
    {
      name: "KeyError",
      kind: "InvalidArgument",
      message: "the object has no key: no name",
      object: { a: 1 },
      cause,
    },
  ],
  [
    new KeyError(1, "a number"),
    {
      name: "KeyError",
      kind: "InvalidArgument",
      message: "the object has no key: a number",
      object: 1,
      cause: "a number",
    },
  ],
  [
    new CacheMutatedError("pods", "shop/web"),
    {
      name: "CacheMutatedError",
      kind: "InvalidArgument",
      message: 'a caller changed the object "shop/web" of the cache "pods": copy an object before changing it',
      key: "shop/web",
    },
  ],
  [
    new TransactionError([0, 2], 4, [cause, refused]),
    {
      name: "TransactionError",
      kind: "InvalidArgument",
      message: "2 of 4 steps of the transaction failed",
      successfulIndices: [0, 2],
      totalTransactions: 4,
      errors: [cause, refused],
      cause,
    },
  ],
  [
    new CacheSyncError("caches", [{ name: "pods", failure: undefined }], new Error("too late")),
    {
      name: "CacheSyncError",
      kind: "Aborted",
      message: "caches did not sync: pods: too late",
      missing: ["pods"],
      reason: new Error("too late"),
      cause: new Error("too late"),
    },
  ],
  [
    new CacheSyncError("caches", [{ name: "pods", failure: { during: "list", error: refused } }], "too late"),
    {
      name: "CacheSyncError",
      kind: "Aborted",
      message: "caches did not sync: pods (list failed: connect ECONNREFUSED)",
      missing: ["pods"],
      reason: "too late",
      cause: refused,
    },
  ],
  [
    new CacheSyncError(
      "informers",
      [
        { name: "pods", failure: { during: "list", error: refused } },
        { name: "nodes", failure: undefined },
        { name: "jobs", failure: { during: "watch", error: forbidden } },
      ],
      undefined,
    ),
    {
      name: "CacheSyncError",
      kind: "Aborted",
      message:
        "informers did not sync: pods (list failed: connect ECONNREFUSED), nodes, jobs (watch failed: forbidden)",
      missing: ["pods", "nodes", "jobs"],
      reason: undefined,
      cause: new AggregateError([refused, forbidden], "2 caches failed to list or watch"),
    },
  ],
];

describe("an error of a cache", () => {
  it.each(errors.map(([error, wanted]) => [error.message, error, wanted] as const))(
    "says what happened, to what, and why: %s",
    (_title, error, wanted) => {
      expect(fieldsOf(error)).toEqual(wanted);
    },
  );

  it("that a watch was very short is told apart from other errors", () => {
    const others = [new InconsistentListError("7", []), new FIFOClosedError(), cause, undefined];
    expect(isVeryShortWatch(new VeryShortWatchError("pods"))).toBe(true);
    expect(others.map(isVeryShortWatch)).toEqual([false, false, false, false]);
  });
});

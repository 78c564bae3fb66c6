import { describe, expect, it } from "vitest";
import { plainEntry } from "../../codec/index.ts";
import { abortedError, ClientError, ProtocolError, TimeoutError, TransportError } from "../../errors/index.ts";
import type { KubeList, ListOptions } from "../../meta/index.ts";
import type { ListerWatcher } from "../lister-watcher.ts";
import { expired, status } from "../test-support/reflecting.ts";
import { listOf, type Thing, thing } from "../test-support/scripted-source.ts";
import { classifyError, lacksStreaming } from "./classify-error.ts";
import { type ListPlan, listIntoSnapshot } from "./list-into-snapshot.ts";
import { extendRetryWindow, mayRetry } from "./retry-window.ts";
import { ListSnapshot } from "./list-snapshot.ts";

/** Lists with these answers, one after the other; gives the result, the requests and what was read. */
async function list(
  answers: readonly (KubeList<Thing> | Error)[],
  plan: Partial<ListPlan<Thing>> = {},
): Promise<{ result: unknown; requests: ListOptions[]; keys: string[]; pages: number; snapshot: ListSnapshot<Thing> }> {
  const requests: ListOptions[] = [];
  const snapshot = new ListSnapshot<Thing>();
  let pages = 0;
  const source: ListerWatcher<Thing> = {
    list: async ({ signal: _, ...options }) => {
      requests.push(options);
      const answer = answers[requests.length - 1];
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error("no more answers");
      return answer;
    },
    watch: () => Promise.reject(new Error("no watch")),
  };
  const result = await listIntoSnapshot<Thing>(
    source,
    {
      resourceVersion: "0",
      pageSize: 500,
      expected: undefined,
      signal: new AbortController().signal,
      known: () => undefined,
      onPage: () => pages++,
      ...plan,
    },
    snapshot,
  ).catch((error: unknown) => error);
  return { result, requests, keys: snapshot.entries().map(({ key }) => key), pages, snapshot };
}

const page = (version: string, names: readonly string[], token?: string): KubeList<Thing> =>
  listOf(
    version,
    names.map((name) => thing(name, "1")),
    token,
  );

describe("reading a list", () => {
  it("asks for the version once, and for each further page by its token alone", async () => {
    const { result, requests, keys, pages } = await list([
      page("10", ["a"], "t1"),
      page("10", ["b"], "t2"),
      page("10", ["c"]),
    ]);
    expect(result).toEqual({ resourceVersion: "10", paged: true });
    expect(requests).toEqual([
      { resourceVersion: "0", limit: 500 },
      { limit: 500, continue: "t1" },
      { limit: 500, continue: "t2" },
    ]);
    expect([keys, pages]).toEqual([["a", "b", "c"], 3]);
  });

  it.each([
    ["the most recent state", { resourceVersion: "" }, { limit: 500 }],
    [
      "a version or a later one",
      { resourceVersion: "7" },
      { resourceVersion: "7", resourceVersionMatch: "NotOlderThan", limit: 500 },
    ],
    [
      "a version exactly",
      { resourceVersion: "7", exact: true, pageSize: 0 },
      { resourceVersion: "7", resourceVersionMatch: "Exact" },
    ],
  ])("asks for %s", async (_title, plan, request) => {
    const { result, requests } = await list([page("10", ["a"])], plan);
    expect(result).toEqual({ resourceVersion: "10", paged: false });
    expect(requests).toEqual([request]);
  });

  it("begins again in one piece when a page has expired or is of another state, and counts as paged", async () => {
    for (const second of [expired(), page("11", ["x"])]) {
      for (const resourceVersion of ["0", "7"]) {
        const answers = [page("10", ["a"], "t1"), second, page("12", ["b"])];
        const { result, requests, keys, snapshot } = await list(answers, { resourceVersion });
        expect(result).toEqual({ resourceVersion: "12", paged: true });
        expect(requests[2]).toEqual(
          resourceVersion === "0" ? {} : { resourceVersion: "7", resourceVersionMatch: "NotOlderThan" },
        );
        expect([keys, snapshot.duplicates]).toEqual([["b"], 0]);
      }
    }
  });

  it("does not begin again when it was stopped meanwhile, nor after another failure", async () => {
    const stopper = new AbortController();
    const stopped = list([page("10", ["a"], "t1")], { signal: stopper.signal, onPage: () => stopper.abort(expired()) });
    expect((await stopped).requests.length).toBeLessThanOrEqual(2);
    const failed = await list([page("10", ["a"], "t1"), status("InternalError", 500), page("12", [])]);
    expect([failed.requests.length, failed.result]).toEqual([2, status("InternalError", 500)]);
  });

  it("refuses pages where none were asked for, a token that comes again, and a list without a version", async () => {
    const pages = await list([page("10", ["a"], "t1"), expired(), page("12", ["b"], "t2")]);
    expect(pages.result).toMatchObject({ message: expect.stringContaining("without a limit") });
    const again = await list([page("10", ["a"], "t1"), page("10", ["b"], "t2"), page("10", ["c"], "t1")]);
    expect(again.result).toMatchObject({ message: expect.stringContaining("same continue token twice") });
    for (const answers of [[page("", ["a"])], [page("10", ["a"], "t1"), page("", ["b"])]]) {
      const { result, pages: read } = await list(answers);
      expect(result).toMatchObject({ message: "a list without metadata.resourceVersion cannot be used" });
      expect(read).toBe(answers.length - 1);
    }
  });

  it("is refused at the hundredth page in a row without a new object, and not before", async () => {
    const empty = (count: number, from: number): KubeList<Thing>[] =>
      Array.from({ length: count }, (_, n) => page("10", [], `t${from + n}`));
    const good = await list([
      page("10", ["a"], "x"),
      ...empty(99, 0),
      page("10", ["b"], "y"),
      ...empty(99, 100),
      page("10", ["c"]),
    ]);
    expect(good.result).toEqual({ resourceVersion: "10", paged: true });
    const bad = await list([page("10", ["a"], "x"), ...empty(200, 0)]);
    expect(bad.requests).toHaveLength(101);
    expect(bad.result).toMatchObject({ message: expect.stringContaining("100 pages in a row") });
  });

  it("throws what a Status says, and refuses what is not a list", async () => {
    const failure = { kind: "Status", status: "Failure", code: 410, reason: "Expired", message: "too old" };
    const items = [thing("a", "1")];
    for (const [answer, message] of [
      [failure, "too old"],
      [{ kind: "Table", apiVersion: "meta.k8s.io/v1", metadata: { resourceVersion: "1" }, items }, "got a Table"],
      [{ metadata: { resourceVersion: "1" } }, "without items"],
      [{ metadata: { resourceVersion: "1" }, items: {} }, "without items"],
      [{ items }, "without metadata"],
      [{ metadata: { resourceVersion: "1" }, items: ["a"] }, "an item that is not an object"],
      [[], "the server sent something else"],
      [null, "the server sent something else"],
      ["pods", "the server sent something else"],
      [{ metadata: null, items }, "without metadata"],
      [{ kind: "ThingList", metadata: { resourceVersion: "1" }, items: {} }, "without items"],
      [{ metadata: { resourceVersion: "1" }, items: [null] }, "an item that is not an object"],
    ] as const) {
      expect((await list([answer as unknown as KubeList<Thing>])).result).toMatchObject({
        message: expect.stringContaining(message),
      });
    }
    const other = { group: "other.example.com", version: "v1", kind: "Thing" };
    expect((await list([page("10", ["a"])], { expected: other })).result).toMatchObject({
      message: "expected other.example.com/v1 Thing, got example.com/v1 Thing",
    });
    // An item need not have a version of its own.
    expect((await list([listOf("10", [thing("a", "")])])).keys).toEqual(["a"]);
    const none = { kind: "ThingList", metadata: { resourceVersion: "1" }, items: null };
    expect((await list([none as unknown as KubeList<Thing>])).result).toEqual({ resourceVersion: "1", paged: false });
  });

  it("is refused as a whole when a raw source hands over an object of another kind", async () => {
    const expected = { group: "other.example.com", version: "v1", kind: "Thing" };
    let pages = 0;
    const source: ListerWatcher<Thing> = {
      list: () => Promise.reject(new Error("not raw")),
      watch: () => Promise.reject(new Error("not raw")),
      raw: {
        list: async (_options, { onItem }) => {
          for (const name of ["a", "b"]) onItem(plainEntry(thing(name, "1")));
          return { resourceVersion: "10" };
        },
        watch: () => Promise.reject(new Error("no watch")),
      },
    };
    const { signal } = new AbortController();
    const plan = { resourceVersion: "0", pageSize: 0, expected, signal, known: () => undefined, onPage: () => pages++ };
    await expect(listIntoSnapshot<Thing>(source, plan, new ListSnapshot())).rejects.toThrow(
      "expected other.example.com/v1 Thing",
    );
    expect(pages).toBe(0);
    expect(await listIntoSnapshot<Thing>(source, { ...plan, expected: undefined }, new ListSnapshot())).toEqual({
      resourceVersion: "10",
      paged: false,
    });
  });
});

describe("a snapshot", () => {
  const entry = (name: string, version: string) => plainEntry(thing(name, version));

  it("keeps the newer of two items with one key, counts both ways, and forgets the count with the items", () => {
    const snapshot = new ListSnapshot<Thing>();
    for (const version of ["5", "7", "6", "7"]) snapshot.listed(entry("a", version));
    expect([snapshot.size, snapshot.duplicates, snapshot.entries()[0]?.resourceVersion]).toEqual([1, 3, "7"]);
    snapshot.clear();
    expect([snapshot.size, snapshot.duplicates]).toEqual([0, 0]);
  });

  it("folds changes in as they come", () => {
    const snapshot = new ListSnapshot<Thing>();
    snapshot.changed("ADDED", entry("a", "5"));
    snapshot.changed("MODIFIED", entry("a", "4"));
    snapshot.changed("ADDED", entry("b", "6"));
    snapshot.changed("DELETED", entry("b", "7"));
    expect(snapshot.entries().map(({ key, resourceVersion }) => `${key}@${resourceVersion}`)).toEqual(["a@4"]);
    expect(snapshot.duplicates).toBe(0);
  });
});

describe("the class of a failure", () => {
  it.each([
    [status("Expired", 410), "expired"],
    [status("Gone", 410), "expired"],
    [status("TooManyRequests", 429), "busy"],
    [status("InternalError", 500), "internal"],
    [status("Unauthorized", 401), "unavailable"],
    [status("Forbidden", 403), "unavailable"],
    [status("Unknown", 501), "refused"],
    [status("Unknown", 502), "unavailable"],
    [status("ServiceUnavailable", 503), "unavailable"],
    [status("Unknown", 504), "unavailable"],
    [status("Unknown", 505), "refused"],
    [status("NotFound", 404), "refused"],
    [new TransportError("too large", { code: "limit" }), "oversized"],
    [new TransportError("reset", { code: "reset" }), "unavailable"],
    [new TimeoutError("too slow"), "unavailable"],
    [abortedError(AbortSignal.abort()), "unavailable"],
    [new ClientError("Credential", "the plugin failed"), "unavailable"],
    [new ProtocolError("not JSON"), "malformed"],
    [new Error("a bug"), "refused"],
  ])("of %s is %s", (error, expected) => {
    expect(classifyError(error)).toBe(expected);
  });

  it("says that streaming lists are missing for the codes by which a server refuses the request itself", () => {
    const missing = Array.from({ length: 200 }, (_, n) => 400 + n).filter((code) =>
      lacksStreaming(status("Unknown", code)),
    );
    expect(missing).toEqual([400, 405, 406, 415, 422]);
    expect(lacksStreaming(new Error("x"))).toBe(false);
  });
});

describe("a period of retries", () => {
  it("begins with the first failure, is extended by the following ones, and begins again after a pause", () => {
    const first = extendRetryWindow(undefined, 1_000, 60_000);
    expect(first).toEqual({ firstAt: 1_000, lastAt: 1_000 });
    const second = extendRetryWindow(first, 60_999, 60_000);
    expect(second).toEqual({ firstAt: 1_000, lastAt: 60_999 });
    expect(extendRetryWindow(second, 100_000, 60_000)).toEqual({ firstAt: 1_000, lastAt: 100_000 });
    expect(extendRetryWindow(second, 120_999, 60_000)).toEqual({ firstAt: 120_999, lastAt: 120_999 });
    expect(mayRetry(second, 60_000)).toBe(true);
    expect(mayRetry(second, 59_999)).toBe(false);
    expect(mayRetry(first, 0)).toBe(false);
  });
});

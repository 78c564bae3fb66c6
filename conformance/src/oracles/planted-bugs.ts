import type { ListerWatcher, ResourceEventHandler } from "client-ts/cache";
import type { LazyStore, RawListerWatcher } from "client-ts/internal";
import { StatusError, TransportError } from "client-ts/errors";
import type { ConfigMap } from "client-ts/api/core/v1";
import { compareResourceVersion } from "client-ts/meta";
import { nextTurn, sleep } from "client-ts/internal";
import type { BugHooks } from "./world.ts";

/** A bug to plant, and the oracles of which at least one must find it. */
export interface PlantedBug extends BugHooks {
  readonly name: string;
  readonly oracles: readonly string[];
  /** The bug shows only when several faults happen together: the nightly run looks for it in many worlds. */
  readonly rare?: true;
}

type Raw = RawListerWatcher<ConfigMap>;
type Entry = NonNullable<ReturnType<LazyStore<ConfigMap>["entry"]>>;

/** The same source with other answers. */
function around(change: (raw: Raw, random: () => number) => Partial<Raw>): NonNullable<BugHooks["source"]> {
  return (original, random) => {
    const raw = original.raw as Raw;
    const changed: ListerWatcher<ConfigMap> = {
      list: (options) => original.list(options),
      watch: (options) => original.watch(options),
      raw: { list: raw.list, watch: raw.watch, ...change(raw, random) },
    };
    return changed;
  };
}

const isExpired = (error: unknown): boolean => error instanceof StatusError && error.code === 410;

/**
 * The planted bugs of `conformance/oracles.md` that can be built around an informer from outside; `check.spec.ts` tests
 * the others with written histories.
 */
export const plantedBugs: readonly PlantedBug[] = [
  {
    name: "P4 an event that cannot be read is skipped",
    oracles: ["O5"],
    source: around((raw, random) => ({
      watch: (options, sink) =>
        raw.watch(options, {
          ...sink,
          onEvent: (type, entry) => (random() < 0.03 ? undefined : sink.onEvent(type, entry)),
        }),
    })),
  },
  {
    name: "P5 an answer that is no list is taken for an empty one",
    oracles: ["O4"],
    rare: true,
    source: around((raw) => {
      let last = "1";
      return {
        list: async (options, sink) => {
          try {
            const metadata = await raw.list(options, sink);
            last = metadata.resourceVersion ?? last;
            return metadata;
          } catch (error) {
            if (error instanceof StatusError || error instanceof TransportError || options.signal?.aborted) throw error;
            return { resourceVersion: last };
          }
        },
      };
    }),
  },
  {
    name: "P6 a watch begins at the version of the list's last object",
    oracles: ["O7"],
    source: around((raw) => ({
      list: async (options, sink) => {
        let last: string | undefined;
        const onItem: typeof sink.onItem = (entry) => {
          last = entry.resourceVersion;
          sink.onItem(entry);
        };
        const metadata = await raw.list(options, { ...sink, onItem });
        return last === undefined || metadata.continue ? metadata : { ...metadata, resourceVersion: last };
      },
    })),
  },
  {
    name: "P7 a version is called done before it was taken in",
    oracles: ["O5"],
    source: around((raw) => {
      let ahead = "";
      return {
        // The last event before the connection breaks is remembered as done, and dropped.
        watch: async (options, sink) => {
          let held: Parameters<typeof sink.onEvent> | undefined;
          const from =
            ahead !== "" && compareResourceVersion(ahead, options.resourceVersion ?? "") === 1
              ? ahead
              : options.resourceVersion;
          ahead = "";
          const release = (): void => {
            if (held !== undefined) void sink.onEvent(...held);
            held = undefined;
          };
          try {
            await raw.watch(
              options.sendInitialEvents || from === undefined ? options : { ...options, resourceVersion: from },
              {
                ...sink,
                onEvent: (type, entry) => {
                  release();
                  if (options.sendInitialEvents) return sink.onEvent(type, entry);
                  held = [type, entry];
                  void sleep(5).then(release);
                },
                onBookmark: (version, end) => {
                  release();
                  return sink.onBookmark(version, end);
                },
              },
            );
            release();
          } catch (error) {
            if (held !== undefined) ahead = held[1].resourceVersion;
            held = undefined;
            throw error;
          }
        },
      };
    }),
  },
  {
    name: "P9 an expired version is asked for again and again",
    oracles: ["O1"],
    source: around((raw) => ({
      watch: (options, sink) =>
        raw.watch(options, sink).catch((error: unknown) => {
          throw isExpired(error) && !options.sendInitialEvents ? new TransportError("cut", { code: "reset" }) : error;
        }),
    })),
  },
  {
    name: "P12 an exception ends the notifications of a handler",
    oracles: ["O5"],
    handler: (original, random) => {
      let dead = false;
      const unlessDead =
        <E>(call: ((event: E) => unknown) | undefined) =>
        (event: E): unknown => {
          dead ||= random() < 0.01;
          return dead ? undefined : call?.call(original, event);
        };
      return {
        onAdd: unlessDead(original.onAdd),
        onUpdate: unlessDead(original.onUpdate),
        onDelete: unlessDead(original.onDelete),
      } satisfies ResourceEventHandler<ConfigMap>;
    },
  },
  {
    name: "P13 notifications overtake each other",
    oracles: ["O2", "O3", "O6"],
    handler: (original, random) => {
      const apart =
        <E>(call: ((event: E) => unknown) | undefined) =>
        (event: E): void => {
          void (random() < 0.5 ? nextTurn() : sleep(3)).then(() => call?.call(original, event));
        };
      return { onAdd: apart(original.onAdd), onUpdate: apart(original.onUpdate), onDelete: apart(original.onDelete) };
    },
  },
  {
    name: "P14 half a streaming list is taken for a whole one when the connection breaks",
    oracles: ["O4", "O7", "O8"],
    source: around((raw) => ({
      watch: async (options, sink) => {
        let last: string | undefined;
        let initial = options.sendInitialEvents === true;
        try {
          await raw.watch(options, {
            ...sink,
            onEvent: (type, entry) => {
              if (initial) last = entry.resourceVersion;
              return sink.onEvent(type, entry);
            },
            onBookmark: (version, end) => {
              if (end) initial = false;
              return sink.onBookmark(version, end);
            },
          });
        } catch (error) {
          if (initial && last !== undefined && !options.signal?.aborted) void sink.onBookmark(last, true);
          throw error;
        }
      },
    })),
  },
  {
    name: "P15 a list of the past is taken for the present",
    oracles: ["O2", "O3", "O4"],
    rare: true,
    source: around((raw) => {
      let newest = "";
      const onNews = (version: string): void => {
        if (newest === "" || compareResourceVersion(version, newest) === 1) newest = version;
      };
      return {
        list: async (options, sink) => {
          const metadata = await raw.list(options, sink);
          onNews(metadata.resourceVersion ?? "0");
          return { ...metadata, resourceVersion: newest };
        },
        watch: (options, sink) =>
          raw.watch(options, {
            ...sink,
            onEvent: (type, entry) => {
              onNews(entry.resourceVersion);
              return sink.onEvent(type, entry);
            },
          }),
      };
    }),
  },
  {
    name: "P16 a list of one namespace puts back what the others had when it was compared",
    oracles: ["O1", "O6"],
    build: { namespaces: ["a", "ab", "b"], queue: "ordered", selector: "none" },
    fill: 400,
    store: (store) => {
      const original = store.beginReplace.bind(store);
      const beginReplace: typeof original = (namespace) => {
        const replacement = original(namespace);
        let copied: Map<string, Entry> | undefined;
        return {
          get size() {
            return replacement.size;
          },
          add: (item) => replacement.add(item),
          abandon: () => replacement.abandon(),
          // Asked for what is there already: when the new objects have been compared.
          get: (key) => {
            copied ??= new Map(
              [...store.entries()].filter((entry) => entry.namespace !== namespace).map((entry) => [entry.key, entry]),
            );
            return replacement.get(key);
          },
          commit: (version) => {
            replacement.commit(version);
            if (copied === undefined) return;
            for (const { key, namespace: other } of [...store.entries()]) {
              if (other !== namespace && !copied.has(key)) store.deleteKey(key);
            }
            for (const entry of copied.values()) if (store.entry(entry.key) !== entry) store.add(entry);
          },
        };
      };
      Object.assign(store, { beginReplace });
    },
  },
];

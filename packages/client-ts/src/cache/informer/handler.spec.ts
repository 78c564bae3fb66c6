import { describe, expect, it } from "vitest";
import { type Entry, plainEntry } from "../../codec/index.ts";
import { deletionHandlingMetaNamespaceKeyFunc, type KubeObject } from "../../meta/index.ts";
import { tombstone } from "../delta.ts";
import { Recorder } from "../test-support/informing.ts";
import { type Thing, thing } from "../test-support/scripted-source.ts";
import { AddEvent, DeleteEvent, UpdateEvent } from "./events.ts";
import { deleteEventOf } from "../test-support/delete-event-of.ts";
import { filteringHandler, nameForHandler, type ResourceEventHandler } from "./handler.ts";
import { handle } from "./listener.ts";

const entry = (name: string, version: string, value?: unknown) =>
  plainEntry(thing(name, version, { namespace: "shop", value }));

describe("handlers and their events", () => {
  it("are compared by TypeScript as methods, so that those of several kinds fit into one list", () => {
    type Website = KubeObject & { readonly spec: string };
    const ofWebsites: ResourceEventHandler<Website> = { onAdd: ({ object }) => object.spec };
    // @ts-expect-error the argument of a callback is still an event of its kind
    const wrong: ResourceEventHandler<Website> = { onAdd: (event: string) => event };
    const all: readonly ResourceEventHandler<KubeObject>[] = [ofWebsites, { onUpdate: undefined }];
    expect([...all, wrong]).toHaveLength(3);
  });

  it("give the same name for an object and for its tombstone (B63)", () => {
    const object = entry("web", "1");
    expect(deleteEventOf(object).objectName).toEqual({ namespace: "shop", name: "web" });
    expect(deleteEventOf(tombstone("shop/web", object)).objectName).toEqual(deleteEventOf(object).objectName);
    expect(deletionHandlingMetaNamespaceKeyFunc(tombstone("shop/web", undefined))).toBe("shop/web");
  });

  it("give name and key of a deletion with an object, a tombstone with one, and a tombstone alone (B64, B146)", () => {
    const object = entry("web", "1");
    const cases = [
      deleteEventOf(object),
      deleteEventOf(tombstone("shop/web", object)),
      deleteEventOf<Thing>(tombstone<Entry<Thing>>("shop/web", undefined)),
    ];
    for (const event of cases) {
      expect([event.key, event.namespace, event.name, event.objectName]).toEqual([
        "shop/web",
        "shop",
        "web",
        { namespace: "shop", name: "web" },
      ]);
    }
    expect(cases.map(({ finalStateUnknown }) => finalStateUnknown)).toEqual([false, true, true]);
    expect(cases.map((event) => event.object?.metadata?.name)).toEqual(["web", "web", undefined]);
    expect(cases.map(({ uid, resourceVersion, meta }) => [uid, resourceVersion, meta.name])).toEqual([
      ["uid-web", "1", "web"],
      ["uid-web", "1", "web"],
      ["", "", undefined],
    ]);
    const empty = new DeleteEvent<Thing>("", undefined, true);
    expect([empty.key, empty.name, empty.namespace]).toEqual(["", "", ""]);
    expect(deleteEventOf<Thing>(tombstone<Entry<Thing>>("node", undefined)).objectName).toEqual({
      namespace: "",
      name: "node",
    });
  });

  it("show an update with the object as it is, as it was, and its names", () => {
    const event = new UpdateEvent(entry("web", "2", "new"), entry("web", "1", "old"), false);
    expect([event.object.spec?.value, event.oldObject.spec?.value, event.old.object.spec?.value]).toEqual([
      "new",
      "old",
      "old",
    ]);
    expect([event.resourceVersion, event.old.resourceVersion, event.meta.name, event.uid]).toEqual([
      "2",
      "1",
      "web",
      "uid-web",
    ]);
  });

  it("need not have every callback; an add says whether it is initial (B144)", () => {
    const seen: boolean[] = [];
    void handle<Thing>({}, new AddEvent(entry("a", "1"), true));
    void handle<Thing>({}, new UpdateEvent(entry("a", "2"), entry("a", "1"), false));
    void handle<Thing>({}, deleteEventOf(entry("a", "2")));
    const only = { onAdd: ({ isInInitialList }: AddEvent<Thing>) => void seen.push(isInInitialList) };
    void handle(only, new AddEvent(entry("a", "1"), true));
    void handle(only, new AddEvent(entry("a", "1"), false));
    expect(seen).toEqual([true, false]);
  });

  it("behind a filter see an object that begins or ceases to pass as added or deleted (B145)", () => {
    const recorder = new Recorder();
    const filtered = filteringHandler<Thing>(({ object }) => object.spec?.value === "in", recorder);
    const change = (from: string, to: string) => new UpdateEvent(entry("a", "2", to), entry("a", "1", from), false);
    void handle(filtered, new AddEvent(entry("a", "1", "in"), true));
    void handle(filtered, new AddEvent(entry("a", "1", "out"), true));
    void handle(filtered, change("in", "in"));
    void handle(filtered, change("out", "in"));
    void handle(filtered, change("in", "out"));
    void handle(filtered, change("out", "out"));
    void handle(filtered, deleteEventOf(entry("a", "3", "in")));
    void handle(filtered, deleteEventOf(entry("a", "3", "out")));
    void handle(filtered, deleteEventOf<Thing>(tombstone<Entry<Thing>>("shop/a", undefined)));
    expect(recorder.seen).toEqual(["+shop/a@1!", "~shop/a@1>2", "+shop/a@2", "-shop/a@1", "-shop/a@3"]);
  });

  it("have readable names (B150)", () => {
    class PodCounter {
      onAdd(): void {}
    }
    function countPods(): void {}
    expect(nameForHandler(new PodCounter())).toBe("PodCounter");
    expect(nameForHandler({ onAdd: countPods, onDelete: countPods })).toBe("handler(countPods)");
    expect(nameForHandler({ onAdd() {}, onUpdate() {} })).toBe("handler(onAdd, onUpdate)");
    expect(nameForHandler({})).toBe("handler");
  });
});

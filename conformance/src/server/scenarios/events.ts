import type { Json } from "../json.ts";
import type { Scenario, Stage } from "../stage.ts";

const newer = "events.k8s.io/v1/events";
const time = "2026-01-02T03:04:05Z";
const micro = "2026-01-02T03:04:05.678901Z";

const about = (s: Stage, name = "web"): Json => ({ kind: "Pod", apiVersion: "v1", name, namespace: s.namespace });

const core = (s: Stage, name: string, more: Json = {}): Json => ({
  metadata: { name },
  involvedObject: about(s),
  reason: "Started",
  message: "container is up",
  type: "Normal",
  ...more,
});

const grouped = (s: Stage, name: string, more: Json = {}): Json => ({
  metadata: { name },
  regarding: about(s),
  reason: "Started",
  action: "Starting",
  note: "container is up",
  type: "Normal",
  eventTime: micro,
  reportingController: "example.com/kubelet",
  reportingInstance: "node-1",
  ...more,
});

/** Events of both groups: their forms, rules, selectors and series. */
export const events: readonly Scenario[] = [
  {
    title: "creates an event as the old recorder does",
    async run(s) {
      await s.post(
        s.in("events"),
        core(s, "a", {
          count: 1,
          firstTimestamp: time,
          lastTimestamp: time,
          source: { component: "kubelet", host: "node-1" },
        }),
      );
      await s.get(s.in("events", "a"));
    },
  },
  {
    title: "creates an event as the new recorder does",
    async run(s) {
      await s.post(s.in(newer), grouped(s, "a"));
      await s.get(s.in(newer, "a"));
    },
  },
  {
    title: "shows an old event in the newer group",
    async run(s) {
      await s.given(
        s.in("events"),
        core(s, "a", {
          count: 3,
          firstTimestamp: time,
          lastTimestamp: time,
          source: { component: "kubelet", host: "node-1" },
        }),
      );
      await s.get(s.in(newer, "a"));
    },
  },
  {
    title: "shows a newer event in the core group",
    async run(s) {
      await s.given(s.in(newer), grouped(s, "a", { series: { count: 2, lastObservedTime: micro } }));
      await s.get(s.in("events", "a"));
    },
  },
  {
    title: "counts an event up by a patch",
    async run(s) {
      await s.given(s.in("events"), core(s, "a", { count: 1, firstTimestamp: time, lastTimestamp: time }));
      await s.patch(s.in("events", "a"), { count: 2, lastTimestamp: "2026-01-02T03:05:05Z" }, "strategic");
      await s.patch(s.in("events", "a"), { message: "again" });
    },
  },
  {
    title: "makes a series of a newer event by a patch",
    async run(s) {
      await s.given(s.in(newer), grouped(s, "a"));
      await s.patch(s.in(newer, "a"), { series: { count: 2, lastObservedTime: micro } }, "strategic");
      await s.patch(s.in(newer, "a"), { series: { count: 3, lastObservedTime: micro } });
    },
  },
  {
    title: "does not change what a newer event says",
    async run(s) {
      await s.given(s.in(newer), grouped(s, "a"));
      for (const change of [
        { reason: "Other" },
        { note: "other" },
        { action: "Other" },
        { type: "Warning" },
        { regarding: about(s, "db") },
        { eventTime: "2026-01-02T03:04:06.000000Z" },
        { reportingController: "example.com/other" },
        { reportingInstance: "node-2" },
      ])
        await s.patch(s.in(newer, "a"), change);
    },
  },
  {
    title: "requires of an event of the newer API its reporter, reason and time",
    async run(s) {
      for (const field of ["eventTime", "reportingController", "reportingInstance", "action", "reason", "type"]) {
        const { [field]: _, ...event } = grouped(s, "a");
        await s.post(s.in(newer), event);
      }
    },
  },
  {
    title: "limits the texts of a newer event",
    async run(s) {
      await s.post(s.in(newer), grouped(s, "a", { note: "x".repeat(1025) }));
      await s.post(s.in(newer), grouped(s, "a", { reason: "x".repeat(129) }));
      await s.post(s.in(newer), grouped(s, "a", { action: "x".repeat(129) }));
      await s.post(s.in(newer), grouped(s, "a", { reportingInstance: "x".repeat(129) }));
      await s.post(s.in(newer), grouped(s, "a", { reportingController: "no spaces allowed" }));
    },
  },
  {
    title: "knows two types of newer events",
    async run(s) {
      await s.post(s.in(newer), grouped(s, "a", { type: "Error" }));
      await s.post(s.in(newer), grouped(s, "b", { type: "Warning" }));
    },
  },
  {
    title: "requires the namespace of the event to be that of its object",
    async run(s) {
      await s.post(s.in("events"), core(s, "a", { involvedObject: { ...about(s), namespace: "default" } }));
      await s.post(s.in("events"), core(s, "b", { involvedObject: { kind: "Node", name: "n1" } }));
      await s.post(
        "/api/v1/namespaces/default/events",
        core(s, `node-${s.run}`, { involvedObject: { kind: "Node", name: "n1" } }),
      );
    },
  },
  {
    title: "chooses events by what they are about",
    async run(s) {
      await s.given(s.in("events"), core(s, "a"));
      await s.given(
        s.in("events"),
        core(s, "b", { involvedObject: about(s, "db"), type: "Warning", reason: "Failed" }),
      );
      const names = (body: Json): unknown => body.items?.map((item: Json) => item.metadata.name) ?? body.message;
      for (const selector of [
        "involvedObject.name=web",
        "involvedObject.kind=Pod,type=Warning",
        "reason=Started",
        "type!=Normal",
        "involvedObject.uid=none",
        "source=kubelet",
        "message=x",
      ])
        await s.get(`${s.in("events")}?fieldSelector=${encodeURIComponent(selector)}`, { pick: names });
    },
  },
  {
    title: "chooses newer events by what they regard",
    async run(s) {
      await s.given(s.in(newer), grouped(s, "a"));
      const names = (body: Json): unknown => body.items?.map((item: Json) => item.metadata.name) ?? body.message;
      for (const selector of [
        "regarding.name=web",
        "regarding.kind=Node",
        "reason=Started",
        "reportingController=example.com/kubelet",
        "involvedObject.name=web",
      ])
        await s.get(`${s.in(newer)}?fieldSelector=${encodeURIComponent(selector)}`, { pick: names });
    },
  },
  {
    title: "watches events of one object",
    async run(s) {
      const watch = await s.watch(
        `${s.in("events")}?fieldSelector=${encodeURIComponent("involvedObject.name=web")}&resourceVersion=0`,
      );
      await s.given(s.in("events"), core(s, "a"));
      await s.given(s.in("events"), core(s, "b", { involvedObject: about(s, "db") }));
      await s.quietly(() => s.patch(s.in("events", "a"), { count: 2 }));
      await s.quietly(() => s.delete(s.in("events", "a")));
      await watch.take(3, ({ type, object }) => [type, object.metadata.name, object.count]);
    },
  },
  {
    title: "deletes the events that a selector chooses",
    async run(s) {
      await s.given(s.in("events"), core(s, "a"));
      await s.given(s.in("events"), core(s, "b", { type: "Warning" }));
      await s.delete(`${s.in("events")}?fieldSelector=type%3DWarning`, undefined, {
        pick: (body) => body.items.map((item: Json) => item.metadata.name),
      });
      await s.get(s.in("events"), { pick: (body) => body.items.map((item: Json) => item.metadata.name) });
    },
  },
  {
    title: "names events from a prefix",
    async run(s) {
      const { body } = await s.quietly(() =>
        s.post(s.in("events"), { ...core(s, ""), metadata: { generateName: "web." } }),
      );
      s.note("name", /^web\.[a-z0-9]{5}$/.test(body.metadata?.name ?? "") || body.message);
    },
  },
];

import { describe, expect, it } from "vitest";
import { eventForms } from "./event-forms.ts";
import { startApiServer } from "./index.ts";
import { SpecClient } from "./spec-client.ts";

const stored = {
  metadata: { name: "a" },
  involvedObject: { kind: "Pod", name: "p" },
  reason: "R",
  message: "M",
  source: { component: "c" },
  firstTimestamp: "2024-05-06T07:08:09Z",
  lastTimestamp: null,
  count: 2,
  type: "Normal",
  eventTime: null,
  reportingComponent: "",
  reportingInstance: "",
};

describe("events of two groups", () => {
  it("come back from the newer form as they were", () => {
    expect(eventForms.toStored(eventForms.fromStored(stored))).toEqual(stored);
  });

  it("are kept once, and shown by both groups after a snapshot too", async () => {
    const first = await startApiServer();
    first.apply({ apiVersion: "v1", kind: "Event", ...stored, metadata: { name: "a", namespace: "default" } } as never);
    expect(first.journal.of("events", "default/a")).toHaveLength(1);
    const second = await startApiServer({ snapshot: first.snapshot() });
    const client = new SpecClient(second);
    const newer = await client.get("/apis/events.k8s.io/v1/namespaces/default/events");
    expect(newer.body.items).toMatchObject([{ note: "M", regarding: { name: "p" }, deprecatedCount: 2 }]);
    const older = await client.get("/api/v1/namespaces/default/events/a");
    expect(older.body).toMatchObject({ apiVersion: "v1", message: "M", involvedObject: { name: "p" } });
    client.close();
    await first.close();
    await second.close();
  });
});

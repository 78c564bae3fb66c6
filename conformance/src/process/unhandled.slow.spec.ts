import { type ApiServer, type Fault, startApiServer } from "client-ts-testing";
import { describe, expect, it, type TestContext, vi } from "vitest";
import { type Child, startChild } from "./child.ts";
import { onSources } from "./spawn-on-sources.ts";
import type { BusyNews } from "./programs/busy.ts";

type OnTestFinished = TestContext["onTestFinished"];

function news(text: string) {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "news", namespace: "default" }, data: { text } };
}

/** A server, and a busy program that has received its first object. */
async function begin(onTestFinished: OnTestFinished): Promise<{ server: ApiServer; child: Child }> {
  const server = await startApiServer({ objects: [news("begun")] });
  onTestFinished(() => server.close());
  const flags = ["--unhandled-rejections=strict", ...onSources];
  const child = startChild("busy.ts", { flags, input: { kubeconfig: server.kubeconfig } });
  onTestFinished(child.stop);
  await child.receive<BusyNews>(({ received }) => received === "begun");
  return { server, child };
}

/** Faults for the next requests of a verb, then a cut that makes every client ask again. */
const faulty =
  (verb: string, fault: Fault) =>
  async (server: ApiServer): Promise<void> => {
    const handle = server.faults.add({ match: { verb, resource: "configmaps" }, times: 2 }, fault);
    server.cutConnections();
    await vi.waitFor(() => expect(handle.hits).toBe(2), { timeout: 10_000, interval: 5 });
  };

const faults: readonly [what: string, strike: (server: ApiServer) => unknown][] = [
  ["a reset of every connection", (server) => server.cutConnections("reset")],
  ["an end of every connection", (server) => server.cutConnections("end")],
  ["a GOAWAY", (server) => server.goAway()],
  ["a restart", (server) => server.restart()],
  ["a restart that forgets the history", (server) => server.restart({ history: "lost" })],
  [
    "a compaction",
    (server) => {
      server.compact();
      server.cutConnections();
    },
  ],
  ["watches that are refused with 410", faulty("watch", { type: "status", code: 410, reason: "Expired" })],
  ["watches that end with 410", faulty("watch", { type: "error-event", code: 410, reason: "Expired" })],
  ["garbage in watches", faulty("watch", { type: "garbage", afterBytes: 10, bytes: "\u0000}{ no JSON\n" })],
  ["garbage in lists", faulty("list", { type: "garbage", afterBytes: 10, bytes: "\u0000}{ no JSON\n" })],
  ["watches that break off", faulty("watch", { type: "drop", afterBytes: 50, how: "reset" })],
  ["streams that break off", faulty("watch", { type: "drop", afterBytes: 50, how: "stream" })],
  ["lists that break off", faulty("list", { type: "drop", afterBytes: 50, how: "end" })],
  [
    "a proxy that answers in HTML",
    faulty("watch", { type: "answer", code: 502, headers: { "content-type": "text/html" }, body: "<p>sorry" }),
  ],
  ["refusals with 401", faulty("get", { type: "status", code: 401, reason: "Unauthorized" })],
  ["refusals with 500", faulty("list", { type: "status", code: 500 })],
];

describe("a busy program under --unhandled-rejections=strict", { timeout: 60_000 }, () => {
  it("keeps running through every fault and ends in the middle of one with code 0, nothing unhandled (F-K2)", async ({
    onTestFinished,
  }) => {
    const { server, child } = await begin(onTestFinished);
    for (const [what, strike] of faults) {
      const received = child.receive<BusyNews>((message) => message.received === what);
      await strike(server);
      server.apply(news(what));
      await received;
      server.faults.clear();
    }
    // Nothing is answered any more; while it stops, everything is cut.
    server.faults.add({ match: { verb: "list" } }, { type: "hold" });
    const [finishing, finished] = [
      child.receive<BusyNews>((message) => message.finishing === true),
      child.receive<BusyNews>((message) => message.finished !== undefined),
    ];
    child.say({ do: "finish" });
    await finishing;
    server.cutConnections("reset");
    const counts = (await finished).finished;
    const { code, signal, output, errors } = await child.ended();
    expect({ code, signal, output, errors }).toEqual({ code: 0, signal: null, output: "", errors: "" });
    console.log(`figure: ${faults.length} faults, nothing unhandled: ${JSON.stringify(counts)}`);
    // It was busy, and much of it failed.
    expect(counts?.calls).toBeGreaterThan(15);
    expect(counts?.failed).toBeGreaterThan(20);
    expect(counts?.handlerErrors).toBeGreaterThanOrEqual(4);
  });

  for (const [what, message] of [
    ["rejection", "planted"],
    ["exception", "planted"],
    ["late", 'configmaps "missing" not found'],
  ] as const) {
    it(`ends with another code for a planted ${what === "late" ? "call without await" : what} (F-K2)`, async ({
      onTestFinished,
    }) => {
      const { child } = await begin(onTestFinished);
      child.say({ do: "plant", what });
      const { code, errors } = await child.ended();
      expect(code).not.toBe(0);
      expect(errors).toContain(message);
    });
  }
});

import { describe, expect, it } from "vitest";
import type { Answer, SeenRequest } from "../discovery/test-support/server.ts";
import { discoveryAnswer, resource, type Served } from "../discovery/test-support/served.ts";
import { FakeClock } from "../util/index.ts";
import { newClient } from "./client.ts";
import { serverPerTest } from "./test-support/serving.ts";
import { waitUntilServed } from "./wait-until-served.ts";

const serving = serverPerTest();
const served: Served = { "example.com": [{ version: "v1", resources: [resource("widgets", "Widget")] }] };
const yes = (type: string) => ({ type, status: "True" });

/** A definition with these conditions and versions, in a list. */
function definition(conditions: object[], versions: object[]): Answer {
  const item = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "widgets.example.com", uid: "u", resourceVersion: "1" },
    spec: { group: "example.com", names: { kind: "Widget", plural: "widgets" }, scope: "Namespaced", versions },
    status: { conditions },
  };
  return { body: { kind: "CustomResourceDefinitionList", metadata: { resourceVersion: "1" }, items: [item] } };
}

/** Waits to the end. Only its pauses pass at once; with `toLimit`, its time limit as well. */
async function waiting(list: Answer, discovery: (request: SeenRequest) => Answer, { toLimit = false } = {}) {
  const { server } = await serving((request) =>
    request.path.endsWith("/customresourcedefinitions")
      ? request.url.includes("watch=true")
        ? (response) => void response.writeHead(200, { "content-type": "application/json" }).flushHeaders()
        : list
      : discovery(request),
  );
  const clock = new FakeClock();
  const client = newClient({ host: server.url }, { clock });
  let ended = false;
  const outcome = waitUntilServed(client, "widgets.example.com", { timeoutMs: 5_000 })
    .catch((error: unknown) => error)
    .finally(() => {
      ended = true;
    });
  while (!ended) {
    if (toLimit || (clock.nextInMs ?? Number.POSITIVE_INFINITY) <= 100) await clock.advance(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await client.close();
  return { result: await outcome, server, clock };
}

describe("waiting until a definition is served", () => {
  it("asks discovery for every served version until it is found, and for no other", async () => {
    let asked = 0;
    const { result, server, clock } = await waiting(
      definition(
        [yes("Established"), yes("NamesAccepted")],
        [
          { name: "v1", served: true },
          { name: "v1alpha1", served: false },
        ],
      ),
      (request) => discoveryAnswer(++asked < 3 ? {} : served, request),
    );
    expect(result).toMatchObject({ kind: "CustomResourceDefinition" });
    expect(server.seen.slice(1).map(({ path }) => path)).toEqual(
      Array.from({ length: 3 }, () => "/apis/example.com/v1"),
    );
    expect(clock.pending).toBe(0);
  });

  it("fails at once when another definition has the names", async () => {
    const refused = { type: "NamesAccepted", status: "False", reason: "PluralConflict", message: "taken" };
    const { result, clock } = await waiting(definition([refused], []), (request) => discoveryAnswer(served, request));
    expect(result).toMatchObject({
      kind: "InvalidArgument",
      message: "the server does not accept the names of widgets.example.com: PluralConflict: taken",
    });
    expect([clock.monotonic() < 5_000, clock.pending]).toEqual([true, 0]);
  });

  it("says what was not served in time", async () => {
    for (const conditions of [[yes("NamesAccepted")], [yes("Established"), yes("NamesAccepted")]]) {
      const list = definition(conditions, [{ name: "v1", served: true }]);
      const { result } = await waiting(list, (request) => discoveryAnswer({}, request), { toLimit: true });
      expect(result).toMatchObject({
        kind: "Timeout",
        message: "the kind of widgets.example.com was not served within 5000 ms",
      });
    }
  });
});

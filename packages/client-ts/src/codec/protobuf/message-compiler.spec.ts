import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadProtobufTables } from "../../api/tables/index.ts";
import { ProtobufCodec } from "./protobuf-codec.ts";

const metadata = { name: "a", namespace: "shop", labels: { app: "web" } };

/** The functions that are made from text, by the name of the message that they read. */
let made: Map<string, string[]>;

beforeEach(() => {
  made = new Map();
  const Original = Function;
  vi.stubGlobal("Function", function note(...texts: string[]): unknown {
    const source = texts.at(-1)!;
    const name = /function read(\w+)/.exec(source)![1]!;
    made.set(name, [...(made.get(name) ?? []), source]);
    return new Original(...texts);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function reader(): Promise<(members: object, times: number) => void> {
  const codec = new ProtobufCodec(await loadProtobufTables());
  const plan = codec.planFor({ group: "", version: "v1", kind: "Pod" })!;
  return (members, times) => {
    const bytes = codec.encode({ kind: "Pod", apiVersion: "v1", metadata, ...members })!;
    const { start, end } = codec.envelopeOf(bytes);
    const expected = codec.decoder.interpret(plan, bytes, start, end);
    for (let n = 0; n < times; n++) {
      const object = codec.decoder.decode(plan, bytes, start, end);
      if (n < 5 || n === times - 1) expect(object).toStrictEqual(expected);
    }
  };
}

const count = (name: string): number => made.get(name)?.length ?? 0;

describe("a function that reads the messages of a kind", () => {
  it("is made with the sixteenth message, and not again for messages that it knows", async () => {
    const read = await reader();
    const spec = { nodeName: "n1", containers: [{ name: "c", resources: {} }] };
    read({ spec, status: {} }, 15);
    expect(made.size).toBe(0);
    read({ spec, status: {} }, 1);
    expect([...made.keys()]).toEqual(["Pod"]);
    // Messages inside of it are counted from then on.
    read({ spec, status: {} }, 15);
    expect([...made.keys()]).toEqual(["Pod"]);
    read({ spec, status: {} }, 1);
    expect(new Set(made.keys())).toEqual(new Set(["Pod", "ObjectMeta", "PodSpec", "PodStatus"]));
    read({ spec, status: {} }, 2_000);
    for (const [name, sources] of made) expect(sources, name).toHaveLength(1);
    expect(count("Container")).toBe(1);
  });

  it("is made again after 64 and after 512 messages that it did not know, and then stays", async () => {
    const read = await reader();
    const spec = (more: object): object => ({ spec: { containers: [], ...more } });
    const known = { nodeName: "n1" };
    read(spec(known), 32);
    expect([count("Pod"), count("PodSpec")]).toEqual([1, 1]);
    read(spec({ hostname: "h" }), 63);
    expect(count("PodSpec")).toBe(1);
    read(spec({ hostname: "h" }), 1);
    expect([count("Pod"), count("PodSpec")]).toEqual([1, 2]);
    // Both shapes are known now.
    read(spec({ hostname: "h" }), 600);
    read(spec(known), 600);
    expect(count("PodSpec")).toBe(2);
    read(spec({ subdomain: "s" }), 511);
    expect(count("PodSpec")).toBe(2);
    read(spec({ subdomain: "s" }), 1);
    expect(count("PodSpec")).toBe(3);
    read(spec({ schedulerName: "s" }), 2_000);
    expect(count("PodSpec")).toBe(3);
  });

  it("knows the fields that were seen, and builds the shapes that come often in one piece", async () => {
    const read = await reader();
    const spec = (more: object): object => ({ spec: { containers: [], ...more } });
    read(spec({ nodeName: "n1" }), 16);
    read(spec({ nodeName: "n1" }), 14);
    read(spec({ hostname: "h" }), 2);
    const [first] = made.get("PodSpec")!;
    for (const field of ["nodeName", "hostname", "containers"]) expect(first).toContain(`"${field}":`);
    expect(first).not.toContain("subdomain");
    // One literal for each of the two shapes.
    const literals = first!.split("\n").filter((line) => line.startsWith("if(m0==="));
    expect(literals).toHaveLength(2);
    expect(literals[0]).toContain('"nodeName":');
    expect(literals[0]).not.toContain('"hostname":');
    expect(literals[1]).toContain('"hostname":');
    expect(literals[1]).not.toContain('"nodeName":');
  });

  it("has no piece for shapes that are rare since the last compilation, and at most eight pieces", async () => {
    const read = await reader();
    const names = ["hostname", "subdomain", "schedulerName", "nodeName", "serviceAccountName", "restartPolicy"];
    const more = ["dnsPolicy", "priorityClassName", "preemptionPolicy", "runtimeClassName"];
    read({ spec: { containers: [] } }, 16);
    // Ten shapes, one of them more often than the others.
    for (const name of [...names, ...more]) read({ spec: { containers: [], [name]: "x" } }, 1);
    read({ spec: { containers: [], subdomain: "x" } }, 6);
    const literals = (): string[] =>
      made
        .get("PodSpec")!
        .at(-1)!
        .split("\n")
        .filter((line) => line.startsWith("if(m0==="));
    expect(count("PodSpec")).toBe(1);
    expect(literals()).toHaveLength(8);
    expect(literals()[0]).toContain('"subdomain":');

    const other = await reader();
    made.clear();
    other({ spec: { containers: [] } }, 32);
    // Of the next 64 messages a shape has to be four.
    other({ spec: { containers: [], hostname: "x" } }, 3);
    other({ spec: { containers: [], subdomain: "x" } }, 4);
    other({ spec: { containers: [], nodeName: "x" } }, 57);
    expect(count("PodSpec")).toBe(2);
    const shapes = literals().map((line) =>
      ["hostname", "subdomain", "nodeName"].filter((name) => line.includes(name)),
    );
    expect(shapes).toEqual([[], ["nodeName"], ["subdomain"]]);
  });

  it("is made at once for all fields when asked, once for each message", async () => {
    const codec = new ProtobufCodec(await loadProtobufTables());
    const plan = codec.planFor({ group: "", version: "v1", kind: "Pod" })!;
    codec.decoder.compile(plan);
    expect(count("Pod")).toBe(1);
    expect(made.get("PodSpec")![0]).toContain("subdomain");
    expect(made.size).toBeGreaterThan(50);
    expect([...made.values()].every((sources) => sources.length === 1)).toBe(true);
    const before = made.size;
    codec.decoder.compile(plan);
    expect([made.size, count("Pod")]).toEqual([before, 1]);
  });

  it("passes an error on that is not about code from text", async () => {
    vi.stubGlobal("Function", function refuse(): never {
      throw new TypeError("another");
    });
    const codec = new ProtobufCodec(await loadProtobufTables());
    const plan = codec.planFor({ group: "", version: "v1", kind: "Pod" })!;
    expect(() => codec.decoder.compile(plan)).toThrow("another");
  });
});

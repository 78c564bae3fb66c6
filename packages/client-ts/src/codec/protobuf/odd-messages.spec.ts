import { beforeAll, describe, expect, it } from "vitest";
import { loadProtobufTables } from "../../api/tables/index.ts";
import type { Entry } from "../entry.ts";
import { fieldOf } from "../field-path.ts";
import { bodyOf } from "../test-support/bodies.ts";
import { writeEnvelope, writeWatchFrame } from "./envelope.ts";
import type { MessagePlan } from "./message-plan.ts";
import { ProtobufCodec } from "./protobuf-codec.ts";
import type { WireWriter } from "./wire-writer.ts";
import { written } from "../test-support/messages.ts";

const Pod = { group: "", version: "v1", kind: "Pod" };

/** The number of a field, along a path of JSON names from a message. */
function numberOf(plan: MessagePlan, ...path: string[]): number {
  const field = plan.byName.get(path[0]!)!;
  return path.length === 1 ? field.number : numberOf(field.plan, ...path.slice(1));
}

const message = (number: number, content: Buffer) => (writer: WireWriter) => writer.bytes(number, content);
const text = (number: number, value: string) => (writer: WireWriter) => writer.text(number, value);

describe.each(["interpreted", "compiled", "compiled for what came before"])(
  "messages as protobuf allows them and Go does not write them, %s",
  (how) => {
    let codec: ProtobufCodec;
    let plan: MessagePlan;

    beforeAll(async () => {
      codec = new ProtobufCodec(await loadProtobufTables());
      plan = codec.planFor(Pod)!;
      if (how === "compiled") codec.decoder.compile(plan);
      if (how !== "compiled for what came before") return;
      const metadata = { name: "a", labels: { app: "web" } };
      const spec = { nodeName: "n1", containers: [], securityContext: { supplementalGroups: [1, 2] } };
      const bytes = codec.encode({ kind: "Pod", apiVersion: "v1", metadata, spec })!;
      for (let n = 0; n < 200; n++) codec.decode(bytes);
    });

    const decode = (bytes: Buffer): unknown => codec.decoder.decode(plan, bytes, 0, bytes.length);
    /** The members of a message that are there; one that is there and undefined counts. */
    const shown = (bytes: Buffer, ...path: string[]): unknown => {
      const found = fieldOf(decode(bytes), path);
      // What is read alone is the same.
      expect(codec.decoder.field(plan, bytes, 0, bytes.length, path)).toStrictEqual(found);
      return found;
    };
    const spec = (...parts: Parameters<typeof written>) => message(numberOf(plan, "spec"), written(...parts));
    const metadata = (...parts: Parameters<typeof written>) => message(numberOf(plan, "metadata"), written(...parts));

    it("take the last value of a field that comes twice, also when that is nothing", () => {
      const nodeName = numberOf(plan, "spec", "nodeName");
      expect(shown(written(spec(text(nodeName, "n1"), text(nodeName, "n2"))), "spec", "nodeName")).toBe("n2");
      // Beside it stands what came with it before.
      const context = numberOf(plan, "spec", "securityContext");
      const groups = numberOf(plan, "spec", "securityContext", "supplementalGroups");
      const others = message(
        context,
        written((writer) => writer.integer(groups, 1)),
      );
      for (const parts of [[], [others]]) {
        const emptied = written(spec(...parts, text(nodeName, "n1"), text(nodeName, "")));
        expect(Object.keys(shown(emptied, "spec") as object)).not.toContain("nodeName");
      }
    });

    it("take the last of a message that comes twice", () => {
      const nodeName = numberOf(plan, "spec", "nodeName");
      const bytes = written(spec(text(nodeName, "n1")), spec(text(nodeName, "n2")));
      expect(shown(bytes, "spec", "nodeName")).toBe("n2");
      const second = written(spec(text(nodeName, "n1")), spec());
      expect(shown(second, "spec", "nodeName")).toBeUndefined();
    });

    it("take an entry of a map that has only a key for one with an empty value, and one without a key too", () => {
      const labels = numberOf(plan, "metadata", "labels");
      const bytes = written(
        metadata(
          message(labels, written(text(1, "key"))),
          message(labels, written(text(2, "value"))),
          message(labels, written(text(2, "late"), text(1, "swapped"))),
        ),
      );
      expect(shown(bytes, "metadata", "labels")).toStrictEqual({ key: "", "": "value", swapped: "late" });
    });

    it("take the numbers of a list one by one, as one value, and mixed", () => {
      const context = numberOf(plan, "spec", "securityContext");
      const groups = numberOf(plan, "spec", "securityContext", "supplementalGroups");
      const packed = written((writer) => {
        writer.varint(300);
        writer.varint(1);
      });
      const bytes = written(
        spec(
          message(
            context,
            written(message(groups, packed), (writer) => writer.integer(groups, 7)),
          ),
        ),
      );
      expect(shown(bytes, "spec", "securityContext", "supplementalGroups")).toStrictEqual([1, 300, 7]);
    });

    it("are refused, or read, as field by field, wherever they are cut off", () => {
      const labels = { app: "web" };
      const containers = [{ name: "c", image: "nginx", ports: [{ containerPort: 8080 }] }];
      const pod = {
        kind: "Pod",
        apiVersion: "v1",
        metadata: { name: "a", labels, generation: 300 },
        spec: { nodeName: "n1", containers, priority: 1_000_000, terminationGracePeriodSeconds: 300 },
      };
      const bytes = codec.encode(pod)!;
      const { start, end } = codec.envelopeOf(bytes);
      const outcome = (read: () => unknown): unknown => {
        try {
          return read();
        } catch (error) {
          return (error as Error).name;
        }
      };
      let refused = 0;
      for (let stop = start; stop <= end; stop++) {
        const expected = outcome(() => codec.decoder.interpret(plan, bytes, start, stop));
        if (expected === "WireError") refused++;
        expect(
          outcome(() => codec.decoder.decode(plan, bytes, start, stop)),
          `cut at ${stop}`,
        ).toStrictEqual(expected);
      }
      expect(refused).toBeGreaterThan(100);
    });

    it("skip fields that they do not know, wherever they stand", () => {
      const name = numberOf(plan, "metadata", "name");
      const unknown = [
        (writer: WireWriter) => writer.integer(1_900, 5),
        (writer: WireWriter) => writer.double(1_901, 1.5),
        (writer: WireWriter) => writer.float(1_902, 1.5),
        text(1_903, "more"),
      ];
      for (const one of unknown)
        expect(shown(written(one, metadata(one, text(name, "a"), one), one), "metadata", "name")).toBe("a");
    });
  },
);

describe("kinds in protobuf", () => {
  it("are known by their group; only options and the like belong to every group", async () => {
    const codec = new ProtobufCodec(await loadProtobufTables());
    expect(codec.planFor(Pod)).toBeDefined();
    expect(codec.planFor({ group: "apps", version: "v1", kind: "Pod" })).toBeUndefined();
    expect(codec.planFor({ group: "", version: "v2", kind: "Pod" })).toBeUndefined();
    expect(codec.planFor({ group: "apps", version: "v1", kind: "DeleteOptions" })).toBe(
      codec.planFor({ group: "", version: "v1", kind: "DeleteOptions" }),
    );
  });

  it("have the keys of their maps in the order of UTF-8, as Go writes them", async () => {
    const codec = new ProtobufCodec(await loadProtobufTables());
    const [first, second] = ["\uffff", "\u{10000}"];
    const map = { kind: "ConfigMap", apiVersion: "v1", data: { [second!]: "2", [first!]: "1", a: "0" } };
    const bytes = codec.encode(map)!;
    const places = ["a", first!, second!].map((key) => bytes.lastIndexOf(Buffer.from(key)));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(codec.decode(bytes)["data"]).toEqual(map.data);
  });
});

describe("metadata that comes twice", () => {
  it("gives the entry the identity of the last, and nothing of the first", async () => {
    const codec = new ProtobufCodec(await loadProtobufTables());
    const object = written(
      message(
        1,
        written(
          text(1, "first"),
          text(3, "shop"),
          text(5, "u-1"),
          text(6, "1"),
          message(17, written(text(1, "kubelet"))),
        ),
      ),
      message(1, written(text(1, "last"), text(6, "2"))),
    );
    const entries: Entry<{ metadata: object }>[] = [];
    await codec.readWatch<{ metadata: object }>(bodyOf(writeWatchFrame("ADDED", writeEnvelope("v1", "Pod", object))), {
      onEvent: (_type, entry) => void entries.push(entry),
    });
    const [entry] = entries;
    expect([entry?.key, entry?.uid, entry?.resourceVersion]).toEqual(["last", "", "2"]);
    expect(entry?.meta).toEqual({ name: "last", resourceVersion: "2" });
    expect(entry?.object.metadata).toEqual({ name: "last", resourceVersion: "2" });
  });
});

import { InvalidArgumentError } from "client-ts/errors";
import {
  compareResourceVersion,
  isDnsLabel,
  isLabelKey,
  isLabelValue,
  type KubeObject,
  type ManagedFieldsEntry,
  upgradeManagedFields,
} from "client-ts/meta";
import { isDnsSubdomain } from "client-ts/internal";
import { isDns1035Label } from "client-ts/internal";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compare, sample } from "./meta-compare.ts";
import { hasGo } from "./go-program.ts";
import { buildGoReference, type GoQuestion, type GoReference } from "./meta-go.ts";

describe.skipIf(!hasGo())("names, versions and managed fields compared with Kubernetes' Go packages", () => {
  let reference: GoReference;

  beforeAll(async () => {
    reference = await buildGoReference();
  }, 600_000);

  afterAll(() => reference?.close());

  it("agrees on 5,000 names: labels, subdomains, label keys and values", async () => {
    const part = fc.constantFrom(
      "a",
      "b",
      "Z",
      "0",
      "9",
      "-",
      ".",
      "_",
      "/",
      "é",
      " ",
      "x".repeat(31),
      "y".repeat(63),
      "z.".repeat(60),
      "w".repeat(253),
    );
    const questions = sample(fc.array(part, { maxLength: 5 }), 5_000, 201).map(
      (parts): GoQuestion => ({ op: "names", text: parts.join("") }),
    );
    await compare(reference, questions, ({ text = "" }) => ({
      label: isDnsLabel(text),
      label1035: isDns1035Label(text),
      subdomain: isDnsSubdomain(text),
      key: isLabelKey(text),
      value: isLabelValue(text),
    }));
  });

  it("agrees on 2,000 pairs of resource versions", async () => {
    const number = fc.bigInt({ min: 0n, max: 10n ** 25n }).map(String);
    const version = fc.oneof(
      number,
      fc.constantFrom("", "0", "1", "2", "10", "01", "-1", "x", "9223372036854775808", "1 "),
    );
    const questions = sample(fc.tuple(version, version), 2_000, 202).map(
      ([text, other]): GoQuestion => ({ op: "version", text, other }),
    );
    const counts = await compare(reference, questions, ({ text, other }) => {
      const order = compareResourceVersion(text!, other!);
      if (order === undefined) throw new InvalidArgumentError("not comparable");
      return order;
    });
    expect(counts.answered).toBeGreaterThan(300);
    expect(counts.refused).toBeGreaterThan(300);
  });

  it("agrees on 3,000 upgrades of managed fields (B499)", async () => {
    const name = fc.constantFrom("f:a", "f:b", 'k:{"name":"x"}', 'k:{"port":80,"name":"x"}', 'v:"t"', "i:1", ".");
    const { fields } = fc.letrec<{ fields: object }>((tie) => ({
      fields: fc.dictionary(name, fc.oneof({ maxDepth: 3 }, fc.constant({}), tie("fields")), {
        maxKeys: 3,
        noNullPrototype: true,
      }),
    }));
    const entry = fc.record({
      manager: fc.constantFrom("csa", "ssa", "other"),
      operation: fc.constantFrom("Apply", "Update"),
      apiVersion: fc.constantFrom("v1", "v2"),
      fieldsType: fc.constant("FieldsV1"),
      fieldsV1: fields.map((set) => withoutDotValues(set)),
      subresource: fc.constantFrom(undefined, undefined, "status"),
    });
    const entries = fc.array(entry, { maxLength: 4 });
    const questions = sample(fc.tuple(entries, fc.constantFrom("", "", "status")), 3_000, 203).map(
      ([managedFields, kind]): GoQuestion => ({
        op: "upgrade",
        text: "csa",
        other: "ssa",
        kind,
        original: { apiVersion: "v1", kind: "X", metadata: { name: "x", managedFields } },
      }),
    );
    const counts = await compare(reference, questions, ({ kind, original }) => {
      const object = JSON.parse(JSON.stringify(original)) as KubeObject;
      upgradeManagedFields(object, ["csa"], "ssa", { subresource: kind! });
      return { ...object.metadata, managedFields: object.metadata?.managedFields?.map(plain) };
    });
    expect(counts.answered).toBeGreaterThan(2_000);
  });
});

/** The member `"."` never holds anything. */
function withoutDotValues(set: object): object {
  return Object.fromEntries(
    Object.entries(set).map(([key, value]) => [key, key === "." ? {} : withoutDotValues(value as object)]),
  );
}

function plain(entry: ManagedFieldsEntry): ManagedFieldsEntry {
  return JSON.parse(JSON.stringify(entry)) as ManagedFieldsEntry;
}

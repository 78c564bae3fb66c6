import {
  applyStrategicMergePatch,
  newStrategicMergePatch,
  deepEqual,
  parseFieldSelector,
  parseJsonPath,
  parseQuantity,
  parseSelector,
} from "client-ts/meta";
import { formatDurationNs, parseDurationNs } from "client-ts/internal";
import { loadSchemas } from "client-ts/api/tables";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CaseMaker } from "./case-maker.ts";
import { compare, ours, sample } from "./meta-compare.ts";
import { hasGo } from "./go-program.ts";
import { buildGoReference, type GoQuestion, type GoReference } from "./meta-go.ts";

const go = hasGo();
if (!go) console.log("skipped: the comparison of client-ts/meta with Kubernetes' Go packages needs `go` on the PATH");

describe.skipIf(!go)("client-ts/meta compared with Kubernetes' Go packages", () => {
  let reference: GoReference;

  beforeAll(async () => {
    reference = await buildGoReference();
  }, 600_000);

  afterAll(() => reference?.close());

  it("agrees on 6,000 label selectors: what parses, its canonical text, what it matches", async () => {
    const key = fc.constantFrom("a", "b", "c", "x.io/d", "in", "notin", "-bad", "a/b/c", "UPPER", "é");
    const value = fc.constantFrom("", "1", "2", "10", "x", "in", "-x", "a.b", "9223372036854775808", "007");
    const blank = fc.constantFrom("", "", " ", "\t");
    const values = fc.array(value, { maxLength: 3 }).map((list) => `(${list.join(",")})`);
    const term = fc.oneof(
      fc.tuple(key, blank, fc.constantFrom("=", "==", "!=", ">", "<"), blank, value),
      fc.tuple(key, fc.constantFrom(" in ", " notin ", " in"), values),
      fc.tuple(fc.constantFrom("", "!", "! "), key),
    );
    const sensible = fc.array(term, { maxLength: 4 }).map((terms) => terms.map((parts) => parts.join("")).join(","));
    const wild = fc.array(
      fc.constantFrom(
        "a",
        "b",
        "1",
        "=",
        "==",
        "!=",
        "!",
        "(",
        ")",
        ",",
        ">",
        "<",
        " ",
        "in",
        " in ",
        " notin ",
        "-",
        "é",
      ),
      { maxLength: 9 },
    );
    const labels = fc.dictionary(
      fc.constantFrom("a", "b", "c", "x.io/d", "in"),
      fc.constantFrom("", "1", "5", "x", "-7", "in"),
      {
        noNullPrototype: true,
      },
    );
    const text = fc.oneof(
      { arbitrary: sensible, weight: 2 },
      { arbitrary: wild.map((parts) => parts.join("")), weight: 1 },
    );
    const questions = sample(fc.tuple(text, labels), 6_000, 101).map(
      ([t, l]): GoQuestion => ({ op: "selector", text: t, labels: l }),
    );
    const counts = await compare(reference, questions, ({ text: t, labels: l }) => {
      const selector = parseSelector(t!);
      return { text: selector.toString(), matches: selector.matches(l) };
    });
    expect(counts.answered).toBeGreaterThan(1_000);
    expect(counts.refused).toBeGreaterThan(1_000);
  });

  it("agrees on 3,000 field selectors", async () => {
    const part = fc.constantFrom("a", "b", "metadata.name", "=", "==", "!=", ",", "\\", "\\,", "\\=", "x", "", "!");
    const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(""));
    const labels = fc.dictionary(fc.constantFrom("a", "b", "metadata.name"), fc.constantFrom("", "a", "x", ","), {
      noNullPrototype: true,
    });
    const questions = sample(fc.tuple(text, labels), 3_000, 102).map(
      ([t, l]): GoQuestion => ({ op: "fields", text: t, labels: l }),
    );
    const counts = await compare(reference, questions, ({ text: t, labels: l }) => ({
      matches: parseFieldSelector(t!).matches(l!),
    }));
    expect(counts.answered).toBeGreaterThan(500);
  });

  it("agrees on 10,000 quantities: what parses, its text, comparison, sum and difference", async () => {
    const suffix = fc.constantFrom(
      "",
      "n",
      "u",
      "m",
      "k",
      "M",
      "G",
      "T",
      "P",
      "E",
      "Ki",
      "Mi",
      "Gi",
      "Ti",
      "Pi",
      "Ei",
      "e3",
      "E-2",
      "e+1",
      "e0",
      "e-12",
      "i",
      "x",
      "e",
    );
    const number = fc.oneof(
      fc.tuple(
        fc.constantFrom("", "", "-", "+"),
        fc.nat({ max: 5_000 }),
        fc.constantFrom("", "", ".", ".5", ".25", ".000", ".0001", ".123456789", ".1234567891"),
      ),
      fc.tuple(
        fc.constantFrom("", "-"),
        fc.bigInt({ min: 0n, max: 10n ** 17n }),
        fc.constantFrom("", ".5", ".000000001"),
      ),
      fc.tuple(
        fc.constantFrom(
          "0",
          "00",
          "1024",
          "1000",
          "2048",
          "1000000",
          "8",
          "",
          ".",
          "-",
          "+",
          "1048576",
          "1e",
          "9999999999999999",
        ),
      ),
    );
    const text = fc.tuple(number, suffix).map(([parts, end]) => parts.join("") + end);
    const huge = 10n ** 21n * 10n ** 9n;
    const questions = sample(fc.tuple(text, text), 10_000, 103)
      .map(([t, o]): GoQuestion => ({ op: "quantity", text: t, other: o }))
      // Go drops the suffix of decimal quantities from 1000E on, and of binary ones from 1024Ei on, and so writes
      // another amount. We keep it.
      .filter(({ text: t, other: o }) => {
        const [left, right] = [ours(() => parseQuantity(t!).nanos), ours(() => parseQuantity(o!).nanos)].map(
          ({ value }) => (value ?? 0n) as bigint,
        );
        return [left!, right!, left! + right!, left! - right!].every((nanos) => nanos < huge && nanos > -huge);
      });
    const counts = await compare(reference, questions, ({ text: t, other: o }) => {
      const [left, right] = [parseQuantity(t!), parseQuantity(o!)];
      return {
        text: left.toString(),
        format: left.format,
        compare: left.compare(right),
        sum: left.add(right).toString(),
        difference: left.sub(right).toString(),
      };
    });
    expect(counts.answered).toBeGreaterThan(5_000);
    expect(counts.refused).toBeGreaterThan(500);
  });

  it("agrees on 3,000 durations", async () => {
    const unit = fc.constantFrom("ns", "us", "µs", "μs", "ms", "s", "m", "h", "d", "", "S");
    const number = fc.oneof(
      fc.nat({ max: 1_000 }).map(String),
      fc.stringMatching(/^[0-9]{0,3}\.[0-9]{0,22}$/),
      fc.constantFrom("", "9223372036854775807", "2562047"),
    );
    const text = fc
      .tuple(fc.constantFrom("", "", "-", "+"), fc.array(fc.tuple(number, unit), { maxLength: 3 }))
      .map(([sign, parts]) => sign + parts.flat().join(""));
    const questions = sample(text, 3_000, 104).map((t): GoQuestion => ({ op: "duration", text: t }));
    const counts = await compare(reference, questions, ({ text: t }) => {
      const ns = parseDurationNs(t!);
      return { ns: String(ns), text: formatDurationNs(ns) };
    });
    expect(counts.answered).toBeGreaterThan(500);
  });

  const kinds: [string, string, string][] = [
    ["", "v1", "Pod"],
    ["", "v1", "Service"],
    ["", "v1", "Node"],
    ["", "v1", "ServiceAccount"],
    ["apps", "v1", "Deployment"],
    ["apps", "v1", "StatefulSet"],
    ["apps", "v1", "DaemonSet"],
    ["batch", "v1", "CronJob"],
    ["networking.k8s.io", "v1", "Ingress"],
  ];

  it("agrees on 4,500 strategic merge patches of nine built-in kinds, directives included (F-J11)", async () => {
    const schemas = await loadSchemas();
    const structs = new Map(kinds.map(([group, version, kind]) => [kind, schemas.root(group, version, kind)!]));
    const questions = sample(fc.integer(), 4_500, 105).map((seed, i): GoQuestion => {
      const kind = kinds[i % kinds.length]![2];
      const maker = new CaseMaker(schemas, seed);
      const original = maker.object(structs.get(kind)!, 6);
      return { op: "strategic", kind, original, patch: maker.patch(structs.get(kind)!, original, 6) };
    });
    const counts = await compare(reference, questions, ({ kind, original, patch }) =>
      applyStrategicMergePatch(original as object, patch as object, { schemas, struct: structs.get(kind!)! }),
    );
    expect(counts.answered).toBeGreaterThan(1_000);
    expect(counts.refused).toBeGreaterThan(300);
  });

  it("makes the same strategic merge patches as Go from 3,600 pairs of states", async () => {
    const schemas = await loadSchemas();
    const structs = new Map(kinds.map(([group, version, kind]) => [kind, schemas.root(group, version, kind)!]));
    const questions = sample(fc.integer(), 3_600, 108).map((seed, i): GoQuestion => {
      const kind = kinds[i % kinds.length]![2];
      const maker = new CaseMaker(schemas, seed);
      return {
        op: "strategic-create",
        kind,
        original: maker.object(structs.get(kind)!, 6),
        patch: maker.object(structs.get(kind)!, 6),
      };
    });
    const theirs = await reference.ask(questions);
    const different = questions.flatMap(({ kind, original, patch }, i) => {
      const mine = ours(() =>
        newStrategicMergePatch(original as object, patch as object, { schemas, struct: structs.get(kind!)! }),
      );
      const go = theirs[i]!;
      const agrees =
        go.error !== undefined
          ? mine.error !== undefined
          : mine.error === undefined && deepEqual(unordered(mine.value), unordered(go.value));
      return agrees ? [] : [JSON.stringify({ kind, original, patch, go, mine })];
    });
    expect(different.slice(0, 3).join("\n"), `${different.length} of ${questions.length} differ`).toBe("");
    expect(theirs.filter(({ error }) => error === undefined).length).toBeGreaterThan(1_000);
  });

  it("makes strategic merge patches that Go applies to the state they were made for", async () => {
    const schemas = await loadSchemas();
    const structs = new Map(kinds.map(([group, version, kind]) => [kind, schemas.root(group, version, kind)!]));
    const targets: object[] = [];
    const questions = sample(fc.integer(), 1_800, 106).map((seed, i): GoQuestion => {
      const kind = kinds[i % kinds.length]![2];
      const struct = structs.get(kind)!;
      const maker = new CaseMaker(schemas, seed);
      const original = maker.object(struct, 6);
      const target = maker.object(struct, 6);
      const made = ours(() => newStrategicMergePatch(original, target, { schemas, struct }));
      targets.push(target);
      return { op: "strategic", kind, original, patch: made.value ?? { $patch: 0 } };
    });
    const answers = await reference.ask(questions);
    const wrong = answers.flatMap((answer, i) => {
      if (deepEqual(answer.value, targets[i])) return [];
      return questions[i]!.patch && Object.hasOwn(questions[i]!.patch as object, "$patch")
        ? []
        : [JSON.stringify({ question: questions[i], answer, target: targets[i] })];
    });
    const made = questions.filter(({ patch }) => !Object.hasOwn(patch as object, "$patch")).length;
    expect(wrong.slice(0, 2).join("\n"), `${wrong.length} of ${made} lead elsewhere`).toBe("");
    expect(made).toBeGreaterThan(1_000);
  });

  it("agrees on 8,000 jsonpath templates (B498)", async () => {
    const data = {
      kind: "List",
      items: [
        { name: "a", n: 1, f: 1.5, ok: true, tags: ["x", "y"], one: { deep: [1, 2, 3] } },
        { name: "b", n: 2, f: 2.5, ok: false, tags: [], none: null },
        { name: "c", n: 3, f: 1e21, ok: true, tags: ["<&>"], one: { deep: [{ name: "z" }] } },
      ],
      numbers: [0, 1, 2, 3, 4],
      empty: [],
      "a.b/c": "dotted",
    };
    const field = fc.constantFrom(
      ".items",
      ".numbers",
      ".kind",
      ".name",
      ".n",
      ".f",
      ".ok",
      ".tags",
      ".one",
      ".deep",
      ".none",
      ".empty",
      ".missing",
      "['items']",
      "['name']",
      ".a\\.b/c",
      "['a\\.b/c']",
    );
    const index = fc.constantFrom(
      "[0]",
      "[1]",
      "[-1]",
      "[5]",
      "[*]",
      "[0:2]",
      "[:2]",
      "[1:]",
      "[-2:]",
      "[::2]",
      "[1:3:1]",
      "[0,1]",
      "[0,-1]",
      "['name','n']",
      "[2:1]",
      "[1:1]",
      "[]",
      "[::0]",
      "[-9]",
      "[a]",
    );
    const operator = fc.constantFrom("==", "!=", "<", "<=", ">", ">=", " == ", "<>", "=");
    const operand = fc.constantFrom("1", "2", "1.5", "'a'", '"b"', "true", "@.n", "@.name", "-1", "'x)'", "@");
    const filter = fc.oneof(
      fc
        .tuple(fc.constantFrom("@.n", "@.name", "@", "@.ok", "@.f", "@.missing", "@.one", "@.none"), operator, operand)
        .map((parts) => `[?(${parts.join("")})]`),
      fc.constantFrom("[?(@.one)]", "[?(@.missing)]", "[?(@.none)]", "[?(@.tags[0])]", "[?(@.one.deep[2])]"),
    );
    const step = fc.oneof(
      { arbitrary: field, weight: 4 },
      { arbitrary: index, weight: 3 },
      { arbitrary: filter, weight: 1 },
      { arbitrary: fc.constantFrom("..name", "..", ".*", "@", "$"), weight: 1 },
    );
    const path = fc
      .tuple(
        fc.constantFrom(".items", ".items[*]", ".numbers", ".items[?(@.n>1)]", "", "$", "@"),
        fc.array(step, { maxLength: 3 }),
      )
      .map(([start, steps]) => start + steps.join(""));
    const action = fc.oneof(
      { arbitrary: path.map((text) => `{${text}}`), weight: 6 },
      { arbitrary: path.map((text) => `{range ${text}}`), weight: 1 },
      {
        arbitrary: fc.constantFrom(
          "{end}",
          "{'\\n'}",
          '{"\\t"}',
          " text ",
          "{5}",
          "{true}",
          "{1.50}",
          "{range .items[*]}{.name}{','}{end}",
          "{hello}",
          "{'it\\'s'}",
        ),
        weight: 3,
      },
    );
    const wild = fc.array(
      fc.constantFrom(
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        "?",
        ".",
        "..",
        "@",
        "'",
        '"',
        "\\",
        "*",
        ":",
        ",",
        "=",
        "a",
        "items",
        "1",
        " ",
        "-",
        "range ",
        "end",
      ),
      { maxLength: 12, size: "max" },
    );
    const template = fc.oneof(
      { arbitrary: fc.array(action, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("")), weight: 4 },
      { arbitrary: wild.map((parts) => parts.join("")), weight: 1 },
    );
    const settings = fc.tuple(fc.boolean(), fc.constantFrom("text" as const, "text" as const, "json" as const));
    const questions = sample(fc.tuple(template, settings), 8_000, 107).map(
      ([text, [missing, output]]): GoQuestion => ({ op: "jsonpath", text, original: data, missing, output }),
    );
    // Go walks the members of an object in no particular order: compare what was printed, not in which order.
    const theirs = await reference.ask(questions);
    const letters = (text: unknown): string => [...String(text)].sort().join("");
    let answered = 0;
    const different = questions.flatMap((question, i) => {
      const mine = ours(() =>
        parseJsonPath(question.text!, { allowMissingKeys: question.missing!, output: question.output! }).print(data),
      );
      const [a, b] = [theirs[i]!, mine];
      // What a slice makes of the members of an object depends on which comes first, and Go shuffles them.
      if (/(\.\*|\.\.)[^{}]*\[/.test(question.text!)) return [];
      // Where Go panics on a template without a value to work on, either answer will do.
      if (a.error?.startsWith("panic:")) return [];
      if (a.error === undefined) answered++;
      const unordered = /\.\.|\*/.test(question.text!);
      const agrees =
        a.error !== undefined
          ? b.error !== undefined
          : b.error === undefined && (unordered ? letters(a.value) === letters(b.value) : a.value === b.value);
      return agrees
        ? []
        : [
            JSON.stringify({
              text: question.text,
              missing: question.missing,
              output: question.output,
              theirs: a,
              mine: b,
            }),
          ];
    });
    expect(different.slice(0, 5).join("\n"), `${different.length} of ${questions.length} differ`).toBe("");
    expect(answered).toBeGreaterThan(2_000);
    expect(questions.length - answered).toBeGreaterThan(1_000);
  });
});

/**
 * A patch without the order of lists of values. Go sorts such a list before it asks whether the order changed, so that
 * it misses a new order and sees one where there is none; what the next test shows is that our patches lead where they
 * should.
 */
function unordered(patch: unknown): unknown {
  if (Array.isArray(patch)) return patch.map(unordered);
  if (typeof patch !== "object" || patch === null) return patch;
  const members = Object.entries(patch).filter(
    ([key, value]) =>
      !(key.startsWith("$setElementOrder/") && (value as unknown[]).every((element) => typeof element !== "object")),
  );
  const plain = Object.fromEntries(members.map(([key, value]) => [key, unordered(value)]));
  return Object.keys(plain).length === 0 && Object.keys(patch).length > 0 ? undefined : plain;
}

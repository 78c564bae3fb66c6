import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPlainYaml } from "./plain-yaml.ts";
import { readYaml, readYamlWithPackage, resolvePlain, writeYaml } from "./yaml.ts";

const kubectl = `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: LS0tLS1CRUdJTg==
    server: https://10.0.0.1:6443
  name: shop
contexts:
- context:
    cluster: shop
    namespace: "123"
    user: system:admin
  name: shop
current-context: shop
kind: Config
preferences: {}
users:
- name: system:admin
  user:
    exec:
      apiVersion: client.authentication.k8s.io/v1
      args:
      - get-token
      - '--cluster'
      command: aws
      env: null
      interactiveMode: IfAvailable
      provideClusterInfo: false
`;

describe("plain YAML", () => {
  it("is read as the package reads it, for a file that kubectl wrote", async () => {
    const read = readPlainYaml(kubectl, resolvePlain);
    expect(read).toEqual(await readYamlWithPackage(kubectl, "a file"));
    expect(read).toMatchObject({
      contexts: [{ context: { namespace: "123", user: "system:admin" } }],
      preferences: {},
    });
    expect(await readYaml(kubectl, "a file")).toEqual(read);
  });

  it("is what we write ourselves", async () => {
    const config = { clusters: [{ name: "a", cluster: { server: "https://a:1" } }], users: [], "current-context": "a" };
    expect(readPlainYaml(await writeYaml(config), resolvePlain)).toEqual(config);
  });

  it.each([
    ["nothing", ""],
    ["a comment", "a: b # c"],
    ["a comment of its own line", "# c\na: b"],
    ["an anchor", "a: &x b\nc: *x"],
    ["a tag", "a: !!str 1"],
    ["a merge key", "<<: b"],
    ["text over several lines", "a: |\n  b\n"],
    ["a plain scalar over several lines", "a: b\n  c"],
    ["an escape", 'a: "b\\n"'],
    ["a key twice", "a: 1\na: 2"],
    ["a key that is not text", "yes: 1"],
    ["a flow map", "a: { b: c }"],
    ["a tab", "a:\n\tb: c"],
    ["a carriage return", "a: b\r\nc: d"],
    ["a character outside of ASCII", "a: ü"],
    ["two documents", "a: b\n---\nc: d"],
    ["a wrong indentation", "a:\n    b: c\n  d: e"],
    ["a value with its own key", "a: b: c"],
    ["a dash alone", "-\n  a: b"],
    ["a deep nesting", Array.from({ length: 50 }, (_, level) => `${" ".repeat(level)}a:`).join("\n")],
    ["a very long text", `a: ${"b".repeat(300_000)}`],
  ])("leaves %s to the package", (_, text) => {
    expect(readPlainYaml(text, resolvePlain)).toBeUndefined();
  });

  it("never differs from the package, whatever the text", async () => {
    const value = fc.constantFrom(
      "",
      "b",
      "yes",
      "0x1F",
      "010",
      "1_0",
      "1:30",
      "~",
      "null",
      ".5",
      "a:b",
      "a:",
      "...",
      "=",
    );
    const other = fc.constantFrom(
      "{}",
      "[]",
      '"q r"',
      "'s'",
      '"#"',
      "'a: b'",
      "- c",
      "c: d",
      "b c",
      "http://a:1/b",
      "-1",
    );
    const line = fc
      .tuple(
        fc.nat(5),
        fc.constantFrom("", "- ", "-  ", "- - ", "-"),
        fc.constantFrom("", "a:", "b: ", "k-1:  ", "on: ", "x.y/z: "),
        fc.oneof(value, other),
        fc.constantFrom("", "", "", " ", "\n"),
      )
      .map(([indent, dash, key, text, end]) => `${" ".repeat(indent)}${dash}${key}${text}${end}`);
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 7 }), async (lines) => {
        const text = lines.join("\n");
        const read = readPlainYaml(text, resolvePlain);
        if (read !== undefined) expect(read).toEqual(await readYamlWithPackage(text, "a file"));
      }),
      { numRuns: 3_000 },
    );
  });
});

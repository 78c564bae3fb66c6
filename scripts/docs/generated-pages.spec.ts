import { describe, expect, it } from "vitest";
import { examplesPage, kindsPage, projectPage } from "./generated-pages.ts";
import { snippetsOf } from "./snippets-of.ts";
import { tidyReference } from "./tidy-reference.ts";

describe("the page of examples", () => {
  it("has the description and the code of each example, by folder", () => {
    const page = examplesPage([
      { name: "watch", source: "// Watches Pods. Run: npm run examples -- watch\nconst a = 1;\n" },
      { name: "from-client-go/queue", source: "// A queue of\n// keys.\n\nconst b = 2;\n" },
    ]);
    expect(page).toContain("### watch {#watch}\n\nWatches Pods.\n\n```ts\nconst a = 1;\n```");
    expect(page).toContain("## from-client-go {#from-client-go}");
    expect(page).toContain("### from-client-go/queue {#from-client-go-queue}\n\nA queue of keys.\n");
  });
});

describe("a document of the repository as a page", () => {
  it("remembers where it came from, and has no expressions", () => {
    const page = projectPage("SECURITY.md", "# Security\n\nUse {{ name }}.\n");
    expect(page).toMatch(/^---\norigin: SECURITY.md\n/);
    expect(page).not.toContain("{{");
  });
});

describe("the page of kinds", () => {
  it("has a table for each entry", () => {
    const kind = { group: "", version: "v1", kind: "Pod", plural: "pods", scope: "Namespaced", shortNames: ["po"] };
    const page = kindsPage(
      [{ ...kind, subresources: [{ name: "status" }, { name: "log" }] }],
      () => "client-ts/api/core/v1",
    );
    expect(page).toContain("## client-ts/api/core/v1");
    expect(page).toContain("| `Pod` | pods (po) | Namespaced | status, log |");
  });
});

describe("a page of the reference", () => {
  it("leaves out what says nothing", () => {
    const page = [
      "# Interface: Queue\\<K\\>",
      '## Type Parameters\n\n| Type Parameter |\n| ------ |\n| <a id="type-parameter-k"></a> `K` |',
      "## Methods\n\n### add()\n\n```ts\nadd(__namedParameters): void;\n```\n\nAdds.",
      "#### Returns\n\n`void`\n\n#### Inherited from\n\n[`A`](A.md).[`add`](A.md#add)\n\n***",
      "### len\n\n#### Get Signature\n\n```ts\nget len(): number;\n```\n\n##### Returns\n\n`number`\n",
    ].join("\n\n");
    expect(tidyReference(page)).toBe(
      "# Queue\\<K\\>\n\n## Methods\n\n### add()\n\n```ts\nadd(options): void;\n```\n\nAdds.\n\n" +
        "### len\n\n```ts\nget len(): number;\n```\n",
    );
  });
});

describe("the snippets of a document", () => {
  it("are its ts blocks; those marked no-run are not run", () => {
    const text = "a\n```ts\nconst a = 1;\n```\n```sh\nls\n```\n```ts no-run\nconst b = 2;\n```\n";
    expect(snippetsOf(text)).toEqual([
      { code: "const a = 1;\n", run: true },
      { code: "const b = 2;\n", run: false },
    ]);
  });
});

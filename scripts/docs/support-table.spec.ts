import { describe, expect, it } from "vitest";
import { supportDocument } from "./support.ts";
import { supportTable, withSupportTable } from "./support-table.ts";

describe("the support table", () => {
  it("in docs/support.md says what CI runs; npm run support writes it", () => {
    const { now, wanted } = supportDocument();
    expect(now).toBe(wanted);
  });

  it("names each Node, Kubernetes and compiler with how often it is tested", () => {
    const table = supportTable({
      engines: ">=20.19",
      nodes: ["22.1.0"],
      kubernetes: "1.37.1",
      olderKubernetes: ["1.33.13"],
      consumer: { typescript: "7.0.2", "typescript-5": "npm:typescript@5.9.3", bun: "1.4.4", deno: "2.9.6" },
    });
    expect(table).toContain("| Node 20.19 and newer 20 | all tests, on Linux | every change |");
    expect(table).toContain("| Kubernetes 1.33.13 | all tests that need a server | every night |");
    expect(table).toContain("| TypeScript 5.9 and 7.0 |");
  });

  it("replaces what stands between its marks", () => {
    const document = "a\n<!-- support:begin -->\nold\n<!-- support:end -->\nb\n";
    expect(withSupportTable(document, "new")).toBe("a\n<!-- support:begin -->\n\nnew\n\n<!-- support:end -->\nb\n");
    expect(() => withSupportTable("a", "new")).toThrow("no marks");
  });
});

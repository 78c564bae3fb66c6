import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import * as mainEntry from "client-ts";
import { describe, expect, it } from "vitest";

const source = join(import.meta.dirname, "../../packages/client-ts/src");

/**
 * Everything that importing a file loads, as paths below `src` and names of packages. Types and `import()` load
 * nothing.
 */
function loads(entry: string): Set<string> {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(relative(source, path))) return;
    seen.add(relative(source, path));
    for (const [, clause = "", target = ""] of readFileSync(path, "utf8").matchAll(
      /^(?:import|export)\s([^;"']*?\sfrom\s)?"([^"]+)";/gm,
    )) {
      const names = /\{([^}]*)\}/
        .exec(clause)?.[1]
        ?.split(",")
        .map((name) => name.trim())
        .filter((name) => name !== "");
      const typesOnly =
        clause.startsWith("type ") ||
        (names !== undefined && names.length > 0 && names.every((name) => name.startsWith("type ")));
      if (typesOnly) continue;
      if (target.startsWith(".")) visit(join(dirname(path), target));
      else seen.add(target);
    }
  };
  visit(entry);
  return seen;
}

describe("connect()", () => {
  it("is one page", () => {
    expect(Object.keys(mainEntry).length).toBeLessThanOrEqual(40);
    expect(mainEntry.connect).toBeTypeOf("function");
  });

  it("loads nothing heavy: no YAML, no HTTP/2, no WebSocket, no tables of kinds", () => {
    const loaded = loads(join(source, "index.ts"));
    expect(loaded).toContain("client/connect.ts");
    expect(loaded).toContain("node:path");
    const packages = [...loaded].filter((name) => !name.endsWith(".ts") && !name.startsWith("node:"));
    expect(packages).toEqual([]);
    for (const heavy of ["node:http2", "node:child_process", "node:worker_threads"])
      expect(loaded).not.toContain(heavy);
    expect([...loaded].filter((name) => name.startsWith("api/"))).toEqual([]);
  });
});

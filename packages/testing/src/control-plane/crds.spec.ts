import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readCRDs } from "./crds.ts";

const definition = (name: string) => ({ kind: "CustomResourceDefinition", metadata: { name } });

describe("the definitions of a control plane", () => {
  it("are read from objects, from kinds that have one, from files and from folders", () => {
    const folder = mkdtempSync(join(tmpdir(), "client-ts-crds-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = (name: string, ...objects: object[]): string => {
      writeFileSync(join(folder, name), objects.map((object) => JSON.stringify(object)).join("\n---\n"));
      return join(folder, name);
    };
    const c = file("c.json", definition("c"));
    file("d.yaml", { kind: "Service", metadata: { name: "s" } }, definition("d"));
    file("notes.txt", definition("e"));
    const names = readCRDs([definition("a"), { crd: definition("b") }, c, folder]).map(
      ({ metadata }) => metadata?.name,
    );
    expect(names).toEqual(["a", "b", "c", "d"]);
  });
});

import { describe, expect, it } from "vitest";
import { HpackTable } from "./hpack-table.ts";

describe("the table of headers", () => {
  it("finds the newest of two entries that are the same, also when the older one has left", () => {
    const table = new HpackTable();
    table.limit = 68;
    table.add("a", "b");
    table.add("a", "b");
    expect([table.find("a", "b"), table.at(62), table.at(63), table.at(64)]).toEqual([
      62,
      ["a", "b"],
      ["a", "b"],
      undefined,
    ]);
    table.add("c", "d");
    expect([table.find("a", "b"), table.find("c", "d"), table.at(64)]).toEqual([63, 62, undefined]);
    table.add("c", "d");
    expect([table.find("a", "b"), table.find("c", "d")]).toEqual([0, 62]);
  });

  it("knows the fixed entries from 1 to 61", () => {
    const table = new HpackTable();
    expect([table.at(0), table.at(1), table.at(61), table.at(62)]).toEqual([
      undefined,
      [":authority", ""],
      ["www-authenticate", ""],
      undefined,
    ]);
    expect([table.find(":method", "POST"), table.find(":path", "/"), table.find(":path", "/x")]).toEqual([3, 4, 0]);
    expect([
      HpackTable.nameIndex(":status"),
      HpackTable.nameIndex("accept-encoding"),
      HpackTable.nameIndex("x"),
    ]).toEqual([8, 16, 0]);
  });
});

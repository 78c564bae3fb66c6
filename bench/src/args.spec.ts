import { describe, expect, it } from "vitest";
import { parseArguments, parseSize, UsageError } from "./args.ts";

describe("the command line", () => {
  it("names a measure and sizes", () => {
    expect(parseArguments(["sync", "--size", "50k,100k", "--json", "out.json"])).toMatchObject({
      only: ["sync"],
      sizes: [50_000, 100_000],
      json: "out.json",
      quick: false,
    });
  });

  it("asks for protobuf on both sides", () => {
    expect(parseArguments(["--protobuf"])).toMatchObject({ only: [], protobuf: true });
    expect(parseArguments(["reads"])).toMatchObject({ only: ["reads"], protobuf: false });
  });

  it("compares the sources with those of a commit", () => {
    expect(parseArguments(["lister", "--against", "v0.1.0"])).toMatchObject({ against: "v0.1.0", source: true });
    expect(parseArguments(["lister"])).toMatchObject({ against: undefined, source: false });
  });

  it("runs everything without a measure", () => {
    expect(parseArguments(["--quick"])).toMatchObject({ only: [], quick: true, rounds: undefined });
  });

  it("refuses what it does not know", () => {
    expect(() => parseArguments(["speed"])).toThrow(UsageError);
    expect(() => parseArguments(["--fast"])).toThrow(UsageError);
    expect(() => parseSize("many")).toThrow(UsageError);
    expect(() => parseSize("0")).toThrow(UsageError);
  });
});

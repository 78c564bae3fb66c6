import { describe, expect, it } from "vitest";
import { toPortMapping } from "./port-mapping.ts";

describe("ports to forward (B345)", () => {
  it.each([
    ["5000", 5000, 5000],
    ["8888:5000", 8888, 5000],
    [":5000", 0, 5000],
    ["0:5000", 0, 5000],
  ])("reads %s (B345)", (text, local, remote) => {
    expect(toPortMapping(text)).toEqual({ local, remote });
  });

  it.each(["", "a", "1:2:3", "-1", "65536", "1:65536", "70000:1", "0", "5:0", " 80", "80:", "1e3"])(
    "refuses %j (B345)",
    (text) => {
      expect(() => toPortMapping(text)).toThrow(expect.objectContaining({ kind: "InvalidArgument" }) as Error);
    },
  );

  it("takes numbers, and the same port on both sides by default", () => {
    expect(toPortMapping({ remote: 80 })).toEqual({ local: 80, remote: 80 });
    expect(() => toPortMapping({ remote: 1.5 })).toThrow(/not a number from 1/);
    expect(() => toPortMapping({ remote: 80, local: -1 })).toThrow(/not a number from 0/);
  });
});

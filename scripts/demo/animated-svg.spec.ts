import { describe, expect, it } from "vitest";
import { animatedSvg, piecesOf } from "./animated-svg.ts";

const grid = { columns: 20, rows: 2 };

describe("an animated SVG of a terminal", () => {
  it("plays the frames in order, each as long as it was shown", () => {
    const frames = [
      { lines: ["one", "same"], ms: 500 },
      { lines: ["two", "same"], ms: 1_500 },
    ];
    const svg = animatedSvg(frames, grid, "a <title>");
    expect(svg).toContain("<title>a &lt;title&gt;</title>");
    expect(svg).toContain("animation:film 2s step-end infinite");
    expect(svg).toContain("0.00%{transform:translateX(0px)}25.00%{transform:translateX(-188px)}");
  });

  it("stores a row that is the same in several frames once", () => {
    const svg = animatedSvg(
      [
        { lines: ["one", "same"], ms: 1 },
        { lines: ["two", "same"], ms: 1 },
      ],
      grid,
      "",
    );
    expect(svg.match(/>same</g)).toHaveLength(1);
    expect(svg.match(/<use /g)).toHaveLength(4);
  });

  it("draws bars instead of writing them", () => {
    const svg = animatedSvg([{ lines: ["\u001b[34m ▁█\u001b[0m"], ms: 1 }], grid, "");
    expect(svg).toContain('<path class="s" d="M12 16v-1M20 16v-15"/>');
    expect(svg).not.toContain("█");
  });

  it("places pieces of text where a terminal has them, with their colours", () => {
    expect(piecesOf("a b   \u001b[32m● ok\u001b[0m \u001b[7m q \u001b[0m quit")).toEqual([
      { column: 0, text: "a b", style: "p" },
      { column: 6, text: "● ok", style: "g" },
      { column: 11, text: " q ", style: "k" },
      { column: 15, text: "quit", style: "p" },
    ]);
  });
});

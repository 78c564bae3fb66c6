/** What a piece of text means; the terminal's colours follow from it. */
export type Tone = "plain" | "title" | "label" | "dim" | "strong" | "good" | "warn" | "bad" | "spark" | "key";

/** A piece of text in one tone. Every character takes one column. */
export interface Span {
  readonly text: string;
  readonly tone: Tone;
}

/** One row of the view. */
export type Line = readonly Span[];

/** A piece of text. */
export function span(text: string, tone: Tone = "plain"): Span {
  return { text, tone };
}

/** A text in a column of its own width: cut when it is longer, filled when it is shorter. */
export function cell(
  text: string,
  width: number,
  options: { tone?: Tone | undefined; right?: boolean | undefined } = {},
): Span {
  const { tone = "plain", right = false } = options;
  const shown = clip(text, width);
  return { text: right ? shown.padStart(width) : shown.padEnd(width), tone };
}

/** How many columns a line takes. */
export function widthOf(line: Line): number {
  return line.reduce((sum, { text }) => sum + [...text].length, 0);
}

/** The line in exactly `width` columns. */
export function fit(line: Line, width: number): Line {
  const fitted: Span[] = [];
  let left = width;
  for (const { text, tone } of line) {
    if (left <= 0) break;
    const shown = clip(text, left);
    fitted.push({ text: shown, tone });
    left -= [...shown].length;
  }
  return left > 0 ? [...fitted, span(" ".repeat(left))] : fitted;
}

/** A text in pieces of at most `width` columns, cut between words; a number stays with its unit. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/ (?!m?s\b)/)) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

const codes: Readonly<Record<Tone, string>> = {
  plain: "",
  title: "1;7;36",
  label: "1;36",
  dim: "2",
  strong: "1",
  good: "32",
  warn: "33",
  bad: "1;31",
  spark: "34",
  key: "7",
};

/** The line as text for a terminal, with or without colours. */
export function paint(line: Line, colours: boolean): string {
  const plain = (text: string): string => text;
  const coloured = (text: string, tone: Tone): string =>
    codes[tone] === "" ? text : `\u001b[${codes[tone]}m${text}\u001b[0m`;
  return line.map(({ text, tone }) => (colours ? coloured : plain)(text, tone)).join("");
}

function clip(text: string, width: number): string {
  const characters = [...text];
  if (characters.length <= width) return text;
  return width < 2 ? characters.slice(0, Math.max(0, width)).join("") : `${characters.slice(0, width - 1).join("")}…`;
}

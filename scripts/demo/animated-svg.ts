/** One picture of a terminal: a row of text for each line, with colours as a terminal gets them. */
export interface Frame {
  readonly lines: readonly string[];
  /** How long it is shown. */
  readonly ms: number;
}

/** The size of a terminal in characters. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
}

interface Piece {
  readonly column: number;
  readonly text: string;
  readonly style: string;
}

const cell = { width: 8, height: 18, padding: 14 } as const;
const bars = "▁▂▃▄▅▆▇█";

/** The class of each colour code that the view writes. */
const classes: Readonly<Record<string, string>> = {
  "": "p",
  "1;7;36": "t",
  "1;36": "l",
  "2": "d",
  "1": "b",
  "32": "g",
  "33": "w",
  "1;31": "e",
  "34": "s",
  "7": "k",
};

const style = `
svg{--bg:#fff;--p:#24292f;--d:#6e7781;--c:#0a6f86;--g:#1a7f37;--w:#8a5a00;--e:#cf222e;--s:#2f74d0;--k:#d8dee4}
@media (prefers-color-scheme:dark){svg{--bg:#161b22;--p:#d6dde4;--d:#8b949e;--c:#4cc3d9;--g:#56d364;--w:#e3b341;
--e:#ff7b72;--s:#58a6ff;--k:#3b434d}}
text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre;fill:var(--p)}
path{stroke:var(--s);stroke-width:7;fill:none}.screen{fill:var(--bg);stroke:var(--d);stroke-opacity:.4}
text.t{fill:var(--bg);font-weight:700}rect.t{fill:var(--c)}.l{fill:var(--c);font-weight:700}text.d{fill:var(--d)}
path.d{stroke:var(--d)}.b{font-weight:700}text.g{fill:var(--g)}text.w{fill:var(--w)}text.e{fill:var(--e);
font-weight:700}path.e{stroke:var(--e)}text.k{font-weight:700}rect.k{fill:var(--k)}
@media (prefers-reduced-motion:reduce){.film{animation:none!important}}`;

/**
 * An SVG that plays the frames in a loop, readable on light and dark pages. A row that is the same in several frames
 * is stored once. Rows of bars are drawn, so that no font changes their widths.
 */
export function animatedSvg(frames: readonly Frame[], { columns, rows }: Grid, title: string): string {
  const width = columns * cell.width + 2 * cell.padding;
  const height = rows * cell.height + 2 * cell.padding;
  const ids = new Map<string, string>();
  const shown = frames.map(({ lines }, index) => {
    const uses = lines.slice(0, rows).map((line, row) => {
      if (line.trim() === "") return "";
      const id = ids.get(line) ?? `r${ids.size.toString(36)}`;
      ids.set(line, id);
      return `<use href="#${id}" y="${row * cell.height}"/>`;
    });
    return `<g transform="translate(${index * width})">${uses.join("")}</g>`;
  });
  const definitions = [...ids].map(([line, id]) => `<g id="${id}">${drawRow(line)}</g>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"
 role="img"><title>${escapeXml(title)}</title><style>${style}${keyframes(frames, width)}</style>
<defs>${definitions.join("\n")}</defs>
<rect class="screen" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
<g transform="translate(${cell.padding} ${cell.padding})"><svg width="${width}" height="${height}">
<g class="film">${shown.join("\n")}</g></svg></g></svg>
`;
}

/** Moves from frame to frame without anything in between; the last frame is the one without animation. */
function keyframes(frames: readonly Frame[], width: number): string {
  const totalMs = frames.reduce((sum, { ms }) => sum + ms, 0);
  let beforeMs = 0;
  const steps = frames.map(({ ms }, index) => {
    const percent = ((beforeMs / totalMs) * 100).toFixed(2);
    beforeMs += ms;
    return `${percent}%{transform:translateX(${-index * width}px)}`;
  });
  const last = `transform:translateX(${-(frames.length - 1) * width}px)`;
  return `\n.film{${last};animation:film ${totalMs / 1000}s step-end infinite}\n@keyframes film{${steps.join("")}}`;
}

function drawRow(line: string): string {
  return piecesOf(line)
    .map(({ column, text, style: name }) => {
      const x = column * cell.width;
      const length = [...text].length * cell.width;
      const path = barPath(text, x);
      if (path !== undefined) return `<path class="${name}" d="${path}"/>`;
      const background = name === "t" || name === "k";
      const box = background ? `<rect class="${name}" x="${x}" y="1" width="${length}" height="17"/>` : "";
      return `${box}<text class="${name}" x="${x}" y="13" textLength="${length}">${escapeXml(text)}</text>`;
    })
    .join("");
}

/** The bars of a sparkline as strokes; `undefined` for other text. */
function barPath(text: string, x: number): string | undefined {
  const characters = [...text];
  if (!characters.some((one) => bars.includes(one)) || !characters.every((one) => one === " " || bars.includes(one)))
    return undefined;
  return characters
    .map((one, index) => {
      const height = bars.indexOf(one) * 2 + 1;
      return one === " " ? "" : `M${x + index * cell.width + 4} 16v-${height}`;
    })
    .join("");
}

/** The text of a line in pieces of one style, without the spaces around them where these cannot be seen. */
export function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let column = 0;
  let code = "";
  for (const part of line.split(/(\u001b\[[\d;]*m)/)) {
    const colour = /^\u001b\[([\d;]*)m$/.exec(part);
    if (colour !== null) {
      code = colour[1] === "0" ? "" : (colour[1] ?? "");
      continue;
    }
    const name = classes[code] ?? "p";
    // Words that are far apart are placed on their own: no font changes where they stand.
    const words = name === "t" || name === "k" ? [part] : part.split(/( {2,})/);
    for (const word of words) {
      const lead = name === "t" || name === "k" ? 0 : word.length - word.trimStart().length;
      const text = name === "t" || name === "k" ? word : word.trim();
      if (text !== "") pieces.push({ column: column + lead, text, style: name });
      column += [...word].length;
    }
  }
  return pieces;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

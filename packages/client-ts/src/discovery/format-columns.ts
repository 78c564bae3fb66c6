/**
 * Lines with their cells under each other, as kubectl prints tables: three spaces between columns, columns at least six
 * wide, nothing behind the last.
 */
export function formatColumns(lines: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const line of lines) {
    for (const [index, cell] of line.slice(0, -1).entries())
      widths[index] = Math.max(widths[index] ?? 6, [...cell].length + 3);
  }
  return lines
    .map((line) => `${line.map((cell, index) => pad(cell, line, index, widths[index] ?? 0)).join("")}\n`)
    .join("");
}

function pad(cell: string, line: readonly string[], index: number, width: number): string {
  return index === line.length - 1 ? cell : cell + " ".repeat(width - [...cell].length);
}

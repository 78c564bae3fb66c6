/** A number with three significant digits, and thousands told apart. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 1000) return Math.round(value).toLocaleString("en-US");
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  return value.toFixed(2);
}

/** `50000` as `50k`. */
export function formatSize(size: number): string {
  return size >= 1000 && size % 1000 === 0 ? `${size / 1000}k` : String(size);
}

/** Lines of cells in columns; the first column is text, the others are numbers. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => (row[i] ?? "").length)));
  const line = (cells: readonly string[]): string =>
    head
      .map((_, i) =>
        i === 0 ? (cells[i] ?? "").padEnd(widths[i] as number) : (cells[i] ?? "").padStart(widths[i] as number),
      )
      .join("  ");
  return [line(head), widths.map((width) => "-".repeat(width)).join("  "), ...rows.map(line)].join("\n");
}

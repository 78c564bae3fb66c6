const levels = [..."▁▂▃▄▅▆▇"];

/** The newest values as a row of small bars, the newest at the right; blank where there is no value yet. */
export function sparkline(values: readonly number[], width: number): string {
  const shown = values.slice(-width);
  const highest = Math.max(...shown, Number.MIN_VALUE);
  const bars = shown.map(
    (value) => levels[Math.ceil((Math.max(0, value) / highest) * (levels.length - 1))] ?? levels[0],
  );
  return bars.join("").padStart(width);
}

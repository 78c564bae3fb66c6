/** One line that a program printed on one server and not on the other. */
export interface LineDifference {
  readonly real: string | undefined;
  readonly ours: string | undefined;
}

/** Where what a program printed on two servers differs, line by line. */
export function compareLines(real: readonly string[], ours: readonly string[]): LineDifference[] {
  const differences: LineDifference[] = [];
  for (let index = 0; index < Math.max(real.length, ours.length); index++)
    if (real[index] !== ours[index]) differences.push({ real: real[index], ours: ours[index] });
  return differences;
}

/** One line that a program printed on one server and not on the other. */
export interface LineDifference {
  readonly real: string | undefined;
  readonly ours: string | undefined;
}

/**
 * Where what a program printed on two servers differs. A line that one of them lacks is one difference: the lines after
 * it are compared with those that they belong to.
 */
export function compareLines(real: readonly string[], ours: readonly string[]): LineDifference[] {
  // How many lines the two have in common, in the same order, from each pair of places on.
  const common = Array.from({ length: real.length + 1 }, () => new Uint32Array(ours.length + 1));
  const from = (a: number, b: number): number => common[a]?.[b] ?? 0;
  for (let a = real.length - 1; a >= 0; a--) {
    for (let b = ours.length - 1; b >= 0; b--) {
      const longest = real[a] === ours[b] ? from(a + 1, b + 1) + 1 : Math.max(from(a + 1, b), from(a, b + 1));
      common[a]![b] = longest;
    }
  }
  const differences: LineDifference[] = [];
  let a = 0;
  let b = 0;
  while (a < real.length || b < ours.length) {
    if (a < real.length && b < ours.length && real[a] === ours[b]) {
      a++;
      b++;
    } else if (from(a + 1, b + 1) === from(a, b)) {
      differences.push({ real: real[a++], ours: ours[b++] });
    } else if (a < real.length && from(a + 1, b) >= from(a, b + 1)) {
      differences.push({ real: real[a++], ours: undefined });
    } else {
      differences.push({ real: undefined, ours: ours[b++] });
    }
  }
  return differences;
}

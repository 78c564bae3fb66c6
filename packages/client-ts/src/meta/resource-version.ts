/**
 * Compares two versions of objects of one resource: -1, 0 or 1, or `undefined` when one of them is not a whole number
 * above zero written without leading zeros (such as `""`, `"0"`, or what an aggregated server made up). Any length;
 * never through a floating point number.
 */
export function compareResourceVersion(left: string, right: string): -1 | 0 | 1 | undefined {
  if (!isComparableResourceVersion(left) || !isComparableResourceVersion(right)) return undefined;
  if (left.length !== right.length) return left.length < right.length ? -1 : 1;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Whether {@link compareResourceVersion} can place this version. */
export function isComparableResourceVersion(version: string): boolean {
  if (version === "" || version.charCodeAt(0) === 0x30) return false;
  for (let i = 0; i < version.length; i++) {
    const code = version.charCodeAt(i);
    if (code < 0x30 || code > 0x39) return false;
  }
  return true;
}

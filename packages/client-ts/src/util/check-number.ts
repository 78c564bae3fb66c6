/** What {@link checkNumber} accepts. */
export interface NumberLimits {
  /** The smallest value. Default: any finite one. */
  readonly least?: number | undefined;
  /** The largest value; `Infinity` accepts that too. Default: any finite one. */
  readonly most?: number | undefined;
  /** Whether fractions are refused. Default `false`. */
  readonly whole?: boolean | undefined;
  /** What is thrown. Default `RangeError`. */
  readonly error?: (new (message: string) => Error) | undefined;
}

/**
 * Gives a number back when it lies within the limits; otherwise throws an error that names it. `NaN` lies within no
 * limits.
 */
export function checkNumber(name: string, value: number, limits: NumberLimits = {}): number {
  const { least = -Number.MAX_VALUE, most = Number.MAX_VALUE, whole = false, error: Refusal = RangeError } = limits;
  if (value >= least && value <= most && (!whole || Number.isInteger(value))) return value;
  const kind = whole ? "a whole number" : most === Number.POSITIVE_INFINITY ? "a number" : "a finite number";
  const from = limits.least === undefined ? "" : ` from ${least} on`;
  throw new Refusal(`${name} must be ${kind}${from}, not ${value}`);
}

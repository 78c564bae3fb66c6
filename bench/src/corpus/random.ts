import { seededRandom } from "client-ts/internal";

/** A repeatable source of values: the same seed gives the same corpus on every machine. */
export interface RandomSource {
  /** A whole number from 0 up to, not including, `n`. */
  below(n: number): number;
  /** Lower-case hexadecimal digits. */
  hex(digits: number): string;
  /** Characters as Kubernetes uses them in generated names. */
  suffix(length: number): string;
  uuid(): string;
}

/** The values of one seed (mulberry32). */
export function newRandomSource(seed: number): RandomSource {
  const random = seededRandom(seed);
  const next = (): number => random() * 2 ** 32;
  const below = (n: number): number => Math.floor(random() * n);
  const hex = (digits: number): string => {
    let text = "";
    while (text.length < digits) text += next().toString(16).padStart(8, "0");
    return text.slice(0, digits);
  };
  const suffix = (length: number): string => {
    let text = "";
    for (let i = 0; i < length; i++) text += alphabet.charAt(below(alphabet.length));
    return text;
  };
  return { below, hex, suffix, uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}` };
}

const alphabet = "bcdfghjklmnpqrstvwxz2456789";

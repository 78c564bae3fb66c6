import { checkNesting } from "./plain-object.ts";

/** Stands for "no value at all": what a template starts from when it is given nothing, or ranges over nothing. */
export const absent: unique symbol = Symbol("absent");

/**
 * Prints the results of a jsonpath template as kubectl does: each list of results joined by spaces, or as indented
 * JSON.
 */
export function printJsonPathResults(results: readonly (readonly unknown[])[], output: "text" | "json"): string {
  if (output === "json") return results.map((values) => `${toJson(values, "    ", "")}\n`).join("");
  return results.map((values) => values.map(toText).join(" ")).join("");
}

function toText(value: unknown): string {
  if (value === absent) return "<no value>";
  if (value === null || value === undefined) return "null";
  if (typeof value === "string") return value;
  if (typeof value === "number") return formatNumber(value);
  return typeof value === "object" ? toJson(value, "", "") : String(value);
}

/** Shortest digits; an exponent below 0.0001 and from 1e21 on, of at least two digits. */
function formatNumber(value: number): string {
  const magnitude = Math.abs(value);
  if (magnitude === 0 || (magnitude >= 1e-4 && magnitude < 1e21)) return Object.is(value, -0) ? "-0" : String(value);
  const [digits, exponent] = value.toExponential().split("e") as [string, string];
  return `${digits}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
}

/** JSON with sorted members and the characters `< > &` escaped, as Go writes it. */
function toJson(value: unknown, indent: string, before: string, depth = 0): string {
  if (typeof value === "string") return quote(value);
  // JSON has no word for nothing at all (a symbol, or undefined) but null.
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  checkNesting(depth, "print it");
  const list = Array.isArray(value);
  const inner = before + indent;
  const members = list
    ? value.map((element) => toJson(element, indent, inner, depth + 1))
    : Object.keys(value)
        .filter((key) => (value as Record<string, unknown>)[key] !== undefined)
        .sort(byCodePoint)
        .map(
          (key) =>
            `${quote(key)}:${indent === "" ? "" : " "}${toJson((value as Record<string, unknown>)[key], indent, inner, depth + 1)}`,
        );
  const [open, close] = list ? ["[", "]"] : ["{", "}"];
  if (members.length === 0) return open + close;
  return indent === ""
    ? open + members.join(",") + close
    : `${open}\n${inner}${members.join(`,\n${inner}`)}\n${before}${close}`;
}

function quote(text: string): string {
  return JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The order of UTF-8, which is that of code points and not of UTF-16. */
function byCodePoint(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

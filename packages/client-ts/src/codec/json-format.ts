import { Brackets } from "./brackets.ts";
import type { ByteFormat } from "./byte-format.ts";
import { fieldOf } from "./field-path.ts";
import { labelsInJson } from "./label-text.ts";
import { findPathIn } from "./object-scan.ts";
import { type Scanner, type ScannerChoice, scannerFor } from "./scanner.ts";
import { asciiText, utf8Text } from "./text.ts";

/** JSON as the API server or any other program writes it. */
export function jsonFormat(choice: ScannerChoice): ByteFormat {
  return {
    name: "json",
    problem: "it is not valid JSON",
    decode,
    decodeMeta: decode,
    labels: labelsInJson,
    field: (bytes, start, end, ascii, path) => field(scannerFor(choice), bytes, start, end, ascii, path),
    metaField: (bytes, start, end, ascii, path) => field(scannerFor(choice), bytes, start, end, ascii, path),
  };
}

function field(
  scanner: Scanner,
  bytes: Buffer,
  start: number,
  end: number,
  ascii: boolean,
  path: readonly string[],
): unknown {
  const range = findPathIn(scanner, brackets, bytes, start, end, path);
  if (range === "missing") return undefined;
  if (range === "unsure") return fieldOf(decode(bytes, start, end, ascii), path);
  const value = slice(bytes, range.start, range.end, ascii);
  return value.charCodeAt(0) === 34 && !value.includes("\\") ? value.slice(1, -1) : (JSON.parse(value) as unknown);
}

function decode(bytes: Buffer, start: number, end: number, ascii: boolean): unknown {
  return JSON.parse(slice(bytes, start, end, ascii));
}

/** Latin-1 is the same as UTF-8 for ASCII, and several times as fast. */
function slice(bytes: Buffer, start: number, end: number, ascii: boolean): string {
  return ascii ? asciiText(bytes, start, end) : utf8Text(bytes, start, end);
}

/** Used for one field at a time: nothing is called while it is in use. */
const brackets = new Brackets();

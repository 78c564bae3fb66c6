import { type ApiObject, field, type Json } from "../objects.ts";

/** One column of a Table. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
  /** The cell of an object. */
  readonly cell: (object: ApiObject, nowMs: number) => unknown;
}

/** A column that is always shown. */
export function column(name: string, type: string, cell: Column["cell"]): Column {
  return { name, type, format: "", description: "", priority: 0, cell };
}

/** A column of text. */
export function text(name: string, cell: Column["cell"]): Column {
  return column(name, "string", cell);
}

/** A column that shows with `-o wide`. */
export function wide(name: string, cell: Column["cell"]): Column {
  return { ...text(name, cell), priority: 1 };
}

/** The name, which every Table begins with. */
export const nameColumn: Column = { ...text("Name", (object) => object.metadata.name ?? ""), format: "name" };
/** How long ago the object was created. */
export const ageColumn: Column = text("Age", (object, nowMs) => ageOf(object.metadata.creationTimestamp, nowMs));
/** When the object was created; some kinds show this in place of the age. */
export const createdColumn: Column = {
  ...column("Created At", "date", (object) => object.metadata.creationTimestamp ?? ""),
  type: "date",
};

/** A member as a list; empty when it is not a list. */
export function listOf(object: unknown, ...path: string[]): unknown[] {
  const value = field(object, ...path);
  return Array.isArray(value) ? value : [];
}

/** A member as a number; 0 when it is not a number. */
export function countOf(object: unknown, ...path: string[]): number {
  const value = field(object, ...path);
  return typeof value === "number" ? value : 0;
}

/** A member as text, or what stands for its absence. */
export function textOf(object: unknown, absent: string, ...path: string[]): string {
  const value = field(object, ...path);
  return value === undefined || value === null || value === "" ? absent : String(value);
}

/** Labels or a simple selector: `a=1,b=2`. */
export function labelText(labels: unknown): string {
  const pairs = Object.entries((labels as Json | undefined) ?? {}).map(([key, value]) => `${key}=${String(value)}`);
  return pairs.length === 0 ? "<none>" : pairs.sort().join(",");
}

/** A label selector with its expressions. */
export function selectorText(selector: unknown): string {
  const expressions = listOf(selector, "matchExpressions").map((one) => {
    const [key, operator] = [String(field(one, "key")), field(one, "operator")];
    const values = `(${listOf(one, "values").join(",")})`;
    if (operator === "Exists") return key;
    if (operator === "DoesNotExist") return `!${key}`;
    return `${key} ${operator === "In" ? "in" : "notin"} ${values}`;
  });
  const labels = Object.entries((field(selector, "matchLabels") as Json | undefined) ?? {});
  const all = [...labels.map(([key, value]) => `${key}=${String(value)}`).sort(), ...expressions];
  return all.length === 0 ? "<none>" : all.join(",");
}

/** The containers and images of a Pod template, with `-o wide`. */
export function containerColumns(...path: string[]): Column[] {
  const members = (name: string) => (object: ApiObject) =>
    listOf(object, ...path, "spec", "containers")
      .map((one) => field(one, name))
      .join(",");
  return [wide("Containers", members("name")), wide("Images", members("image"))];
}

/** A duration since a time, in kubectl's short form: `5m3s`, `2d4h`. */
export function ageOf(time: string | undefined, nowMs: number): string {
  return time === undefined ? "<unknown>" : durationText(nowMs - Date.parse(time));
}

/** A duration in kubectl's short form. */
export function durationText(durationMs: number): string {
  const seconds = Math.floor(durationMs / 1000);
  if (Number.isNaN(seconds) || seconds < -1) return "<invalid>";
  if (seconds < 0) return "0s";
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return seconds % 60 === 0 ? `${minutes}m` : `${minutes}m${seconds % 60}s`;
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return minutes % 60 === 0 ? `${hours}h` : `${hours}h${minutes % 60}m`;
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(hours / 24);
  if (hours < 192) return hours % 24 === 0 ? `${days}d` : `${days}d${hours % 24}h`;
  if (days < 730) return `${days}d`;
  const years = Math.floor(days / 365);
  return days % 365 === 0 ? `${years}y` : `${years}y${days % 365}d`;
}

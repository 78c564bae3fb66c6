import { InvalidArgumentError } from "../errors/index.ts";
import { type FieldSelectorLike, type LabelSelectorLike, selectorText } from "../meta/index.ts";

/**
 * Query parameters of an options object, as client-go encodes them: what is absent, empty, zero or false is not sent; a
 * list is sent value by value. `dryRun: true` becomes `All`, the one value that servers know. Selector objects are sent
 * as text.
 */
export function optionParams(options: object): [name: string, value: string][] {
  const params: [string, string][] = [];
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (name === "dryRun" && value === true) params.push([name, "All"]);
    else if (name === "labelSelector" || name === "fieldSelector") {
      const text = selectorText(value as LabelSelectorLike | FieldSelectorLike | undefined);
      if (text !== "") params.push([name, text]);
    } else
      for (const one of Array.isArray(value) ? value : [value]) if (isSent(name, one)) params.push([name, String(one)]);
  }
  return params;
}

function isSent(name: string, value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === 0 || value === false) return false;
  if (typeof value === "string" || typeof value === "boolean") return true;
  if (Number.isFinite(value) || typeof value === "bigint") return true;
  throw new InvalidArgumentError(`the option ${name} cannot be sent as a query parameter`);
}

/** A duration as Go writes it, which is how servers read the `timeout` parameter: `21s`, `5m12s`, `1.5s`, `500ms`. */
export function goDuration(ms: number): string {
  if (!Number.isFinite(ms) || ms < 0)
    throw new InvalidArgumentError(`a timeout is a number of milliseconds from zero up, not ${ms}`);
  const whole = Math.round(ms);
  if (whole === 0) return "0s";
  if (whole < 1_000) return `${whole}ms`;
  const hours = Math.floor(whole / 3_600_000);
  const minutes = Math.floor(whole / 60_000) % 60;
  const seconds = (whole % 60_000) / 1_000;
  const tail = `${seconds}s`;
  if (hours > 0) return `${hours}h${minutes}m${tail}`;
  return minutes > 0 ? `${minutes}m${tail}` : tail;
}

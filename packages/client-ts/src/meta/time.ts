import { InvalidArgumentError } from "../errors/index.ts";
import { excerpt } from "./plain-object.ts";

/**
 * Reads an RFC 3339 time (`2024-05-01T12:00:00.123456Z`, any offset) into microseconds since 1970. What is finer than a
 * microsecond is cut off. Throws an `InvalidArgumentError` for anything else, also for a day that the month does not
 * have.
 */
export function parseTimeMicros(text: string): bigint {
  const parts = text.length <= 64 ? pattern.exec(text) : null;
  if (parts === null) throw new InvalidArgumentError(`time ${excerpt(text)}: not an RFC 3339 time`);
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const offsetHour = Number(parts[9] ?? 0);
  const offsetMinute = Number(parts[10] ?? 0);
  const possible =
    month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month) && hour < 24 && minute < 60 && second < 60;
  if (!possible || offsetHour > 23 || offsetMinute > 59)
    throw new InvalidArgumentError(`time ${excerpt(text)}: there is no such time`);
  const offset = (offsetHour * 60 + offsetMinute) * (parts[8] === "-" ? -1 : 1);
  const seconds = daysSince1970(year, month, day) * 86_400 + hour * 3_600 + (minute - offset) * 60 + second;
  return BigInt(seconds) * 1_000_000n + BigInt((parts[7] ?? "").slice(0, 6).padEnd(6, "0"));
}

/** As {@link parseTimeMicros}, in milliseconds with microseconds behind the point. */
export function parseTimeMs(text: string): number {
  const micros = parseTimeMicros(text);
  return Number(micros / 1_000n) + Number(micros % 1_000n) / 1_000;
}

/** Microseconds since 1970 as a MicroTime: always six decimals, in UTC. For the years 0 to 9999. */
export function formatMicroTime(micros: bigint): string {
  const seconds = floorDivide(micros, 1_000_000n);
  return `${formatSeconds(Number(seconds))}.${(micros - seconds * 1_000_000n).toString().padStart(6, "0")}Z`;
}

/**
 * Milliseconds since 1970 as the API writes times: whole seconds, in UTC, the rest cut off. For the years 0 to 9999.
 */
export function formatTime(ms: number): string {
  if (!Number.isFinite(ms)) throw new InvalidArgumentError(`time of ${ms} ms: not a finite number`);
  return `${formatSeconds(Math.floor(ms / 1_000))}Z`;
}

const pattern = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,30}))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Days in the calendar of today, counted in years that begin in March, so that the leap day is a year's last. */
function daysSince1970(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const monthFromMarch = (month + 9) % 12;
  const leapDays = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  return shifted * 365 + leapDays + Math.floor((153 * monthFromMarch + 2) / 5) + day - 1 - 719_468;
}

function formatSeconds(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  let year = 1970 + Math.floor(days / 365.2425);
  while (daysSince1970(year + 1, 1, 1) <= days) year++;
  while (daysSince1970(year, 1, 1) > days) year--;
  if (year < 0 || year > 9_999) throw new InvalidArgumentError(`a time in the year ${year} cannot be written`);
  let month = 1;
  while (month < 12 && daysSince1970(year, month + 1, 1) <= days) month++;
  const day = days - daysSince1970(year, month, 1) + 1;
  const rest = seconds - days * 86_400;
  const two = (number: number): string => number.toString().padStart(2, "0");
  const clock = `${two(Math.floor(rest / 3_600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`;
  return `${year.toString().padStart(4, "0")}-${two(month)}-${two(day)}T${clock}`;
}

function floorDivide(amount: bigint, unit: bigint): bigint {
  const quotient = amount / unit;
  return quotient * unit > amount ? quotient - 1n : quotient;
}

import { InvalidArgumentError } from "client-ts/errors";
import { parseDurationMs } from "client-ts/meta";

const names: ReadonlyMap<string, string> = new Map([
  ["@yearly", "0 0 1 1 *"],
  ["@annually", "0 0 1 1 *"],
  ["@monthly", "0 0 1 * *"],
  ["@weekly", "0 0 * * 0"],
  ["@daily", "0 0 * * *"],
  ["@midnight", "0 0 * * *"],
  ["@hourly", "0 * * * *"],
]);
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** When a CronJob is due. */
export interface CronSchedule {
  /** The first time after a moment; `undefined` when there is none within eight years. */
  next(afterMs: number): number | undefined;
}

/** Reads a schedule of five fields, one of the names such as `@hourly`, or a period: `@every 90s`. */
export function parseCron(text: string, timeZone = "UTC"): CronSchedule {
  const period = /^@every (.+)$/.exec(text)?.[1];
  if (period !== undefined) return everyPeriod(parseDurationMs(period));
  const fields = (names.get(text.trim().toLowerCase()) ?? text).trim().split(/\s+/);
  if (fields.length !== 5)
    throw new InvalidArgumentError(`the schedule ${JSON.stringify(text)} does not have five fields`);
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = fields;
  const minutes = parseField(minute, 0, 59);
  const hours = parseField(hour, 0, 23);
  const days = parseField(day, 1, 31);
  const monthSet = parseField(month, 1, 12, (name) => months.indexOf(name) + 1);
  const weekdaySet = parseField(weekday, 0, 7, (name) => weekdays.indexOf(name));
  if (weekdaySet.has(7)) weekdaySet.add(0);
  const anyDay = /^[*?]/.test(day);
  const anyWeekday = /^[*?]/.test(weekday);
  const onDay = (dayOfMonth: number, dayOfWeek: number): boolean => {
    const [byDay, byWeekday] = [days.has(dayOfMonth), weekdaySet.has(dayOfWeek)];
    return anyDay || anyWeekday ? byDay && byWeekday : byDay || byWeekday;
  };
  return {
    next(afterMs) {
      let time = Math.floor(afterMs / 60_000) * 60_000 + 60_000;
      const end = time + 8 * 366 * 86_400_000;
      while (time < end) {
        const local = new Date(time + offsetMs(time, timeZone));
        if (!monthSet.has(local.getUTCMonth() + 1) || !onDay(local.getUTCDate(), local.getUTCDay()))
          time += 86_400_000 - (local.getTime() % 86_400_000);
        else if (!hours.has(local.getUTCHours())) time += 3_600_000 - (local.getTime() % 3_600_000);
        else if (!minutes.has(local.getUTCMinutes())) time += 60_000;
        else return time;
      }
      return undefined;
    },
  };
}

/** Whole seconds, at least one, as the real controller counts them. */
function everyPeriod(periodMs: number): CronSchedule {
  const seconds = Math.max(1, Math.floor(periodMs / 1000));
  return { next: (afterMs) => (Math.floor(afterMs / 1000) + seconds) * 1000 };
}

/** How far the local time of a zone is ahead of UTC. */
function offsetMs(timeMs: number, timeZone: string): number {
  if (timeZone === "UTC" || timeZone === "Etc/UTC") return 0;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  const part = Object.fromEntries(format.formatToParts(timeMs).map(({ type, value }) => [type, Number(value)]));
  const local = Date.UTC(part["year"]!, part["month"]! - 1, part["day"], part["hour"], part["minute"]);
  return local - Math.floor(timeMs / 60_000) * 60_000;
}

function parseField(
  text: string,
  least: number,
  most: number,
  named: (name: string) => number = () => -1,
): Set<number> {
  const found = new Set<number>();
  const numberOf = (part: string): number =>
    /^\d+$/.test(part) ? Number(part) : named(part.toLowerCase().slice(0, 3));
  for (const part of text.split(",")) {
    const [range = "", stepText] = part.split("/");
    const step = stepText === undefined ? 1 : Number(stepText);
    const [fromText = "", toText] = range.split("-");
    const all = range === "*" || range === "?";
    const from = all ? least : numberOf(fromText);
    const to =
      all || (toText === undefined && stepText !== undefined) ? most : toText === undefined ? from : numberOf(toText);
    if (!(step >= 1) || from < least || to > most || from > to)
      throw new InvalidArgumentError(
        `${JSON.stringify(part)} is not part of a schedule: ${least} to ${most} is allowed`,
      );
    for (let value = from; value <= to; value += step) found.add(value);
  }
  return found;
}

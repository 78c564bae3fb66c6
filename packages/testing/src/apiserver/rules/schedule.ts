/** A field of a schedule: its bounds, and the names that stand for numbers. */
interface ScheduleField {
  readonly least: number;
  readonly most: number;
  readonly names?: readonly string[] | undefined;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const fields: readonly ScheduleField[] = [
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12, names: months },
  { least: 0, most: 6, names: days },
];
const descriptors = ["@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"];
const duration = /^[+-]?(0|((\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h))+)$/;

/** Why a schedule cannot be read, in the real server's words; `undefined` when it can. */
export function scheduleProblem(schedule: string): string | undefined {
  if (schedule.startsWith("@")) {
    const every = /^@every (.*)$/.exec(schedule)?.[1];
    if (every !== undefined)
      return duration.test(every)
        ? undefined
        : `failed to parse duration ${schedule}: time: invalid duration ${JSON.stringify(every)}`;
    return descriptors.includes(schedule) ? undefined : `unrecognized descriptor: ${schedule}`;
  }
  const parts = schedule.trim().split(/\s+/);
  if (parts.length !== fields.length)
    return `expected exactly ${fields.length} fields, found ${parts.length}: [${parts.join(" ")}]`;
  for (const [index, part] of parts.entries())
    for (const range of part.split(",")) {
      const problem = rangeProblem(range, fields[index]!);
      if (problem !== undefined) return problem;
    }
  return undefined;
}

function rangeProblem(text: string, { least, most, names }: ScheduleField): string | undefined {
  const [span = "", step, ...tooMany] = text.split("/");
  const [from = "", to, ...more] = span.split("-");
  const number = (word: string, offset: number): number | string => {
    const named = names?.indexOf(word.toLowerCase()) ?? -1;
    if (named >= 0) return named + offset;
    return /^\d+$/.test(word)
      ? Number(word)
      : `failed to parse int from ${word}: strconv.Atoi: parsing "${word}": invalid syntax`;
  };
  let [start, end]: number[] = [least, most];
  if (from !== "*" && from !== "?") {
    const first = number(from, least);
    if (typeof first === "string") return first;
    start = first;
    if (more.length > 0) return `too many hyphens: ${text}`;
    const last = to === undefined ? (step === undefined ? start : most) : number(to, least);
    if (typeof last === "string") return last;
    end = last;
  }
  if (tooMany.length > 0) return `too many slashes: ${text}`;
  const stride = step === undefined ? 1 : number(step, 0);
  if (typeof stride === "string") return stride;
  if (start! < least) return `beginning of range (${start}) below minimum (${least}): ${text}`;
  if (end! > most) return `end of range (${end}) above maximum (${most}): ${text}`;
  if (start! > end!) return `beginning of range (${start}) beyond end of range (${end}): ${text}`;
  return stride === 0 ? `step of range should be a positive number: ${text}` : undefined;
}

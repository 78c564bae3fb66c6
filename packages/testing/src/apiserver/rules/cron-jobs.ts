import { type FieldError, invalidValue, notSupported } from "../api-error.ts";
import { type ApiObject, field } from "../objects.ts";
import { notNegative } from "./field-rules.ts";
import { scheduleProblem } from "./schedule.ts";

/** What is wrong with a CronJob, without the template of its Jobs. */
export function cronJobErrors(object: ApiObject): FieldError[] {
  const { spec } = object;
  const schedule = field(spec, "schedule");
  const policy = field(spec, "concurrencyPolicy");
  const policies = ["Allow", "Forbid", "Replace"];
  return [
    ...(typeof schedule === "string" && schedule !== "" ? scheduleErrors(schedule) : []),
    ...notNegative(spec, "spec", "startingDeadlineSeconds"),
    ...zoneErrors(field(spec, "timeZone")),
    ...(policies.includes(String(policy)) ? [] : [notSupported("spec.concurrencyPolicy", policy, policies)]),
    ...notNegative(spec, "spec", "successfulJobsHistoryLimit", "failedJobsHistoryLimit"),
  ];
}

/** The name of a CronJob is the beginning of the names of its Jobs. */
export function cronJobNameErrors({ metadata }: ApiObject): FieldError[] {
  const name = metadata.name ?? "";
  return name.length > 52 ? [invalidValue("metadata.name", name, "must be no more than 52 characters")] : [];
}

function scheduleErrors(schedule: string): FieldError[] {
  const path = "spec.schedule";
  if (/^(CRON_)?TZ=/.test(schedule)) {
    const why = "cannot use TZ or CRON_TZ in schedule, use timeZone field instead";
    return [invalidValue(path, schedule, why)];
  }
  const problem = scheduleProblem(schedule);
  return problem === undefined ? [] : [invalidValue(path, schedule, problem)];
}

function zoneErrors(zone: unknown): FieldError[] {
  if (zone === undefined) return [];
  const path = "spec.timeZone";
  if (zone === "") return [invalidValue(path, zone, "timeZone must be nil or non-empty string")];
  const where = "https://www.iana.org/time-zones";
  if (String(zone).toLowerCase() === "local")
    return [invalidValue(path, zone, `timeZone must be an explicit time zone as defined in ${where}`)];
  try {
    new Intl.DateTimeFormat("en", { timeZone: String(zone) });
    return [];
  } catch {
    return [invalidValue(path, zone, `unknown time zone ${String(zone)}`)];
  }
}

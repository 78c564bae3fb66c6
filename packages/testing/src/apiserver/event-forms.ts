import type { Json } from "./objects.ts";
import type { StoredForm } from "./resources.ts";

/**
 * Events of `events.k8s.io` are the core group's under other field names. The real server keeps both in the core form,
 * and so does this one.
 */
export const eventForms: StoredForm = { group: "", version: "v1", toStored, fromStored };

function toStored(event: Json): Json {
  const {
    regarding,
    note,
    deprecatedSource,
    deprecatedFirstTimestamp,
    deprecatedLastTimestamp,
    deprecatedCount,
    ...same
  } = event;
  const { reportingController, ...rest } = same;
  return {
    ...rest,
    involvedObject: regarding ?? {},
    ...present("message", note),
    source: deprecatedSource ?? {},
    firstTimestamp: deprecatedFirstTimestamp ?? null,
    lastTimestamp: deprecatedLastTimestamp ?? null,
    ...present("count", deprecatedCount),
    eventTime: event["eventTime"] ?? null,
    reportingComponent: reportingController ?? "",
    reportingInstance: event["reportingInstance"] ?? "",
  };
}

function fromStored(event: Json): Json {
  const {
    involvedObject,
    message,
    source,
    firstTimestamp,
    lastTimestamp,
    count,
    reportingComponent,
    reportingInstance,
    ...rest
  } = event;
  return {
    ...rest,
    eventTime: event["eventTime"] ?? null,
    ...present("reportingController", reportingComponent),
    ...present("reportingInstance", reportingInstance),
    regarding: involvedObject ?? {},
    ...present("note", message),
    deprecatedSource: source ?? {},
    deprecatedFirstTimestamp: firstTimestamp ?? null,
    deprecatedLastTimestamp: lastTimestamp ?? null,
    ...present("deprecatedCount", count),
  };
}

/** Go leaves empty texts and zeros out of these fields. */
function present(name: string, value: unknown): Json {
  return value === undefined || value === "" || value === 0 ? {} : { [name]: value };
}

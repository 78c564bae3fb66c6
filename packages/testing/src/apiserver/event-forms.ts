import { defined } from "client-ts/internal";
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
  // Go leaves empty texts and zeros out of some fields.
  return {
    ...rest,
    involvedObject: regarding ?? {},
    ...defined({ message: note || undefined }),
    source: deprecatedSource ?? {},
    firstTimestamp: deprecatedFirstTimestamp ?? null,
    lastTimestamp: deprecatedLastTimestamp ?? null,
    ...defined({ count: deprecatedCount || undefined }),
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
    ...defined({
      reportingController: reportingComponent || undefined,
      reportingInstance: reportingInstance || undefined,
    }),
    regarding: involvedObject ?? {},
    ...defined({ note: message || undefined }),
    deprecatedSource: source ?? {},
    deprecatedFirstTimestamp: firstTimestamp ?? null,
    deprecatedLastTimestamp: lastTimestamp ?? null,
    ...defined({ deprecatedCount: count || undefined }),
  };
}

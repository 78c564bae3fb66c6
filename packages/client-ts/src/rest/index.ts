/** Requests to a Kubernetes API: building, sending, retrying, decoding, watching, paging. */

export type { GroupVersion, RestClientOptions } from "./rest-client.ts";
export { RESTClient, restClientFor } from "./rest-client.ts";
export type { CallOptions, StreamOptions } from "./request.ts";
export { Request } from "./request.ts";
export { Result } from "./result.ts";
export type { WatchStreamOptions } from "./watch-stream.ts";
export { WatchStream } from "./watch-stream.ts";
export type { ClientTransport } from "./transport-for.ts";
export { transportFor } from "./transport-for.ts";
export type { Serializer } from "./serializer.ts";
export { jsonSerializer, UnexpectedContentTypeError } from "./serializer.ts";
export type { ListPagerOptions, PageSource } from "./pager.ts";
export { ListPager } from "./pager.ts";
export type { RetryWatcherOptions, WatchSource } from "./retry-watcher.ts";
export { RetryWatcher } from "./retry-watcher.ts";
export type { UntilCondition, UntilOptions } from "./until.ts";
export { until, untilWithoutRetry, WatchClosedError } from "./until.ts";
export type { WarningWriter, WarningWriterOptions } from "./warnings.ts";
export { createWarningWriter, logWarnings, parseWarnings, suppressWarnings } from "./warnings.ts";
export type { BackoffManager, UrlBackoffOptions } from "./url-backoff.ts";
export { backoffFromEnv, noBackoff, urlBackoff } from "./url-backoff.ts";
export type { ServerUrl } from "./server-url.ts";
export { groupVersionPath, isTls, serverUrl } from "./server-url.ts";
export { goDuration, optionParams } from "./params.ts";
export { checkSegment, segmentProblem } from "./path.ts";
export { parseRetryAfter } from "./retry.ts";
export { urlTemplate } from "./url-template.ts";

import { channel } from "node:diagnostics_channel";
import type { Interceptor, RequestPurpose, Transport, TransportRequest, TransportResponse } from "./transport.ts";

/**
 * What the channels `client-ts:request:start`, `:end` and `:error` of `node:diagnostics_channel` carry. One request
 * keeps one object.
 */
export interface RequestTrace {
  readonly method: string;
  /** Path without query. */
  readonly path: string;
  readonly purpose: RequestPurpose;
  /** On `end`: the status of the answer. */
  status?: number | undefined;
  /** On `end`: the protocol that was used. */
  protocol?: "h2" | "http/1.1" | undefined;
  /** On `error`: why there is no answer. */
  error?: unknown;
}

const start = channel("client-ts:request:start");
const end = channel("client-ts:request:end");
const failed = channel("client-ts:request:error");

/** Publishes every request on `node:diagnostics_channel`; costs nothing without a subscriber. */
export const tracing: Interceptor = (next) => (request) =>
  start.hasSubscribers || end.hasSubscribers || failed.hasSubscribers ? traced(next, request) : next(request);

async function traced(next: Transport, request: TransportRequest): Promise<TransportResponse> {
  const query = request.path.indexOf("?");
  const trace: RequestTrace = {
    method: request.method,
    path: query < 0 ? request.path : request.path.slice(0, query),
    purpose: request.purpose,
  };
  start.publish(trace);
  try {
    const response = await next(request);
    trace.status = response.status;
    trace.protocol = response.protocol;
    end.publish(trace);
    return response;
  } catch (error) {
    trace.error = error;
    failed.publish(trace);
    throw error;
  }
}

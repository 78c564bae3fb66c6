import { Readable } from "node:stream";
import type { Interceptor, RestConfig, Transport, TransportRequest, TransportResponse } from "../../transport/index.ts";
import { type RESTClient, type RestClientOptions, restClientFor } from "../index.ts";
import { type RetryingOptions, sendWithRetries } from "../send-with-retries.ts";

/** What a scripted server says to one request. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** An object is sent as JSON. */
  readonly body?: string | Buffer | object;
}

/** A client whose server answers by script; the last line of the script is repeated. */
export interface Scripted {
  readonly client: RESTClient;
  readonly sent: TransportRequest[];
  /** The bodies that were given out, to see whether they were read or given up. */
  readonly bodies: Readable[];
}

/** Makes a {@link Scripted}. A function decides by itself; an error is what the transport rejects with. */
export function scripted(
  script: readonly (Answer | Error | ((request: TransportRequest) => Answer | Error | Promise<Answer>))[],
  config: Partial<RestConfig> = {},
  options: RestClientOptions = { groupVersion: { group: "", version: "v1" } },
): Scripted {
  const sent: TransportRequest[] = [];
  const bodies: Readable[] = [];
  const send: Transport = async (request) => {
    const line = script[Math.min(sent.length, script.length - 1)] as (typeof script)[number];
    sent.push(request);
    const answer = typeof line === "function" ? await line(request) : line;
    if (answer instanceof Error) throw answer;
    const { status = 200, body = {}, headers } = answer;
    const isText = typeof body === "string" || Buffer.isBuffer(body);
    const readable = Readable.from(
      isText ? (body.length > 0 ? [Buffer.from(body as string)] : []) : [Buffer.from(JSON.stringify(body))],
      {
        objectMode: false,
      },
    );
    bodies.push(readable);
    return { status, headers: { "content-type": "application/json", ...headers }, body: readable, protocol: "h2" };
  };
  return { client: restClientFor({ host: "https://api:6443", ...config, transport: send }, options), sent, bodies };
}

/** A request that is sent without a client. */
export const request: TransportRequest = { method: "GET", path: "/api", headers: {}, purpose: "call" };

/** What a transport gives for a request: a head, and a body of one piece. */
export function answer(status: number, headers: TransportResponse["headers"] = {}, body = "{}"): TransportResponse {
  return {
    status,
    headers,
    body: Readable.from([Buffer.from(body)], { objectMode: false }),
    protocol: "h2",
  };
}

/** Tries requests again without a client. */
export function retrying(options: RetryingOptions): Interceptor {
  return (next) => (request) => sendWithRetries(next, request, options);
}

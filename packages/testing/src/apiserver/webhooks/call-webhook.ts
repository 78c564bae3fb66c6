import { request } from "node:https";
import { field, isObject, type Json } from "../objects.ts";

/** A call that failed, with the words of the real server. */
export class WebhookCallError extends Error {}

/** Reviews larger than this are not read: no webhook has a reason to send more. */
const maxAnswerBytes = 64 << 20;

/**
 * Sends a review to the address of a `clientConfig` and gives the answer. Only addresses of this machine are called: an
 * object in a test server must not make it reach into a network.
 */
export async function callWebhook(clientConfig: unknown, review: Json, timeoutSeconds: number): Promise<Json> {
  const url = addressOf(clientConfig);
  // Go joins the parts of a path again, and a double slash becomes one.
  url.pathname = url.pathname.replace(/\/{2,}/g, "/");
  url.searchParams.set("timeout", `${timeoutSeconds}s`);
  const fail = (why: string): WebhookCallError => new WebhookCallError(`Post ${JSON.stringify(url.href)}: ${why}`);
  if (field(clientConfig, "service") !== undefined)
    throw fail(`service ${JSON.stringify(field(clientConfig, "service", "name"))} not found`);
  if (!isLoopback(url.hostname))
    throw fail(`dial tcp: lookup ${url.hostname}: this server calls webhooks on loopback addresses only`);
  const bundle = field(clientConfig, "caBundle");
  const ca = typeof bundle === "string" && bundle !== "" ? Buffer.from(bundle, "base64") : undefined;
  return new Promise<Json>((resolve, reject) => {
    const body = JSON.stringify(review);
    const sent = request(
      url,
      {
        method: "POST",
        agent: false,
        signal: AbortSignal.timeout(timeoutSeconds * 1000),
        // As in Go, a bundle may hold the webhook's own certificate instead of its authority's.
        ca,
        allowPartialTrustChain: ca !== undefined,
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          accept: "application/json, */*",
          "user-agent": "kube-apiserver-admission",
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxAnswerBytes) sent.destroy(new Error("the answer is too large"));
          else chunks.push(chunk);
        });
        response.on("error", (error) => reject(fail(reasonOf(error, url))));
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          const status = response.statusCode ?? 0;
          if (status < 200 || status > 299) reject(new WebhookCallError(statusText(status, text)));
          else resolve(parse(text, reject));
        });
      },
    );
    sent.on("error", (error) => reject(fail(reasonOf(error, url))));
    sent.end(body);
  });
}

function addressOf(clientConfig: unknown): URL {
  const url = field(clientConfig, "url");
  if (typeof url === "string") return new URL(url);
  const text = (member: string): string => String(field(clientConfig, "service", member) ?? "");
  const path = text("path").replace(/^(?=[^/])/, "/");
  return new URL(`https://${text("name")}.${text("namespace")}.svc:${text("port") || "443"}${path}`);
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function parse(text: string, reject: (error: Error) => void): Json {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Said below.
  }
  reject(new WebhookCallError("couldn't get version/kind; json parse error: the answer is not a JSON object"));
  return {};
}

/** Go's words for what went wrong with a connection. */
function reasonOf(error: Error & { code?: string | undefined }, url: URL): string {
  if (error.name === "TimeoutError" || error.name === "AbortError") return "context deadline exceeded";
  switch (error.code) {
    case "ECONNREFUSED":
      return `dial tcp ${url.host}: connect: connection refused`;
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
      return "tls: failed to verify certificate: x509: certificate signed by unknown authority";
    case "ECONNRESET":
      return "EOF";
    default:
      return error.message;
  }
}

function statusText(status: number, text: string): string {
  if (status === 404) return "the server could not find the requested resource";
  if (status >= 500)
    return `an error on the server (${JSON.stringify(text.trim() || "unknown")}) has prevented the request from succeeding`;
  return "the server rejected our request for an unknown reason";
}

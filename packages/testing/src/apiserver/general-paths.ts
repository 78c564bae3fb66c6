import type { Core } from "./core.ts";
import { discoveryAnswer } from "./discovery.ts";
import type { Exchange } from "./exchange.ts";
import { serveHealth } from "./health.ts";
import { hashOf } from "./journal.ts";
import { metricsText } from "./metrics.ts";
import type { Json } from "./objects.ts";
import { openApiDocument } from "./openapi/documents.ts";

const version: Json = {
  major: "1",
  minor: "37",
  emulationMajor: "1",
  emulationMinor: "37",
  minCompatibilityMajor: "1",
  minCompatibilityMinor: "36",
  gitVersion: "v1.37.1",
  gitCommit: "0000000000000000000000000000000000000000",
  gitTreeState: "clean",
  buildDate: "2026-01-01T00:00:00Z",
  goVersion: "go1.26",
  compiler: "gc",
  platform: "linux/amd64",
};

/** Answers paths that are about the server and not about an object; `false` for other paths. */
export function serveGeneral(core: Core, exchange: Exchange, pathname: string, address: string): boolean {
  const { table } = core;
  if (exchange.method !== "GET" && exchange.method !== "HEAD") return false;
  const json = (value: unknown, contentType = "application/json"): true => {
    exchange.respond(200, { "content-type": contentType, vary: "Accept" }, Buffer.from(`${JSON.stringify(value)}\n`));
    return true;
  };
  if (serveHealth(exchange, pathname)) return true;
  if (pathname === "/metrics") {
    exchange.respond(
      200,
      { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
      Buffer.from(metricsText(core)),
    );
    return true;
  }
  if (pathname === "/version" || pathname === "/version/") return json(version);
  if (pathname === "/") {
    const groups = table.groups().filter(({ group }) => group !== "");
    const paths = groups.flatMap(({ group, versions }) => [
      `/apis/${group}`,
      ...versions.map((one) => `/apis/${group}/${one}`),
    ]);
    return json({
      paths: [
        "/api",
        "/api/v1",
        "/apis",
        "/apis/",
        ...paths,
        "/healthz",
        "/livez",
        "/metrics",
        "/openapi/v2",
        "/openapi/v3",
        "/openapi/v3/",
        "/readyz",
        "/version",
      ],
    });
  }
  const discovered = discoveryAnswer(table, pathname, exchange, address);
  if (discovered !== undefined) {
    if (!discovered.contentType.includes("apidiscovery")) return json(discovered.value);
    const body = Buffer.from(`${JSON.stringify(discovered.value)}\n`);
    respondTagged(exchange, body, `"${hashOf(body).toUpperCase()}"`, discovered.contentType);
    return true;
  }
  const document = openApiDocument(table, pathname);
  if (document === undefined) return false;
  respondTagged(exchange, document.body, document.etag, "application/json");
  return true;
}

/** Answers with a document, or with 304 when the client has it. */
function respondTagged(exchange: Exchange, body: Buffer, etag: string, contentType: string): void {
  const isKnown = exchange.headers["if-none-match"] === etag;
  const headers = { "content-type": contentType, vary: "Accept", etag };
  exchange.respond(isKnown ? 304 : 200, headers, isKnown ? Buffer.alloc(0) : body);
}

import { discoveryAnswer } from "./discovery.ts";
import type { Exchange } from "./exchange.ts";
import { hashOf } from "./journal.ts";
import type { Json } from "./objects.ts";
import { openApiAnswer } from "./openapi.ts";
import type { ResourceTable } from "./resources.ts";

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

/** Answers paths that are about the server and not about an object; `false` when the path is none. */
export function serveGeneral(table: ResourceTable, exchange: Exchange, pathname: string, address: string): boolean {
  if (exchange.method !== "GET" && exchange.method !== "HEAD") return false;
  const json = (value: unknown, contentType = "application/json"): true => {
    exchange.respond(200, { "content-type": contentType, vary: "Accept" }, Buffer.from(`${JSON.stringify(value)}\n`));
    return true;
  };
  if (/^\/(healthz|livez|readyz)(\/[a-z/-]*)?$/.test(pathname)) {
    exchange.respond(
      200,
      { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
      Buffer.from("ok"),
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
    const etag = `"${hashOf(body).toUpperCase()}"`;
    const fresh = exchange.headers["if-none-match"] === etag;
    exchange.respond(
      fresh ? 304 : 200,
      { "content-type": discovered.contentType, vary: "Accept", etag },
      fresh ? Buffer.alloc(0) : body,
    );
    return true;
  }
  const document = openApiAnswer(table, pathname);
  return document === undefined ? false : json(document);
}

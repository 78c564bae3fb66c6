import { describe, expect, it } from "vitest";
import { TransportError } from "../errors/index.ts";
import type { Meter } from "../util/index.ts";
import { FakeClock } from "../util/index.ts";
import { restMetrics } from "./metrics.ts";
import { restClientFor } from "./rest-client.ts";
import { parseRetryAfter, retryPlan } from "./retry.ts";
import { serverUrl } from "./server-url.ts";
import { throttleLog } from "./throttle-log.ts";
import { backoffFromEnv, noBackoff, urlBackoff } from "./url-backoff.ts";
import { urlTemplate } from "./url-template.ts";

describe("the metrics of a client", () => {
  it("are declared with client-go's names, help, units, labels and buckets", () => {
    const made: unknown[] = [];
    const note = (kind: string) => (name: string, options?: object) => {
      made.push([kind, name, options]);
      return { add() {}, set() {}, observe() {} };
    };
    const meter: Meter = { counter: note("counter"), gauge: note("gauge"), histogram: note("histogram") };
    restMetrics(meter);
    const labelNames = ["verb", "host"];
    const seconds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];
    const bytes = [64, 256, 512, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216];
    const duration = (help: string) => ({ help, unit: "s", labelNames, buckets: seconds });
    const size = (help: string) => ({ help, unit: "By", labelNames, buckets: bytes });
    expect(made).toEqual([
      [
        "counter",
        "rest_client_requests_total",
        { help: "HTTP requests by code, method and host", labelNames: ["code", "method", "host"] },
      ],
      ["histogram", "rest_client_request_duration_seconds", duration("Seconds until an answer by verb and host")],
      ["histogram", "rest_client_request_size_bytes", size("Size of requests by verb and host")],
      ["histogram", "rest_client_response_size_bytes", size("Size of answers by verb and host")],
      [
        "histogram",
        "rest_client_rate_limiter_duration_seconds",
        duration("Seconds spent waiting for the client's rate limiter by verb and host"),
      ],
      [
        "counter",
        "rest_client_request_retries_total",
        { help: "Attempts beyond the first by code, verb and host", labelNames: ["code", ...labelNames] },
      ],
    ]);
  });
});

describe("when the server asks for a retry", () => {
  const now = Date.UTC(2026, 0, 1);

  it.each([
    [undefined, undefined],
    ["  5 ", 5_000],
    ["+5", 5_000],
    ["5x", undefined],
    ["x5", undefined],
    ["--5", undefined],
    [`${"0".repeat(63)}5`, 5_000],
    [`${"0".repeat(64)}5`, undefined],
    ["Thu 01 Jan 2026 00:00:10 GMT", 10_000],
    ["Th, 01 Jan 2026 00:00:10 GMT", undefined],
    ["01 Jan 2026 00:00:10 GMT", undefined],
    ["2026-01-01T00:00:10Z", undefined],
    ["Thu, 99 Jan 2026 00:00:10 GMT", undefined],
  ])("%j is read as %s ms", (value, expected) => {
    expect(parseRetryAfter(value, now)).toBe(expected);
  });

  it("the reason names the status, and the flow schema in one short printable line", () => {
    const attempt = { method: "POST", mode: "do", replayable: true } as const;
    const asked = (status: number, headers: Record<string, string>) =>
      retryPlan({ ...attempt, response: { status, headers: { "retry-after": "3", ...headers } } }, now);
    const flow = "x-kubernetes-pf-flowschema-uid";
    expect([
      asked(429, { [flow]: "" }),
      asked(500, { [flow]: `a\nb${"c".repeat(80)}` }),
      asked(499, {}),
      asked(428, {}),
    ]).toEqual([
      { afterMs: 3_000, reason: "the server answered 429" },
      { afterMs: 3_000, reason: `the server answered 500 (flow schema "a\\nb${"c".repeat(60)}…")` },
      undefined,
      undefined,
    ]);
    const reset = new TransportError("reset", { code: "reset" });
    expect(retryPlan({ ...attempt, method: "GET", error: reset }, now)).toEqual({
      afterMs: 1_000,
      reason: "the connection broke",
    });
  });
});

describe("the log of waits for the rate limiter", () => {
  it("warns once in ten seconds, informs once a second, and has the others and short ones at debug", async () => {
    const clock = new FakeClock();
    const lines: unknown[] = [];
    const at = (level: string) => (message: string, fields?: object) => void lines.push({ level, message, ...fields });
    const log = throttleLog({ debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") }, clock);
    const message = "waited because of the client's own rate limit, not the server's";
    const steps = [
      [0, 60.4, "debug", 60],
      [0, 1_000, "debug", 1_000],
      [0, 1_000.6, "warn", 1_001],
      [0, 2_000, "info", 2_000],
      [999, 2_000, "debug", 2_000],
      [1, 2_000, "info", 2_000],
      [8_999, 2_000, "info", 2_000],
      [1, 2_000, "warn", 2_000],
      [0, 2_000, "debug", 2_000],
    ] as const;
    for (const [laterMs, waitedMs] of steps) {
      await clock.advance(laterMs);
      log(waitedMs, "GET /api");
    }
    expect(lines).toEqual(steps.map(([, , level, waitedMs]) => ({ level, message, waitedMs, request: "GET /api" })));
  });
});

describe("the backoff of a server", () => {
  it("is forgotten after any status below 500 but 429, and after no answer at all", () => {
    for (const [status, expected] of [
      [0, 0],
      [200, 0],
      [428, 0],
      [430, 0],
      [499, 0],
      [429, 2_000],
      [500, 2_000],
    ] as const) {
      const backoff = urlBackoff({ baseMs: 1_000, maxMs: 8_000, clock: new FakeClock() });
      backoff.update("https://api", 500);
      backoff.update("https://api", status);
      expect([status, backoff.delayMs("https://api")]).toEqual([status, expected]);
    }
  });

  it("is kept apart for names that are not URLs", () => {
    const backoff = urlBackoff({ baseMs: 1_000, maxMs: 8_000, clock: new FakeClock() });
    backoff.update("one server", 500);
    expect([backoff.delayMs("one server"), backoff.delayMs("another server")]).toEqual([1_000, 0]);
  });

  it("is read from the environment as whole seconds of up to nine digits", () => {
    const made = (base: string, max: string): number | "none" => {
      const env = { KUBE_CLIENT_BACKOFF_BASE: base, KUBE_CLIENT_BACKOFF_DURATION: max };
      const backoff = backoffFromEnv(env, new FakeClock());
      if (backoff === noBackoff) return "none";
      for (let n = 0; n < 5; n++) backoff.update("https://api", 500);
      return backoff.delayMs("https://api");
    };
    expect(made("1", "8")).toBe(8_000);
    expect(made("+2", "123456789")).toBe(32_000);
    expect(made("1", "-1")).toBe(0);
    for (const bad of ["", "1s", "x1", "1 ", "1234567890", "--1"])
      expect([bad, made(bad, "8"), made("1", bad)]).toEqual([bad, "none", "none"]);
  });

  it("of the default never waits, whatever happens", () => {
    noBackoff.update("https://api", 500);
    expect(noBackoff.delayMs("https://api")).toBe(0);
  });
});

describe("a path for metrics", () => {
  it.each([
    ["?a=b", "?a={value}"],
    ["/?a=b", "/?a={value}"],
    ["/healthz?a=b&a=c&d", "/healthz?a={value}&d={value}"],
    ["/api/v1?limit=5", "/api/v1?limit={value}"],
    ["/api/v1/nodes", "/api/v1/nodes"],
    ["/api/v1/nodes/n", "/api/v1/nodes/{name}"],
    ["/api/v1/nodes/n/status", "/api/v1/nodes/{name}/status"],
    ["/api/v1/namespaces/ns/finalize", "/api/v1/namespaces/{name}/finalize"],
    ["/api/v1/namespaces/ns/pods", "/api/v1/namespaces/{namespace}/pods"],
    ["/api/v1/namespaces/ns/pods/web", "/api/v1/namespaces/{namespace}/pods/{name}"],
    ["/api/v1/namespaces/ns/pods/status", "/api/v1/namespaces/{namespace}/pods/status"],
    ["/api/v1/namespaces/ns/pods/finalize", "/api/v1/namespaces/{namespace}/pods/finalize"],
    ["/api/v1/namespaces/ns/pods/web/log", "/api/v1/namespaces/{namespace}/pods/{name}/log"],
    ["/apis/apps/v1/namespaces/ns/x/y/status", "/apis/apps/v1/namespaces/{namespace}/x/{name}/status"],
    ["/apis/apps/v1/x", "/apis/apps/v1/x"],
    ["/apis/apps/v1/x/y", "/apis/apps/v1/x/{name}"],
    ["/other/v1/x", "/{prefix}"],
    ["/version/x", "/{prefix}"],
  ])("%s is %s", (path, template) => {
    expect(urlTemplate(path)).toBe(template);
    expect(urlTemplate(path, "/")).toBe(template);
  });

  it("is read behind the server's own path", () => {
    expect(urlTemplate("/base/api/v1/nodes/n?a=b", "/base")).toBe("/base/api/v1/nodes/{name}?a={value}");
    expect(urlTemplate("/base/version", "/base")).toBe("/base/version");
    expect(urlTemplate("/base/api/v1/nodes", "/other")).toBe("/{prefix}");
    expect(urlTemplate("/base/api/v1/nodes", "/ba")).toBe("/{prefix}");
    const host = "https://api/k8s/c%2Fx";
    const url = restClientFor({ host }).get().absPath("/api/v1/nodes/n").url();
    expect(urlTemplate(url, serverUrl({ host }).path)).toBe("/k8s/c%2Fx/api/v1/nodes/{name}");
  });
});

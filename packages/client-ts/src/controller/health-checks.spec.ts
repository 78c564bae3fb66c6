import { describe, expect, it } from "vitest";
import { HealthChecks } from "./health-checks.ts";

describe("health checks", () => {
  const ask = async (checks: HealthChecks, url: string): Promise<string | undefined> => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const answer = await checks.answer(pathname, searchParams);
    return answer && `${answer.status} ${answer.text}`;
  };

  it("pass without any check, which is then called ping", async () => {
    const checks = new HealthChecks(() => {});
    expect([
      await ask(checks, "/healthz"),
      await ask(checks, "/healthz/"),
      await ask(checks, "/healthz/ping"),
      await ask(checks, "/readyz?verbose"),
      await ask(checks, "/healthz/ping/more"),
    ]).toEqual(["200 ok", "200 ok", "200 ok", "200 [+]ping ok\nreadyz check passed\n", undefined]);
    checks.add("healthz", "own", () => {});
    expect(await ask(checks, "/healthz/ping")).toBeUndefined();
  });

  it("list the result of each check, and say that the whole failed", async () => {
    const failures: string[] = [];
    const checks = new HealthChecks((endpoint, name, error) => failures.push(`${endpoint} ${name} ${error}`));
    checks.add("readyz", "good", () => {});
    checks.add("readyz", "late", () => Promise.reject(new Error("later")));
    checks.add("readyz", "out", () => {
      throw new Error("never asked");
    });
    expect(await ask(checks, "/readyz?exclude=out")).toBe(
      "500 [+]good ok\n[-]late failed: reason withheld\n[+]out excluded: ok\nreadyz check failed\n",
    );
    expect(failures).toEqual(["readyz late Error: later"]);
  });
});

import { InvalidArgumentError } from "../errors/index.ts";
import { isThenable } from "../util/index.ts";

/** Whether a part of the program works: throws or rejects when it does not. */
export type HealthCheck = () => unknown;

/** The two endpoints: whether the process should be restarted, and whether it may get work. */
export type HealthEndpoint = "healthz" | "readyz";

/** An answer of a health endpoint. */
export interface HealthAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * The checks of `/healthz` and `/readyz`. `/readyz/caches` runs one of them, `?exclude=caches` leaves one out and
 * `?verbose` lists all. The reasons of failures go to the log and not into the answer, which any client may read.
 */
export class HealthChecks {
  readonly #checks: Record<HealthEndpoint, Map<string, HealthCheck>> = { healthz: new Map(), readyz: new Map() };
  readonly #onFailure: (endpoint: HealthEndpoint, name: string, error: unknown) => void;

  constructor(onFailure: (endpoint: HealthEndpoint, name: string, error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  add(endpoint: HealthEndpoint, name: string, check: HealthCheck): void {
    if (!/^[\w.-]+$/.test(name))
      throw new InvalidArgumentError(
        `${JSON.stringify(name)} cannot be the name of a check, because the name becomes a segment of the path ` +
          `/${endpoint}/NAME`,
      );
    if (this.#checks[endpoint].has(name))
      throw new InvalidArgumentError(`there is a check ${JSON.stringify(name)} of /${endpoint} already`);
    this.#checks[endpoint].set(name, check);
  }

  /** The answer to a request; `undefined` for a path that is not one of ours. */
  async answer(path: string, query: URLSearchParams): Promise<HealthAnswer | undefined> {
    const [, endpoint, name, ...rest] = path.split("/");
    if ((endpoint !== "healthz" && endpoint !== "readyz") || rest.length > 0) return undefined;
    const checks = this.#checks[endpoint];
    const all: ReadonlyMap<string, HealthCheck> = checks.size === 0 ? new Map([["ping", () => {}]]) : checks;
    if (name !== undefined && name !== "") {
      const check = all.get(name);
      if (check === undefined) return undefined;
      return (await this.#passes(endpoint, name, check)) ? { status: 200, text: "ok" } : failed(endpoint);
    }
    const excluded = new Set(query.getAll("exclude"));
    const lines: string[] = [];
    let ok = true;
    for (const [one, check] of all) {
      if (excluded.has(one)) {
        lines.push(`[+]${one} excluded: ok`);
        continue;
      }
      const passed = await this.#passes(endpoint, one, check);
      ok &&= passed;
      lines.push(passed ? `[+]${one} ok` : `[-]${one} failed: reason withheld`);
    }
    if (ok && !query.has("verbose")) return { status: 200, text: "ok" };
    const end = ok ? `${endpoint} check passed` : `${endpoint} check failed`;
    return { status: ok ? 200 : 500, text: `${[...lines, end].join("\n")}\n` };
  }

  async #passes(endpoint: HealthEndpoint, name: string, check: HealthCheck): Promise<boolean> {
    try {
      const result = check();
      if (isThenable(result)) await result;
      return true;
    } catch (error) {
      this.#onFailure(endpoint, name, error);
      return false;
    }
  }
}

function failed(endpoint: HealthEndpoint): HealthAnswer {
  return { status: 500, text: `${endpoint} check failed: reason withheld\n` };
}

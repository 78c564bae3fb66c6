import type { Clock } from "client-ts/util";
import { verbOf } from "./dispatch.ts";
import type { Exchange } from "./exchange.ts";
import type { ActiveFault, Fault, FaultHandle, FaultMatch, Faults, FaultWhen } from "./faults.ts";
import { FaultyExchange } from "./faulty-exchange.ts";
import { parseApiPath } from "./request-path.ts";

/** The faults of a server, and what they do to a request. */
export class FaultRules implements Faults {
  readonly #rules = new Map<number, Rule>();
  readonly #clock: Clock;
  #nextId = 1;
  #skewMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(when: FaultWhen, fault: Fault): FaultHandle {
    const rule = new Rule(this.#nextId++, when, fault, this.#clock.monotonic(), () => this.#rules.delete(rule.id));
    this.#rules.set(rule.id, rule);
    return rule;
  }

  list(): FaultHandle[] {
    return [...this.#rules.values()];
  }

  clear(id?: number): void {
    for (const rule of [...this.#rules.values()]) if (id === undefined || rule.id === id) rule.remove();
  }

  unmatched(): FaultHandle[] {
    return [...this.#rules.values()].filter((rule) => !rule.matched);
  }

  skewClock(ms: number): void {
    this.#skewMs = ms;
  }

  get skewMs(): number {
    return this.#skewMs;
  }

  /** The exchange with the faults that hit it; the exchange itself when none does. */
  apply(exchange: Exchange, pathname: string, query: URLSearchParams, revision: number): FaultyExchange | undefined {
    if (this.#rules.size === 0) return undefined;
    const hitting: Rule[] = [];
    const path = parseApiPath(pathname);
    const verb = path === undefined ? exchange.method.toLowerCase() : verbOf(exchange.method, path, query);
    for (const rule of this.#rules.values()) {
      if (
        rule.hit(
          {
            method: exchange.method,
            verb,
            resource: path?.plural ?? "",
            group: path?.group ?? "",
            namespace: path?.namespace ?? "",
            name: path?.name ?? "",
            path: pathname,
          },
          this.#clock.monotonic(),
        )
      ) {
        hitting.push(rule);
      }
    }
    return hitting.length === 0 ? undefined : new FaultyExchange(exchange, hitting, this.#clock, revision);
  }
}

/** The facts of a request that a fault compares. */
interface FaultRequest extends Required<Omit<FaultMatch, "path">> {
  readonly group: string;
  readonly path: string;
}

/** Whether `deployments` or `deployments.apps` names the request's resource. */
function isResource(wanted: string, { resource, group }: FaultRequest): boolean {
  return resource !== "" && (wanted === resource || (group !== "" && wanted === `${resource}.${group}`));
}

class Rule implements FaultHandle, ActiveFault {
  readonly id: number;
  readonly fault: Fault;
  hits = 0;
  /** Whether a request has matched, hit or not. */
  matched = false;
  readonly #when: FaultWhen;
  readonly #since: number;
  readonly #forget: () => void;
  readonly #onRemove: (() => void)[] = [];
  #seen = 0;

  constructor(id: number, when: FaultWhen, fault: Fault, since: number, forget: () => void) {
    this.id = id;
    this.fault = fault;
    this.#when = when;
    this.#since = since;
    this.#forget = forget;
  }

  hit(request: FaultRequest, now: number): boolean {
    const {
      match = {},
      times = Number.POSITIVE_INFINITY,
      after = 0,
      fromMs = 0,
      untilMs = Number.POSITIVE_INFINITY,
    } = this.#when;
    for (const name of ["method", "verb", "namespace", "name"] as const) {
      if (match[name] !== undefined && match[name] !== request[name]) return false;
    }
    if (match.resource !== undefined && !isResource(match.resource, request)) return false;
    if (
      match.path !== undefined &&
      !(typeof match.path === "string" ? match.path === request.path : request.path.search(match.path) >= 0)
    )
      return false;
    this.matched = true;
    const age = now - this.#since;
    if (age < fromMs || age > untilMs) return false;
    if (this.#seen++ < after || this.hits >= times) return false;
    this.hits++;
    return true;
  }

  onRemove(run: () => void): void {
    this.#onRemove.push(run);
  }

  remove(): void {
    this.#forget();
    for (const run of this.#onRemove.splice(0)) run();
  }

  toJSON(): unknown {
    const { match } = this.#when;
    return {
      id: this.id,
      hits: this.hits,
      fault: this.fault,
      when: { ...this.#when, match: match?.path === undefined ? match : { ...match, path: String(match.path) } },
    };
  }
}

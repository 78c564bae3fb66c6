import { afterTurn } from "client-ts/internal";
import { badRequest, notFound } from "./api-error.ts";
import type { Exchange } from "./exchange.ts";
import type { Fault, Faults, FaultWhen } from "./faults.ts";
import { isObject } from "./objects.ts";

/** What the admin endpoint can do in addition to faults. */
export interface AdminActions {
  readonly faults: Faults;
  compact(revision?: string): void;
  restart(options: { history?: "kept" | "lost" | undefined }): Promise<void>;
  cutConnections(how?: "reset" | "end"): void;
  journal(): unknown;
  snapshot(): unknown;
}

/** Where a test in another process reaches the server's handles. */
export const adminPrefix = "/client-ts-testing/";

/** Answers `/client-ts-testing/...`: faults, compact, restart, cut, journal, snapshot. */
export async function serveAdmin(actions: AdminActions, exchange: Exchange, pathname: string): Promise<void> {
  const [what = "", id] = pathname.slice(adminPrefix.length).split("/");
  const body = exchange.method === "POST" ? await exchange.readBody(1 << 20) : Buffer.alloc(0);
  const input: unknown = body.length === 0 ? {} : parse(body.toString("utf8"));
  if (!isObject(input)) throw badRequest("the body must be a JSON object");
  const { method } = exchange;
  const answer = (value: unknown): void =>
    exchange.respond(200, { "content-type": "application/json" }, Buffer.from(`${JSON.stringify(value ?? {})}\n`));
  switch (`${method} ${what}`) {
    case "GET faults":
      return answer(actions.faults.list());
    case "POST faults": {
      const { fault, ...when } = input;
      if (!isObject(fault) || typeof fault["type"] !== "string") throw badRequest("a fault needs a type");
      return answer(actions.faults.add(whenOf(when), fault as unknown as Fault));
    }
    case "DELETE faults":
      return answer(actions.faults.clear(id === undefined ? undefined : Number(id)));
    case "POST compact":
      return answer(actions.compact(typeof input["revision"] === "string" ? input["revision"] : undefined));
    case "POST skew":
      return answer(actions.faults.skewClock(Number(input["ms"] ?? 0)));
    case "POST cut":
      answer({});
      afterTurn(() => actions.cutConnections(input["how"] === "end" ? "end" : "reset"));
      return;
    case "POST restart":
      answer({});
      afterTurn(() => void actions.restart({ history: input["history"] === "lost" ? "lost" : "kept" }));
      return;
    case "GET journal":
      return answer(actions.journal());
    case "GET snapshot":
      return answer(actions.snapshot());
    default:
      throw notFound({ group: "", plural: "admin" }, what);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest("the body is not JSON");
  }
}

function whenOf(when: FaultWhen & { match?: { path?: unknown } | undefined }): FaultWhen {
  const path = when.match?.path;
  if (typeof path !== "string" || path.length < 2 || !path.startsWith("/") || !path.endsWith("/"))
    return when as FaultWhen;
  if (path.length > 200) throw badRequest("a path pattern has 200 characters at most");
  return { ...when, match: { ...when.match, path: new RegExp(path.slice(1, -1)) } };
}

import { badRequest } from "../api-error.ts";
import type { Call } from "../core.ts";
import { flag } from "../list-options.ts";
import type { ContainerLogLine } from "./container-log.ts";
import type { ContainerScript } from "./container-script.ts";

/**
 * Answers `pods/log`: the lines that the query asks for, and with `follow` those that come, until the log ends or the
 * Pod is deleted.
 */
export async function serveLog(
  call: Call,
  container: string,
  script: Pick<ContainerScript, "log" | "previousLog"> | undefined,
  gone: AbortSignal,
): Promise<void> {
  const { exchange, query, core } = call;
  const number = (name: string): number | undefined => {
    const text = query.get(name);
    if (text === null || text === "") return undefined;
    if (!/^\d{1,15}$/.test(text)) throw badRequest(`${name}: ${JSON.stringify(text)} is not a number from zero up`);
    return Number(text);
  };
  const previous = flag(query, "previous") === true;
  const log = previous ? script?.previousLog : script?.log;
  if (previous && log === undefined)
    throw badRequest(
      `previous terminated container ${JSON.stringify(container)} in pod ${JSON.stringify(call.name)} not found`,
    );
  const sinceSeconds = number("sinceSeconds");
  const sinceMs = sinceSeconds === undefined ? timeOf(query.get("sinceTime")) : core.clock.now() - sinceSeconds * 1000;
  const tail = number("tailLines");
  let left = number("limitBytes") ?? Number.POSITIVE_INFINITY;
  const stamps = flag(query, "timestamps") === true;
  const stream = exchange.open(200, { "content-type": "text/plain" });
  const send = (lines: readonly ContainerLogLine[]): void => {
    const text = lines
      .filter(({ timestamp }) => sinceMs === undefined || Date.parse(timestamp) >= sinceMs)
      .map((line) => `${stamps ? `${line.timestamp} ` : ""}${line.text}\n`)
      .join("");
    const bytes = Buffer.from(text).subarray(0, left);
    left -= bytes.length;
    if (bytes.length > 0) stream.write(bytes);
  };
  let sent = log?.lines.length ?? 0;
  if (log !== undefined) send(log.lines.slice(tail === undefined ? 0 : Math.max(0, sent - tail)));
  if (log === undefined || flag(query, "follow") !== true || previous || log.ended || left <= 0) return stream.end();
  let open = true;
  let forget = (): void => {};
  const next = (): void => {
    if (!open) return;
    send(log.lines.slice(sent));
    sent = log.lines.length;
    if (log.ended || left <= 0 || gone.aborted) {
      open = false;
      stream.end();
      return;
    }
    forget = log.onChange(next);
  };
  gone.addEventListener(
    "abort",
    () => {
      forget();
      next();
    },
    { once: true },
  );
  exchange.onClose(() => {
    open = false;
    forget();
  });
  next();
}

function timeOf(text: string | null): number | undefined {
  if (text === null || text === "") return undefined;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw badRequest(`sinceTime: ${JSON.stringify(text)} is not a time`);
  // The real server passes whole seconds on.
  return Math.floor(ms / 1000) * 1000;
}

import { expect, onTestFinished } from "vitest";
import { type ClientError, StatusError, type StatusReason, TransportError } from "../../errors/index.ts";
import { defined, FakeClock, type Logger } from "../../util/index.ts";
import type { ReflectorFailure, ReflectorOptions } from "../reflector/options.ts";
import { Reflector } from "../reflector/reflector.ts";
import { RecordingStore } from "./recording-store.ts";
import { ScriptedSource, type Thing } from "./scripted-source.ts";

/** A reflector with everything around it that a spec looks at. */
export interface Reflecting {
  readonly source: ScriptedSource;
  readonly store: RecordingStore<Thing>;
  readonly clock: FakeClock;
  readonly reflector: Reflector<Thing>;
  readonly failures: ReflectorFailure[];
  readonly unexpected: unknown[];
  readonly lines: string[];
  /** Lets time pass until the next request. */
  backoff(): Promise<void>;
}

/**
 * Makes a reflector on a scripted source, with a clock that stands still; the longest wait after a first failure is 1.6
 * seconds.
 */
export function reflecting(options: ReflectorOptions<Thing> & { readonly streamingSource?: boolean } = {}): Reflecting {
  const { streamingSource = false, ...rest } = options;
  const source = new ScriptedSource({ streaming: streamingSource });
  const store = new RecordingStore<Thing>();
  const clock = new FakeClock();
  const failures: ReflectorFailure[] = [];
  const unexpected: unknown[] = [];
  const lines: string[] = [];
  const line = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
  const logger: Logger = { debug: line("debug"), info: line("info"), warn: line("warn"), error: line("error") };
  const reflector = new Reflector<Thing>(source, store, {
    name: "things",
    clock,
    random: () => 0.5,
    onWatchError: (failure) => void failures.push(failure),
    onUnexpectedError: (error) => void unexpected.push(error),
    logger,
    ...rest,
  });
  const backoff = async (): Promise<void> => {
    const requests = (): number => source.lists.length + source.watches.length;
    const before = requests();
    for (let n = 0; n < 700 && requests() === before; n++) await clock.advance(100);
  };
  return { source, store, clock, reflector, failures, unexpected, lines, backoff };
}

/** As {@link reflecting}, and the reflector runs. After the test it is closed, and must have left no timer. */
export function startReflecting(options: Parameters<typeof reflecting>[0] = {}): Reflecting {
  const made = reflecting(options);
  const { reflector, clock } = made;
  void reflector.run();
  onTestFinished(async () => {
    await reflector.close();
    expect(clock.pending).toBe(0);
    expect(reflector.state).toBe("stopped");
  });
  return made;
}

/** A server's refusal. */
export function status(
  reason: StatusReason,
  code: number,
  extra: { message?: string | undefined; retryAfterSeconds?: number | undefined; cause?: string | undefined } = {},
): StatusError {
  const { message = reason, retryAfterSeconds, cause } = extra;
  const causes = cause === undefined ? undefined : [{ reason: cause, message }];
  const details = defined({ retryAfterSeconds, causes });
  return new StatusError({ kind: "Status", apiVersion: "v1", status: "Failure", reason, code, message, details });
}

/** The server has forgotten the version. */
export const expired = (): StatusError => status("Expired", 410);
/** No server listens. */
export const refusedConnection = (): ClientError => new TransportError("connect ECONNREFUSED", { code: "refused" });
/** The connection broke. */
export const reset = (): ClientError => new TransportError("read ECONNRESET", { code: "reset" });

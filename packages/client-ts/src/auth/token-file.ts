import type { Credential } from "../transport/index.ts";
import { ConfigError, isClientError, type SecretValue } from "../errors/index.ts";
import { type Clock, guardLogger, type Logger, singleFlight, systemClock } from "../util/index.ts";
import { readTextFile } from "./node/read-text-file.ts";
import { tokenProblem } from "./static.ts";

/** Options of {@link tokenFile}. */
export interface TokenFileOptions {
  /** Used until the file could be read. */
  readonly initial?: SecretValue | undefined;
  /** How long a token read from the file counts as fresh. Default 60 s. */
  readonly periodMs?: number | undefined;
  /** How long before the end of `periodMs` the file is read again. Default 10 s. */
  readonly leewayMs?: number | undefined;
  readonly read?: ((path: string) => Promise<string>) | undefined;
  readonly clock?: Clock | undefined;
  readonly logger?: Logger | false | undefined;
}

/**
 * How long a token is used without looking again when its file could not be read, and how often that is logged at
 * most.
 */
const failedPauseMs = 1_000;
const warnEveryMs = 10_000;

/**
 * A token in a file that another process renews, as a kubelet does for Pods. The file is read again at most every 50 s
 * when a request needs it; ten requests at once read it once. A file that is missing, empty or half-written while it is
 * being replaced keeps the previous token in use.
 */
export function tokenFile(path: string, options: TokenFileOptions = {}): Credential {
  const {
    initial,
    periodMs = 60_000,
    leewayMs = 10_000,
    read = readTextFile,
    clock = systemClock,
    logger: given,
  } = options;
  const logger = guardLogger(given);
  let token = initial?.reveal();
  let freshUntilMs = Number.NEGATIVE_INFINITY;
  let warnedMs = Number.NEGATIVE_INFINITY;

  const refresh = singleFlight(async () => {
    try {
      const text = (await read(path)).trim();
      const problem = tokenProblem(text);
      if (problem !== undefined) throw new ConfigError(`the token file ${path} ${problem}`);
      token = text;
      freshUntilMs = clock.monotonic() + periodMs - leewayMs;
    } catch (error) {
      if (token === undefined)
        throw isClientError(error) ? error : new ConfigError(`the token file ${path} cannot be read: ${codeOf(error)}`);
      // A file that is being replaced is back in a moment: it is read again after a second, and not every failure is
      // logged.
      freshUntilMs = clock.monotonic() + failedPauseMs;
      if (clock.monotonic() - warnedMs < warnEveryMs) return;
      warnedMs = clock.monotonic();
      logger.warn("the token file could not be read; the previous token stays in use", { path, reason: codeOf(error) });
    }
  });

  return {
    async headers() {
      if (clock.monotonic() >= freshUntilMs) await refresh();
      return { authorization: `Bearer ${token}` };
    },
    async onUnauthorized({ refused } = {}) {
      const before = token;
      if (refused !== undefined && refused["authorization"] !== `Bearer ${before}`) return true;
      await refresh();
      return token !== before;
    },
  };
}

function codeOf(error: unknown): string {
  return isClientError(error) ? error.message : ((error as { code?: string }).code ?? "unknown error");
}

import { inspectCertificate } from "../certs/index.ts";
import { ConfigError, isClientError, orAborted, revealed } from "../errors/index.ts";
import type { ClientCertificate, ExecConfig, ExecPolicy, Credential } from "../transport/index.ts";
import { type Clock, defined, guardLogger, type Logger, type Meter, noopMeter, systemClock } from "../util/index.ts";
import { CredentialError } from "./credential-error.ts";
import {
  type ExecAnswer,
  type ExecCluster,
  execInfo,
  execInfoVariable,
  execProblems,
  parseExecAnswer,
} from "./exec-credential.ts";
import type { ExecHost, RunOutcome } from "./exec-host.ts";
import { type CallStatus, type ExecMetrics, execMetrics } from "./exec-metrics.ts";
import { policyProblems, requireAllowed } from "./exec-policy.ts";
import { findCommand } from "./find-command.ts";
import { InstallHint } from "./install-hint.ts";
import { redactErrors } from "./redact.ts";

/** Options of {@link newExecCredential}. */
export interface ExecCredentialOptions {
  readonly host: ExecHost;
  /** Passed to the plugin when its configuration asks for it. */
  readonly cluster?: ExecCluster | undefined;
  readonly policy?: ExecPolicy | undefined;
  readonly clock?: Clock | undefined;
  readonly logger?: Logger | false | undefined;
  readonly meter?: Meter | undefined;
}

/**
 * An answer in use. Its headers object identifies it: a request that was refused with another one had a former answer.
 */
interface Current {
  readonly headers: Readonly<Record<string, string>>;
  readonly token: string | undefined;
  readonly certificate: ClientCertificate | undefined;
  /** Monotonic: from then on a new answer is fetched. */
  readonly freshUntilMs: number;
  /** Wall clock: the same moment as the plugin names it; also right after a suspend that the monotonic clock missed. */
  readonly freshUntilWallMs: number;
  /** Monotonic: when the server will no longer accept it. */
  readonly goodUntilMs: number;
}

const mostOutput = 1024 * 1024;
const mostErrors = 16 * 1024;
/** A new answer is fetched this long before the old one expires, or a tenth of its lifetime, whichever is shorter. */
const slackMs = 10_000;
/**
 * The shortest time between two runs: with answers that expire at once, that have expired already (doubling), after a
 * failure, after a refusal.
 */
const shortLifetimeMs = 1_000;
const expiredPauseMs = 5_000;
const longestExpiredPauseMs = 60_000;
const failedPauseMs = 1_000;
const refusedPauseMs = 5_000;

/**
 * A credential from a command. It runs when the first request needs it, again shortly before its answer expires, and
 * when the server refuses the answer; callers that come while it runs share the run, and a caller that goes away does
 * not end it.
 *
 * An answer expires when its lifetime has passed on the monotonic clock since it arrived, or when the wall clock has
 * passed its expiration time, whichever is first: a clock that jumps costs at most one run too many, never a stale
 * token. An answer that had expired when it arrived is used all the same, for all requests within five seconds, and
 * within up to a minute when that happens again and again. When a run fails while the old answer is still valid, the
 * old one stays; else all requests within a second get the same error. A refusal (401) runs the plugin again unless
 * that happened in the last five seconds; a caller that was refused with a former answer gets the present one without a
 * run.
 *
 * The plugin is started without a shell, with the environment of this process, its own and `KUBERNETES_EXEC_INFO`. It
 * has limits of time and output, and is killed with everything it started when it exceeds one.
 */
export function newExecCredential(config: ExecConfig, options: ExecCredentialOptions): Credential {
  const problems = [...execProblems(config), ...policyProblems(options.policy)];
  if (problems.length > 0) throw new ConfigError(problems);
  const plugin = new ExecPlugin(config, options);
  return {
    headers: (more) => plugin.headers(more?.signal),
    onUnauthorized: (more) => plugin.refused(more?.refused, more?.signal),
    tls: {
      current: (more) => plugin.certificate(more?.signal),
      onChange: (listener) => plugin.onCertificate(listener),
    },
    close: () => plugin.close(),
  };
}

class ExecPlugin {
  readonly #config: ExecConfig;
  readonly #options: ExecCredentialOptions;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #metrics: ExecMetrics;
  readonly #hint: InstallHint;
  readonly #listeners = new Set<() => void>();
  /** The run under way, which all callers share. */
  #running: Promise<void> | undefined;
  #current: Current | undefined;
  #failure: { readonly error: unknown; readonly untilMs: number } | undefined;
  #refusedMs = Number.NEGATIVE_INFINITY;
  #expiredInARow = 0;

  constructor(config: ExecConfig, options: ExecCredentialOptions) {
    const { clock = systemClock, logger, meter = noopMeter } = options;
    this.#config = config;
    this.#options = options;
    this.#clock = clock;
    this.#logger = guardLogger(logger);
    this.#metrics = execMetrics(meter);
    this.#hint = new InstallHint(config.installHint, clock);
  }

  async headers(signal: AbortSignal | undefined): Promise<Readonly<Record<string, string>>> {
    return (await this.#fresh(signal)).headers;
  }

  async certificate(signal: AbortSignal | undefined): Promise<ClientCertificate | undefined> {
    return (await this.#fresh(signal)).certificate;
  }

  onCertificate(listener: () => void): () => void {
    // Wrapped: the same function may be given twice.
    const own = (): void => listener();
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  async refused(
    headers: Readonly<Record<string, string>> | undefined,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    const before = this.#current;
    if (before === undefined || (headers !== undefined && headers !== before.headers)) return true;
    if (this.#running === undefined) {
      const now = this.#clock.monotonic();
      if (now - this.#refusedMs < refusedPauseMs) return false;
      this.#refusedMs = now;
    }
    try {
      await orAborted(this.#refresh(), signal);
    } catch (error) {
      if (signal?.aborted) throw error;
      this.#logger.warn("the exec plugin gave no new credential after the server refused the last one", {
        reason: reasonOf(error),
      });
      return false;
    }
    const after = this.#current;
    return after?.token !== before.token || after?.certificate?.cert !== before.certificate?.cert;
  }

  close(): void {
    this.#metrics.certificates.set(this, undefined, this.#clock.now());
  }

  async #fresh(signal: AbortSignal | undefined): Promise<Current> {
    if (this.#isFresh()) return this.#current as Current;
    const now = this.#clock.monotonic();
    if (this.#failure !== undefined && now < this.#failure.untilMs) return this.#stillGood(this.#failure.error);
    try {
      await orAborted(this.#refresh(), signal);
    } catch (error) {
      if (signal?.aborted) throw error;
      return this.#stillGood(error);
    }
    return this.#current as Current;
  }

  #refresh(): Promise<void> {
    this.#running ??= this.#renew().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  #isFresh(): boolean {
    if (this.#current === undefined) return false;
    return this.#clock.monotonic() < this.#current.freshUntilMs && this.#clock.now() < this.#current.freshUntilWallMs;
  }

  #stillGood(error: unknown): Current {
    const current = this.#current;
    if (current === undefined || this.#clock.monotonic() >= current.goodUntilMs) throw error;
    return current;
  }

  async #renew(): Promise<void> {
    let answer: ExecAnswer;
    try {
      answer = await this.#run();
      if (answer.certificate !== undefined) await requireUsable(answer.certificate, this.#config);
    } catch (error) {
      this.#failure = { error, untilMs: this.#clock.monotonic() + failedPauseMs };
      throw error;
    }
    this.#failure = undefined;
    this.#take(answer);
  }

  #take({ token, certificate, expiresMs }: ExecAnswer): void {
    const [now, nowMs] = [this.#clock.monotonic(), this.#clock.now()];
    const before = this.#current;
    const lifetimeMs = expiresMs === undefined ? Number.POSITIVE_INFINITY : expiresMs - nowMs;
    const slack = Math.min(slackMs, lifetimeMs / 10);
    this.#expiredInARow = lifetimeMs <= 0 ? this.#expiredInARow + 1 : 0;
    const pause = Math.min(expiredPauseMs * 2 ** Math.max(0, this.#expiredInARow - 1), longestExpiredPauseMs);
    const fresh = lifetimeMs <= 0 ? pause : Math.max(lifetimeMs - slack, shortLifetimeMs);
    const text = token?.reveal();
    this.#current = {
      headers: Object.freeze(defined({ authorization: text === undefined ? undefined : `Bearer ${text}` })),
      token: text,
      certificate,
      freshUntilMs: now + fresh,
      freshUntilWallMs:
        lifetimeMs <= shortLifetimeMs || expiresMs === undefined ? Number.POSITIVE_INFINITY : expiresMs - slack,
      goodUntilMs: now + Math.max(lifetimeMs, fresh),
    };
    const notAfterMs = certificate === undefined ? undefined : inspectCertificate(certificate.cert).notAfter.getTime();
    this.#metrics.certificates.set(this, notAfterMs, nowMs);
    const changed =
      before?.certificate?.cert !== certificate?.cert ||
      before?.certificate?.key.reveal() !== certificate?.key.reveal();
    if (before !== undefined && changed) for (const listener of [...this.#listeners]) listener();
  }

  async #run(): Promise<ExecAnswer> {
    const { command, provideClusterInfo, env: own = [] } = this.#config;
    const args = revealed(this.#config.args) ?? [];
    const { host, policy, cluster } = this.#options;
    const path = await findCommand(command, host);
    await this.#checkPolicy(path, policy);
    const interactive = this.#isInteractive();
    if (path === undefined) {
      this.#count("plugin_not_found_error", 1);
      throw this.#error("is not found", "not-found", { hint: true });
    }
    if (host.platform === "win32" && /\.(?:cmd|bat)$/i.test(path))
      throw this.#error(
        "is a batch file, which cannot be run without a shell; name the program that it starts",
        "failed",
      );
    const env: Record<string, string> = {};
    for (const [name, value] of Object.entries(host.env)) if (value !== undefined) env[name] = value;
    for (const { name, value } of own) env[name] = revealed(value);
    env[execInfoVariable] = execInfo(this.#config, { interactive, cluster: provideClusterInfo ? cluster : undefined });
    const outcome = await host.run(path, {
      args,
      env,
      interactive,
      timeoutMs: this.#timeoutMs(interactive),
      maxOutputBytes: mostOutput,
      maxErrorBytes: mostErrors,
    });
    return this.#read(outcome, interactive);
  }

  async #checkPolicy(path: string | undefined, policy: ExecPolicy | undefined): Promise<void> {
    const { host } = this.#options;
    const count = (decision: string): void =>
      this.#metrics.policyCalls.add(1, { policy: policy?.policy ?? "AllowAll", decision });
    try {
      const { command, args, env = [] } = this.#config;
      await requireAllowed(policy, {
        command,
        path,
        args: revealed(args) ?? [],
        variables: env.map(({ name }) => name),
        platform: host.platform,
        find: (name) => findCommand(name, host),
      });
    } catch (error) {
      count("denied");
      throw error;
    }
    count("allowed");
  }

  #isInteractive(): boolean {
    const { interactiveMode = "IfAvailable", stdinUnavailable = false, stdinUnavailableMessage: why } = this.#config;
    const terminal = this.#options.host.isTerminal();
    if (interactiveMode === "Always") {
      if (stdinUnavailable) {
        const reason = why ? `: ${why}` : "";
        throw this.#error(`needs input from the user, but standard input is not available${reason}`, "interactive");
      }
      if (!terminal)
        throw this.#error("needs input from the user, but standard input is not a terminal", "interactive");
    }
    return interactiveMode !== "Never" && !stdinUnavailable && terminal;
  }

  #timeoutMs(interactive: boolean): number {
    return this.#config.timeoutMs ?? (interactive ? 600_000 : 60_000);
  }

  #read(outcome: RunOutcome, interactive: boolean): ExecAnswer {
    const errors = "errors" in outcome ? redactErrors(outcome.errors, this.#secrets()) : "";
    const said = errors === "" ? "" : `: ${errors}`;
    switch (outcome.ended) {
      case "not-started":
        this.#count(outcome.code === "ENOENT" ? "plugin_not_found_error" : "plugin_execution_error", 1);
        throw this.#error(`cannot be started (${outcome.code})`, "failed", { hint: outcome.code === "ENOENT" });
      case "timeout":
        this.#count("plugin_execution_error", 1);
        throw this.#error(`did not end within ${this.#timeoutMs(interactive)} ms and was killed`, "timeout");
      case "limit":
        this.#count("plugin_execution_error", 1);
        throw this.#error(`printed more than ${mostOutput} bytes and was killed`, "limit");
      case "signal":
        this.#count("plugin_execution_error", 1);
        throw this.#error(`was ended by ${outcome.signal}${said}`, "failed");
      case "exit":
        break;
    }
    if (outcome.code !== 0) {
      this.#count("plugin_execution_error", outcome.code);
      throw this.#error(`failed with exit code ${outcome.code}${said}`, "failed", { exitCode: outcome.code });
    }
    try {
      const answer = parseExecAnswer(outcome.output, this.#config);
      this.#count("no_error", 0);
      if (errors !== "")
        this.#logger.info("the exec plugin wrote to standard error", { command: this.#config.command, errors });
      return answer;
    } catch (error) {
      this.#count("client_internal_error", 0);
      throw error;
    }
  }

  /** Values that must not come back in a message. */
  #secrets(): string[] {
    const { env = [], args } = this.#config;
    return [...env.map(({ value }) => revealed(value)), ...flagValues(revealed(args) ?? [])];
  }

  #count(status: CallStatus, code: number): void {
    this.#metrics.calls.add(1, { code: String(code), call_status: status });
  }

  #error(
    what: string,
    problem: CredentialError["problem"],
    { hint = false, exitCode }: { readonly hint?: boolean | undefined; readonly exitCode?: number | undefined } = {},
  ): CredentialError {
    const message = `the exec plugin ${JSON.stringify(this.#config.command)} ${what}${hint ? this.#hint.take() : ""}`;
    return new CredentialError(message, { problem, exitCode });
  }
}

/** The values of flags, `--name=value` and `--name value`. A command's own words stay readable. */
function flagValues(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    if (arg.startsWith("-")) return arg.includes("=") ? [arg.slice(arg.indexOf("=") + 1)] : [];
    return args[index - 1]?.startsWith("-") ? [arg] : [];
  });
}

/** Throws unless certificate and key can be read and belong together. */
async function requireUsable({ cert, key }: ClientCertificate, { command }: ExecConfig): Promise<void> {
  const { createPrivateKey, X509Certificate } = await import("node:crypto");
  try {
    if (new X509Certificate(cert).checkPrivateKey(createPrivateKey(key.reveal()))) return;
  } catch {
    // OpenSSL's text about a key does not belong in a message.
  }
  throw new CredentialError(
    `the exec plugin ${JSON.stringify(command)} printed a client certificate and a key that cannot be used together`,
    { problem: "answer" },
  );
}

function reasonOf(error: unknown): string {
  return isClientError(error) ? error.message : "unknown error";
}

import type { Manager } from "client-ts/controller";
import { onAbort, seededRandom, sleep, whenAborted } from "client-ts/internal";
import { type Clock, until } from "client-ts/util";
import { Actions } from "./actions.ts";
import { compareUntilEqual } from "./compare.ts";
import { describeRecovery } from "./contact-loss.ts";
import { historyPeriodMs } from "./history.ts";
import { type DemoAction, actionsOf, keyBindings } from "./keys.ts";
import { Load } from "./load.ts";
import { Measurements } from "./measurements.ts";
import { Messages } from "./messages.ts";
import { newWebsiteManager } from "./operator.ts";
import type { DemoOptions } from "./options.ts";
import type { PipelineState } from "./pipeline.ts";
import type { Terminal } from "./terminal.ts";
import { TotalsMeter } from "./totals-meter.ts";
import { paint } from "./view/line.ts";
import { plainLine, plainMessage, summaryLines } from "./view/plain.ts";
import { renderView } from "./view/view.ts";
import { type DemoWorld, openWorld } from "./world.ts";

/** What the demo runs with. */
export interface DemoIo {
  /** Prints one line. */
  readonly print: (line: string) => void;
  /** Opens the terminal when there is one; without one, lines are printed. */
  readonly terminal: (() => Terminal) | undefined;
  readonly colours: boolean;
  /** Ends the demo. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** How often the view is drawn, and how often the contact with the server is looked at. */
const framePeriodMs = 100;
const samplePeriodMs = 50;
/** How long the caches may take to catch up with the server at the end. */
const compareTimeoutMs = 30_000;
/** How long to wait at the end for the report about a fault. */
const lastReportTimeoutMs = 5_000;

/** What the script does without a terminal, and when, as a share of the duration or of 20 seconds. */
const script: readonly { readonly at: number; readonly action: DemoAction }[] = [
  { at: 0.05, action: "break" },
  { at: 0.3, action: "cut" },
  { at: 0.65, action: "expire" },
];

/** Runs the demo; gives the exit code: 0 when the caches and the server agree in the end, else 1. */
export async function runDemo(options: DemoOptions, io: DemoIo): Promise<number> {
  const world = await openWorld(options, io.signal);
  const ending = new AbortController();
  const forget = onAbort(io.signal, (reason) => ending.abort(reason));
  const demo = new Demo(options, io, world, ending);
  try {
    const { agree, lines } = await demo.run();
    for (const line of lines) io.print(line);
    return agree ? 0 : 1;
  } finally {
    forget();
    if (world.faults === undefined) io.print(`deleting the namespace ${world.namespace}`);
    const problem = await world.close();
    if (problem !== undefined) io.print(problem);
  }
}

interface DemoResult {
  readonly agree: boolean;
  /** The summary, for the time when the terminal has been given back. */
  readonly lines: readonly string[];
}

class Demo {
  readonly #options: DemoOptions;
  readonly #io: DemoIo;
  readonly #world: DemoWorld;
  readonly #ending: AbortController;
  readonly #measurements: Measurements;
  readonly #messages: Messages;
  readonly #load: Load;
  readonly #actions: Actions;
  readonly #manager: Manager;
  /** The user has asked twice to end: the comparison is skipped. */
  readonly #hurry = new AbortController();
  #terminal: Terminal | undefined;
  #phase: PipelineState["phase"] = "starting";

  constructor(options: DemoOptions, io: DemoIo, world: DemoWorld, ending: AbortController) {
    const { clock } = io;
    const meter = new TotalsMeter();
    this.#options = options;
    this.#io = io;
    this.#world = world;
    this.#ending = ending;
    this.#measurements = new Measurements({
      clock,
      meter,
      isFaulty: () => world.faults?.isActive === true,
      onRecovered: (recovery) => this.#messages.add("recovered", describeRecovery(recovery)),
    });
    const isPlain = io.terminal === undefined;
    this.#messages = new Messages(
      () => this.#measurements.elapsedMs,
      isPlain ? (message) => io.print(paint(plainMessage(message), io.colours)) : undefined,
    );
    const { loadClient: client, namespace } = world;
    this.#load = new Load({
      client,
      namespace,
      clock,
      random: seededRandom(1),
      ...(world.faults === undefined ? { writesPerSecond: 5, replicas: 0 } : { writesPerSecond: 16, replicas: 2 }),
      onWritten: (name, version, sentAt) => this.#measurements.written(name, version, sentAt),
      onDeleted: (name) => this.#measurements.deleted(name),
      // While the server is cut off on purpose, writes that time out are expected.
      onFailed: (error) => {
        if (this.#actions.fault === undefined) this.#messages.add("failure", `a write failed: ${error.message}`);
      },
    });
    const hooks = this.#measurements.hooks({
      begins: (run) => this.#actions.hooks.begins(run),
      ended: (run, error) => this.#actions.hooks.ended(run, error),
    });
    this.#manager = newWebsiteManager(world.operatorClient, { namespace, meter, hooks });
    this.#actions = new Actions({
      load: this.#load,
      manager: this.#manager,
      namespace,
      faults: world.faults,
      messages: this.#messages,
      clock,
      signal: ending.signal,
      onFault: () => this.#measurements.sample(),
      onQuit: () => (ending.signal.aborted ? this.#hurry : ending).abort(),
    });
  }

  async run(): Promise<DemoResult> {
    const { print, clock, terminal } = this.#io;
    const showing = new AbortController();
    const periodic = (run: () => void, periodMs: number): Promise<void> =>
      until(run, periodMs, { signal: showing.signal, clock, sliding: false, delayFirst: true });
    const running = this.#manager.run();
    const failed = running.then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    try {
      if (terminal === undefined) print(this.#world.where);
      else this.#openTerminal(terminal());
      if (this.#world.faults === undefined)
        this.#messages.add("info", `the namespace ${this.#world.namespace} is used, and deleted at the end`);
      if (!(await this.#untilReady(failed)))
        return { agree: false, lines: ["the demo ended before the caches were filled"] };
      const loading = this.#load.run(this.#ending.signal);
      const loops = [
        periodic(() => this.#measurements.sample(), samplePeriodMs),
        periodic(() => this.#measurements.tick(), historyPeriodMs),
        terminal === undefined
          ? periodic(() => print(paint(plainLine(this.#state()), this.#io.colours)), 1_000)
          : periodic(() => this.#draw(), framePeriodMs),
        ...(terminal === undefined ? [this.#runScript()] : []),
      ];
      this.#phase = "running";
      const failure = await Promise.race([this.#waitForEnd(), failed]);
      if (failure !== undefined) throw failure.error;
      this.#ending.abort();
      this.#phase = "comparing";
      this.#actions.heal();
      await loading;
      const result = await this.#compare();
      this.#draw();
      showing.abort();
      await Promise.all(loops);
      return result;
    } finally {
      this.#ending.abort();
      showing.abort();
      this.#terminal?.close();
      // Nothing is drawn any more: the caches are gone in a moment.
      this.#terminal = undefined;
      await this.#manager.close();
      await failed;
    }
  }

  /** Settles when the caches are filled and measured; with `false` when the user ends the demo before. */
  async #untilReady(failed: Promise<{ readonly error: unknown } | undefined>): Promise<boolean> {
    const ready = new Promise<void>((resolve) =>
      this.#manager.add(() => {
        const controller = this.#manager.controllers[0];
        if (controller !== undefined)
          this.#measurements.attach({ manager: this.#manager, controller, load: this.#load });
        resolve();
      }),
    );
    const failure = await Promise.race([ready, failed, whenAborted(this.#ending.signal)]);
    if (failure !== undefined) throw failure.error;
    return !this.#ending.signal.aborted;
  }

  async #waitForEnd(): Promise<void> {
    const { clock } = this.#io;
    const { durationMs } = this.#options;
    const { signal } = this.#ending;
    if (durationMs !== undefined) await sleep(durationMs, { clock, signal }).catch(() => {});
    else await whenAborted(signal);
  }

  async #runScript(): Promise<void> {
    const { clock } = this.#io;
    const { signal } = this.#ending;
    const lengthMs = Math.min(this.#options.durationMs ?? 20_000, 20_000);
    let before = 0;
    for (const { at, action } of script) {
      await sleep((at - before) * lengthMs, { clock, signal }).catch(() => {});
      before = at;
      if (signal.aborted) return;
      // What is measured after a fault belongs to it alone.
      const isUndisturbed = this.#actions.fault === undefined && !this.#measurements.isCatchingUp;
      if (this.#actions.isAvailable(action) && isUndisturbed) void this.#actions.run(action);
    }
  }

  async #compare(): Promise<DemoResult> {
    const { clock, colours } = this.#io;
    const { loadClient: client, namespace } = this.#world;
    const { signal } = this.#hurry;
    const options = { client, namespace, clock, signal, timeoutMs: compareTimeoutMs };
    try {
      const comparison = await compareUntilEqual(this.#manager, options);
      const deadline = clock.monotonic() + lastReportTimeoutMs;
      while (this.#measurements.isCatchingUp && clock.monotonic() < deadline)
        await sleep(samplePeriodMs, { clock, signal });
      const lines = summaryLines(comparison, this.#state()).map((line) => paint(line, colours));
      return { agree: comparison.differences.length === 0, lines };
    } catch (error) {
      if (!signal.aborted) throw error;
      return { agree: false, lines: ["the demo ended before the caches were compared with the server"] };
    }
  }

  #openTerminal(terminal: Terminal): void {
    this.#terminal = terminal;
    terminal.onInput((input) => {
      for (const action of actionsOf(input)) void this.#actions.run(action).then(() => this.#draw());
      this.#draw();
    });
    this.#draw();
  }

  #draw(): void {
    if (this.#terminal === undefined) return;
    const lines = renderView(this.#state(), this.#terminal);
    this.#terminal.draw(lines.map((line) => paint(line, this.#io.colours)));
  }

  #state(): PipelineState {
    return {
      ...this.#measurements.state(),
      where: this.#world.where,
      phase: this.#phase,
      durationMs: this.#options.durationMs,
      fault: this.#actions.fault,
      messages: this.#messages.all,
      keys: keyBindings.map((binding) => ({ ...binding, isAvailable: this.#actions.isAvailable(binding.action) })),
    };
  }
}

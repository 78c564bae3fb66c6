import type { Manager } from "client-ts/controller";
import { sleep } from "client-ts/internal";
import type { Clock } from "client-ts/util";
import { type DemoAction, keyBindings } from "./keys.ts";
import type { Load } from "./load.ts";
import type { Messages } from "./messages.ts";
import type { OperatorHooks } from "./operator.ts";
import type { DemoFaults } from "./world.ts";
import { ownedKinds } from "./website.ts";

/** How long the connection is cut, and a reconcile is broken. */
const cutMs = 1_500;
const expireMs = 700;
const brokenMs = 2_500;

/** What {@link Actions} works on. */
export interface ActionOptions {
  readonly load: Load;
  readonly manager: Manager;
  readonly namespace: string;
  readonly faults: DemoFaults | undefined;
  readonly messages: Messages;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called when a fault begins or ends, so that its time is measured exactly. */
  readonly onFault: () => void;
  readonly onQuit: () => void;
}

interface Broken {
  readonly name: string;
  /** When the first run of it failed. */
  since: number | undefined;
  failures: number;
}

/** Does what the keys ask for, and reports the result in messages. */
export class Actions {
  readonly #options: ActionOptions;
  #fault: string | undefined;
  #paused = false;
  #broken: Broken | undefined;

  constructor(options: ActionOptions) {
    this.#options = options;
  }

  /** The fault in force, for the view. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Whether an action works here. */
  isAvailable(action: DemoAction): boolean {
    const needsServer = keyBindings.some((binding) => binding.action === action && binding.needsServer);
    return this.#options.faults !== undefined || !needsServer;
  }

  /** Makes the broken reconcile fail. */
  readonly hooks: OperatorHooks = {
    begins: ({ name }) => {
      const broken = this.#broken;
      if (broken?.name !== name) return;
      broken.since ??= this.#now();
      if (this.#now() - broken.since > brokenMs) return;
      broken.failures++;
      throw new Error("broken on request");
    },
    ended: ({ name }, error) => {
      const broken = this.#broken;
      // A run that was under way when the key was pressed succeeds before the first one fails.
      if (broken?.name !== name || broken.since === undefined || error !== undefined) return;
      this.#broken = undefined;
      this.#options.load.release(name);
      const took = seconds(this.#now() - broken.since);
      this.#say("recovered", `${name} is reconciled after ${broken.failures} failed tries in ${took}`);
    },
  };

  /** Does what a key asks for. Failures become messages. */
  async run(action: DemoAction): Promise<void> {
    if (!this.isAvailable(action)) {
      this.#say("info", `${labelOf(action)}: only on the in-memory server, not on a cluster`);
      return;
    }
    try {
      await this.#perform(action);
    } catch (error) {
      if (!this.#options.signal.aborted) this.#say("failure", `${labelOf(action)}: ${(error as Error).message}`);
    }
  }

  /** Ends every fault that is in force. */
  heal(): void {
    this.#paused = false;
    this.#fault = undefined;
    this.#broken = undefined;
    this.#options.faults?.heal();
    this.#options.onFault();
  }

  async #perform(action: DemoAction): Promise<void> {
    switch (action) {
      case "create":
        return this.#create();
      case "delete":
        return this.#delete();
      case "break":
        return this.#break();
      case "cut":
        return this.#cut(`the operator's connection is cut for ${seconds(cutMs)}; the load goes on`, cutMs, () => {});
      case "expire":
        return this.#cut(
          `the server forgets its history while the operator is cut off for ${seconds(expireMs)}`,
          expireMs,
          (faults) => faults.forgetHistory(),
        );
      case "pause":
        return this.#pause();
      case "quit":
        this.#options.onQuit();
    }
  }

  async #create(): Promise<void> {
    const began = this.#now();
    const { load, manager, namespace, signal } = this.#options;
    const name = await load.create(signal, { reserved: true });
    this.#say("info", `${name} is created`);
    await this.#until(() =>
      ownedKinds.every((resource) => manager.cache.metadata(resource, { namespace, name }) !== undefined),
    );
    load.release(name);
    this.#say("info", `${name} has its Deployment, Service and ConfigMap after ${milliseconds(this.#now() - began)}`);
  }

  async #delete(): Promise<void> {
    const began = this.#now();
    const { load, manager, namespace, signal } = this.#options;
    const name = load.anyName();
    if (name === undefined) return;
    await load.delete(name, signal);
    this.#say("info", `${name} is deleted`);
    await this.#until(() =>
      ownedKinds.every((resource) => manager.cache.metadata(resource, { namespace, name }) === undefined),
    );
    this.#say("info", `${name} is gone, and all it owned, after ${milliseconds(this.#now() - began)}`);
  }

  async #break(): Promise<void> {
    const { load, signal } = this.#options;
    const name = load.anyName();
    if (this.#broken !== undefined) this.#say("info", `${this.#broken.name} is broken already`);
    if (name === undefined || this.#broken !== undefined) return;
    load.reserve(name);
    this.#broken = { name, since: undefined, failures: 0 };
    this.#say("fault", `reconciles of ${name} fail for ${seconds(brokenMs)}: retries after 5, 10, 20, 40 ms, …`);
    await load.change(name, signal);
  }

  async #cut(message: string, durationMs: number, beforeEnd: (faults: DemoFaults) => void): Promise<void> {
    const { faults, clock, signal, onFault } = this.#options;
    if (faults === undefined || !this.#begin(message, "cut off")) return;
    faults.cut();
    onFault();
    await sleep(durationMs, { clock, signal });
    beforeEnd(faults);
    this.#end();
  }

  async #pause(): Promise<void> {
    const { faults, onFault } = this.#options;
    if (this.#paused) {
      this.#paused = false;
      this.#say("info", "the server goes on");
      this.#end();
    } else if (this.#begin("the server is paused: it answers nothing; p lets it go on", "paused")) {
      this.#paused = true;
      faults?.pause();
      onFault();
    }
  }

  /** One fault at a time: what is measured then belongs to it alone. */
  #begin(message: string, fault: string): boolean {
    if (this.#fault !== undefined) {
      this.#say("info", `one fault at a time: the server is ${this.#fault}`);
      return false;
    }
    this.#fault = fault;
    this.#say("fault", message);
    return true;
  }

  #end(): void {
    this.#fault = undefined;
    this.#options.faults?.heal();
    this.#options.onFault();
  }

  #say(tone: Parameters<Messages["add"]>[0], text: string): void {
    this.#options.messages.add(tone, text);
  }

  #now(): number {
    return this.#options.clock.monotonic();
  }

  async #until(holds: () => boolean): Promise<void> {
    const { clock, signal } = this.#options;
    while (!holds()) await sleep(5, { clock, signal });
  }
}

function labelOf(action: DemoAction): string {
  return keyBindings.find((binding) => binding.action === action)?.long ?? action;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function milliseconds(ms: number): string {
  return ms < 10_000 ? `${Math.round(ms)} ms` : seconds(ms);
}

import { type Client, isAlreadyExists, isConflict, isNotFound } from "client-ts";
import { Service } from "client-ts/api/core/v1";
import { compareResourceVersion, type Stored } from "client-ts/meta";
import { sleep } from "client-ts/internal";
import type { Clock } from "client-ts/util";
import { Website } from "./website.ts";

/** One write of the load. `drift` deletes the Service of a Website, which the operator has to make again. */
export type LoadStep = "create" | "change" | "delete" | "drift";

/** Websites that the load aims at. */
const population = 14;

/** The next write: first Websites are created, then most writes change one. */
export function nextStep(websites: number, random: number): LoadStep {
  if (websites < population / 2 || (random < 0.12 && websites < population * 1.5)) return "create";
  if (random < 0.24 && websites > population / 2) return "delete";
  return random < 0.34 ? "drift" : "change";
}

/** How long to wait before the next write: the load swells and ebbs every twelve seconds. */
export function pauseMsAt(elapsedMs: number, writesPerSecond: number): number {
  const wave = 1 + 0.75 * Math.sin((elapsedMs / 12_000) * 2 * Math.PI);
  return 1000 / (writesPerSecond * Math.max(0.25, wave));
}

/** What the load is made with. */
export interface DemoLoadOptions {
  readonly client: Client;
  readonly namespace: string;
  readonly clock: Clock;
  readonly random: () => number;
  /** On average. */
  readonly writesPerSecond: number;
  /** The replicas of each Deployment. */
  readonly replicas: number;
  /** A Website was created or changed: its version, and when the request was sent. */
  readonly onWritten: (name: string, version: string, sentAt: number) => void;
  readonly onDeleted: (name: string) => void;
  /** A write failed for a reason that is not normal under faults. */
  readonly onFailed: (error: Error) => void;
}

/** Creates, changes and deletes Websites, by a script and on request. */
export class Load {
  readonly #options: DemoLoadOptions;
  readonly #names = new Set<string>();
  readonly #reserved = new Set<string>();
  #created = 0;
  #writes = 0;
  #writtenVersion = "";

  constructor(options: DemoLoadOptions) {
    this.#options = options;
  }

  /** Writes that the server has accepted. */
  get writes(): number {
    return this.#writes;
  }

  /** The version of the newest Website that was written. */
  get writtenVersion(): string {
    return this.#writtenVersion;
  }

  /** A Website that exists and is not reserved, at random; `undefined` when there is none. */
  anyName(): string | undefined {
    const names = [...this.#names].filter((name) => !this.#reserved.has(name));
    return names[Math.floor(this.#options.random() * names.length)];
  }

  /** Keeps a Website out of the script, until {@link release}. */
  reserve(name: string): void {
    this.#reserved.add(name);
  }

  release(name: string): void {
    this.#reserved.delete(name);
  }

  /** Writes until the signal fires. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, random, writesPerSecond } = this.#options;
    const began = clock.monotonic();
    while (!signal.aborted) {
      await this.#step(nextStep(this.#names.size, random()), signal);
      await sleep(pauseMsAt(clock.monotonic() - began, writesPerSecond), { clock, signal }).catch(() => {});
    }
  }

  /** Creates a Website and gives its name; a reserved one is kept out of the script from the beginning. */
  async create(
    signal: AbortSignal,
    { reserved = false }: { readonly reserved?: boolean | undefined } = {},
  ): Promise<string> {
    const name = `site-${String(++this.#created).padStart(2, "0")}`;
    if (reserved) this.reserve(name);
    const spec = { html: this.#page(), replicas: this.#options.replicas };
    await this.#write(name, () => this.#websites().create({ metadata: { name }, spec }, { signal }));
    this.#names.add(name);
    return name;
  }

  /** Changes the page of a Website. */
  async change(name: string, signal: AbortSignal): Promise<void> {
    const patch = { spec: { html: this.#page() } };
    await this.#write(name, () => this.#websites().mergePatch(name, patch, { signal }));
  }

  /** Deletes a Website. */
  async delete(name: string, signal: AbortSignal): Promise<void> {
    this.#names.delete(name);
    await this.#websites().delete(name, { signal });
    this.#writes++;
    this.#options.onDeleted(name);
  }

  async #step(step: LoadStep, signal: AbortSignal): Promise<void> {
    const name = this.anyName();
    try {
      if (step === "create" || name === undefined) await this.create(signal);
      else if (step === "change") await this.change(name, signal);
      else if (step === "delete") await this.delete(name, signal);
      else {
        const { client, namespace } = this.#options;
        await client.resource(Service, { namespace }).delete(name, { signal });
        this.#writes++;
      }
    } catch (error) {
      // A cut connection can lose an answer: the next write meets what is there.
      const isNormal = isNotFound(error) || isAlreadyExists(error) || isConflict(error);
      if (!signal.aborted && !isNormal) this.#options.onFailed(error as Error);
    }
  }

  async #write(name: string, send: () => Promise<Stored<Website>>): Promise<void> {
    const sentAt = this.#options.clock.monotonic();
    const { metadata } = await send();
    this.#writes++;
    if ((compareResourceVersion(metadata.resourceVersion, this.#writtenVersion) ?? 1) > 0)
      this.#writtenVersion = metadata.resourceVersion;
    this.#options.onWritten(name, metadata.resourceVersion, sentAt);
  }

  #websites() {
    return this.#options.client.resource(Website, { namespace: this.#options.namespace });
  }

  #page(): string {
    return `<h1>edition ${this.#writes + 1}</h1>`;
  }
}

/**
 * Turns the plans of messages into functions, one for each message: what the interpreter in `message-decoder.ts` does,
 * in less than half of the time. Where the runtime makes no code from text (`--disallow-code-generation-from-strings`),
 * the interpreter reads everything.
 *
 * The first messages of a plan are interpreted, and it is counted which fields they have. The function knows these
 * fields alone, which makes it small, and builds objects that have the same fields as those before in one piece, as
 * `JSON.parse` does. Whatever it does not know it leaves to the interpreter; when that happens often, it is made again.
 * A message inside of another is counted once the outer one has its function, so that the work is spread over the first
 * hundred objects of a kind, and few objects cost none of it.
 */

import { functionOf, type MessageReader, type ReadMessage } from "./compile-message.ts";
import type { EarlierVersion } from "./earlier-version.ts";
import type { MessagePlan } from "./message-plan.ts";

/** Reads a message field by field, by its plan. */
export type Interpret = (plan: MessagePlan, bytes: Buffer, start: number, end: number, depth: number) => unknown;

/** Makes the functions. */
export class MessageCompiler {
  readonly #interpret: Interpret;
  readonly #readers = new Map<MessagePlan, MessageReader>();
  /** Where functions look for messages that have not changed. */
  readonly earlier: EarlierVersion;
  /** Whether the runtime makes code from text, as far as is known. */
  isAllowed = true;

  constructor(interpret: Interpret, earlier: EarlierVersion) {
    this.#interpret = interpret;
    this.earlier = earlier;
  }

  /** What reads messages of a plan. */
  readerOf(plan: MessagePlan): MessageReader {
    let reader = this.#readers.get(plan);
    if (reader === undefined) {
      const interpreted: ReadMessage = (bytes, start, end, depth) => this.#interpret(plan, bytes, start, end, depth);
      reader = isCompilable(plan)
        ? new ProfilingReader(plan, interpreted, this)
        : { read: withFastForm(plan, interpreted) };
      this.#readers.set(plan, reader);
    }
    return reader;
  }

  /** Makes the functions of a plan and of all messages inside of it now, for all of their fields. */
  compile(plan: MessagePlan): void {
    const reader = this.readerOf(plan);
    if (!(reader instanceof ProfilingReader) || !reader.compileAllFields()) return;
    for (const field of plan.ordered) if (field.type === "message") this.compile(field.plan);
  }
}

function withFastForm({ special }: MessagePlan, interpreted: ReadMessage): ReadMessage {
  const read = special?.read;
  if (read === undefined) return interpreted;
  return (bytes, start, end, depth) => read(bytes, start, end) ?? interpreted(bytes, start, end, depth);
}

/** Messages of a special form are left to the interpreter, and those with numbers that few messages have. */
function isCompilable({ form, ordered }: MessagePlan): boolean {
  return form === "struct" && ordered.every(({ type }) => type !== "double" && type !== "float");
}

/** After this many messages with unknown fields the function is compiled: the first time, and then again. */
const recompileAfter = [16, 64, 512];
const maxShapes = 8;

/** Reads the messages of one plan, and counts which fields they have until their function is final. */
class ProfilingReader implements MessageReader {
  read: ReadMessage;
  readonly #plan: MessagePlan;
  readonly #interpreted: ReadMessage;
  readonly #compiler: MessageCompiler;
  readonly #optional: readonly string[];
  readonly #fields = new Set<string>();
  readonly #shapes: (readonly string[])[] = [];
  /** Shapes since the last compilation, and how often each came. */
  readonly #seen = new Map<string, { readonly shape: readonly string[]; count: number }>();
  #knowsAll = false;
  #compilations = 0;
  #left = recompileAfter[0]!;

  constructor(plan: MessagePlan, interpreted: ReadMessage, compiler: MessageCompiler) {
    this.#plan = plan;
    this.#interpreted = interpreted;
    this.#compiler = compiler;
    this.#optional = plan.ordered.filter(({ isAlwaysShown }) => !isAlwaysShown).map(({ name }) => name);
    this.read = (bytes, start, end, depth) => this.#profile(interpreted(bytes, start, end, depth));
  }

  /** Makes a function for all fields, whether they were seen or not; says whether there was none. */
  compileAllFields(): boolean {
    if (this.#knowsAll) return false;
    this.#knowsAll = true;
    for (const { name } of this.#plan.ordered) this.#fields.add(name);
    this.read = this.#make((object) => this.#profile(object));
    return true;
  }

  /** Looks at an object that the function did not know, and gives it back. */
  #profile(object: unknown): unknown {
    const members = object as Readonly<Record<string, unknown>>;
    for (const { name } of this.#plan.ordered) if (members[name] !== undefined) this.#fields.add(name);
    const shape = this.#optional.filter((name) => members[name] !== undefined);
    const key = shape.join();
    const seen = this.#seen.get(key);
    if (seen !== undefined) seen.count++;
    else if (this.#seen.size < 100) this.#seen.set(key, { shape, count: 1 });
    if (--this.#left === 0) this.#compile();
    return object;
  }

  #compile(): void {
    const often = recompileAfter[this.#compilations]! / 16;
    const shapes = [...this.#seen.values()].filter(({ count }) => count >= often).sort((a, b) => b.count - a.count);
    this.#shapes.push(...shapes.slice(0, maxShapes - this.#shapes.length).map(({ shape }) => shape));
    this.#seen.clear();
    this.#left = recompileAfter[++this.#compilations] ?? 0;
    this.read = this.#make(this.#left === 0 ? (object) => object : (object) => this.#profile(object));
  }

  #make(observe: (object: unknown) => unknown): ReadMessage {
    if (!this.#compiler.isAllowed) return this.#interpreted;
    try {
      return functionOf(this.#plan, {
        profile: { fields: this.#fields, shapes: this.#shapes },
        readerOf: (plan) => this.#compiler.readerOf(plan),
        interpret: this.#interpreted,
        earlier: this.#compiler.earlier,
        observe,
      });
    } catch (error) {
      if ((error as Error).name !== "EvalError") throw error;
      this.#compiler.isAllowed = false;
      return this.#interpreted;
    }
  }
}

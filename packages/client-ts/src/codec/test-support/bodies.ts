/* For the specs of this module and of others: bodies from text, JSON written in every way that JSON allows. */
import { Readable } from "node:stream";
import type fc from "fast-check";
import { borrowedData } from "../../util/index.ts";

/**
 * A body that delivers these bytes in chunks of the given sizes, again and again. As the body of an answer does, it
 * only lends them to a reader that knows this: what that one keeps of them is overwritten.
 */
export function bodyOf(bytes: Buffer | string, sizes: readonly number[] = [65_536]): Readable {
  const all = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
  function* chunks(): Generator<Buffer> {
    for (let at = 0, k = 0; at < all.length; k++) {
      const size = Math.max(1, sizes[k % sizes.length]!);
      yield all.subarray(at, at + size);
      at += size;
    }
  }
  return new LendingBody(chunks());
}

class LendingBody extends Readable {
  readonly #chunks: Iterator<Buffer, void>;
  #isScheduled = false;

  constructor(chunks: Iterator<Buffer, void>) {
    super();
    this.#chunks = chunks;
  }

  override _read(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    process.nextTick(() => this.#deliver());
  }

  #deliver(): void {
    this.#isScheduled = false;
    if (this.destroyed) return;
    const chunk = Buffer.from(this.#chunks.next().value ?? []);
    const listeners = this.listenerCount("data");
    if (chunk.length === 0) this.push(null);
    else if (this.readableFlowing && this.readableLength === 0 && this.listenerCount(borrowedData) === listeners) {
      this.emit(borrowedData, chunk);
      chunk.fill("!");
      this._read();
    } else if (this.push(chunk)) this._read();
  }
}

/** A JSON value in which a key can come twice. */
export type Node =
  | string
  | number
  | boolean
  | null
  | { readonly list: readonly Node[] }
  | { readonly members: readonly (readonly [string, Node])[] };

/** Writes a value with spaces, escapes and plain characters as a stream of numbers decides. */
export function writeJson(node: Node, style: () => number): string {
  const space = (): string => ["", "", "", "", " ", "\n", "\r\n\t"][style() % 7]!;
  const text = (value: string, rarely: number): string => {
    let out = '"';
    for (const unit of value.split("")) {
      const code = unit.charCodeAt(0);
      const hex = `\\u${code.toString(16).padStart(4, "0")}`;
      if (code < 32) out += hex;
      else if (unit === '"' || unit === "\\") out += style() % 2 === 0 ? `\\${unit}` : hex;
      // Half of a pair cannot be written as UTF-8.
      else if (code >= 0xd800 && code <= 0xdfff) out += hex;
      else out += style() % rarely === 0 ? hex : unit;
    }
    return `${out}"`;
  };
  const write = (value: Node): string => {
    if (typeof value === "string") return text(value, 12);
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    if ("list" in value)
      return `[${value.list.map((element) => space() + write(element) + space()).join(",")}${value.list.length === 0 ? space() : ""}]`;
    const members = value.members.map(
      ([key, member]) => `${space()}${text(key, 500)}${space()}:${space()}${write(member)}${space()}`,
    );
    return `{${members.join(",")}${members.length === 0 ? space() : ""}}`;
  };
  return write(node);
}

/** Numbers for {@link writeJson} from a seed. */
export function styleFrom(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 8;
  };
}

const fieldNames = [
  "name",
  "namespace",
  "uid",
  "resourceVersion",
  "labels",
  "managedFields",
  "annotations",
  "kind",
  "apiVersion",
  "metadata",
];
const otherNames = ["spec", "nodeName", "status", "__proto__", "constructor", "é", 'a"b', "\\", "", "x{y}[z]", "名"];

/**
 * Documents that look like Kubernetes objects and go wrong in every way in which JSON may: keys twice, wrong types, odd
 * characters.
 */
export function objectArbitrary(check: typeof fc): fc.Arbitrary<Node> {
  const string = check.oneof(
    check.constantFrom("web", "shop", "12", "é{", '"}', "\\", "a/b", "😀"),
    check.string({ maxLength: 12, size: "max", unit: "binary" }),
  );
  const scalar = check.oneof(string, check.constantFrom<Node>(null, true, false, 0, -1.5e10, 12, 3.25));
  const key = check.oneof(check.constantFrom(...fieldNames), check.constantFrom(...otherNames), string);
  const value = check.letrec<{ node: Node }>((tie) => ({
    node: check.oneof(
      { maxDepth: 4, withCrossShrink: true },
      scalar,
      check.record({ list: check.array(tie("node"), { maxLength: 4 }) }),
      check.record({ members: check.array(check.tuple(key, tie("node")), { maxLength: 6 }) }),
    ),
  })).node;
  // Mostly each key once, as servers send it: otherwise the fast way would hardly be taken.
  const metaMember = check.tuple(
    check.oneof({ weight: 9, arbitrary: check.constantFrom(...fieldNames) }, { weight: 1, arbitrary: key }),
    check.oneof(string, value),
  );
  const metadata = check.record({
    members: check.oneof(
      { weight: 5, arbitrary: check.uniqueArray(metaMember, { maxLength: 9, selector: ([name]) => name }) },
      { weight: 1, arbitrary: check.array(metaMember, { maxLength: 9 }) },
    ),
  });
  const member = check.oneof(
    check.tuple(
      check.constant("metadata"),
      check.oneof({ weight: 5, arbitrary: metadata }, { weight: 1, arbitrary: value }),
    ),
    check.tuple(check.constantFrom("kind", "apiVersion"), check.oneof(string, value)),
    check.tuple(key, value),
  );
  return check.record({
    members: check.oneof(
      { weight: 5, arbitrary: check.uniqueArray(member, { maxLength: 6, selector: ([name]) => name }) },
      { weight: 1, arbitrary: check.array(member, { maxLength: 6 }) },
    ),
  });
}

/** What both sides know from the start (RFC 7541, appendix A): name and value of the indexes 1 to 61. */
const staticEntries: readonly (readonly [string, string])[] = [
  [":authority", ""],
  [":method", "GET"],
  [":method", "POST"],
  [":path", "/"],
  [":path", "/index.html"],
  [":scheme", "http"],
  [":scheme", "https"],
  [":status", "200"],
  [":status", "204"],
  [":status", "206"],
  [":status", "304"],
  [":status", "400"],
  [":status", "404"],
  [":status", "500"],
  ["accept-charset", ""],
  ["accept-encoding", "gzip, deflate"],
  ["accept-language", ""],
  ["accept-ranges", ""],
  ["accept", ""],
  ["access-control-allow-origin", ""],
  ["age", ""],
  ["allow", ""],
  ["authorization", ""],
  ["cache-control", ""],
  ["content-disposition", ""],
  ["content-encoding", ""],
  ["content-language", ""],
  ["content-length", ""],
  ["content-location", ""],
  ["content-range", ""],
  ["content-type", ""],
  ["cookie", ""],
  ["date", ""],
  ["etag", ""],
  ["expect", ""],
  ["expires", ""],
  ["from", ""],
  ["host", ""],
  ["if-match", ""],
  ["if-modified-since", ""],
  ["if-none-match", ""],
  ["if-range", ""],
  ["if-unmodified-since", ""],
  ["last-modified", ""],
  ["link", ""],
  ["location", ""],
  ["max-forwards", ""],
  ["proxy-authenticate", ""],
  ["proxy-authorization", ""],
  ["range", ""],
  ["referer", ""],
  ["refresh", ""],
  ["retry-after", ""],
  ["server", ""],
  ["set-cookie", ""],
  ["strict-transport-security", ""],
  ["transfer-encoding", ""],
  ["user-agent", ""],
  ["vary", ""],
  ["via", ""],
  ["www-authenticate", ""],
];

/** The table that both sides of a connection start with; HTTP/2 has it that way unless a setting says otherwise. */
export const defaultTableBytes = 4096;

/** What each entry counts for in addition to its texts (RFC 7541, section 4.1). */
const entryOverhead = 32;

/** How many bytes a header counts for, in a table and in the limit of a header list. */
export function entryBytes(name: string, value: string): number {
  return name.length + value.length + entryOverhead;
}

/** The indexes of the static table by name and value; a name alone is under the value `""`. */
const staticIndexes = new Map<string, Map<string, number>>();
for (const [index, [name, value]] of staticEntries.entries()) {
  const values = staticIndexes.get(name) ?? new Map<string, number>();
  staticIndexes.set(name, values);
  if (!values.has("")) values.set("", index + 1);
  values.set(value, index + 1);
}

/**
 * One side's table of headers that went over a connection: index 1 to 61 are fixed, 62 is the newest entry. The oldest
 * entries leave when the bytes are more than the limit.
 */
export class HpackTable {
  /** Oldest first; those before `#first` have left. */
  #entries: (readonly [string, string])[] = [];
  #first = 0;
  #bytes = 0;
  #limit = defaultTableBytes;
  /** How many entries were ever added: numbers the entries for {@link find}. */
  #added = 0;
  readonly #numbers = new Map<string, Map<string, number>>();

  /** The bytes that the table may have. */
  get limit(): number {
    return this.#limit;
  }

  set limit(bytes: number) {
    this.#limit = bytes;
    this.#evict();
  }

  /** Name and value at an index; `undefined` where there is none. */
  at(index: number): readonly [string, string] | undefined {
    if (index <= staticEntries.length) return staticEntries[index - 1];
    const place = this.#entries.length - (index - staticEntries.length);
    return place < this.#first ? undefined : this.#entries[place];
  }

  /** The index of a name and value; 0 when it has none. */
  find(name: string, value: string): number {
    const number = this.#numbers.get(name)?.get(value);
    if (number !== undefined) return staticEntries.length + 1 + this.#added - number;
    return value === "" ? 0 : (staticIndexes.get(name)?.get(value) ?? 0);
  }

  /** The fixed index of a name; 0 when it has none. */
  static nameIndex(name: string): number {
    return staticIndexes.get(name)?.get("") ?? 0;
  }

  /** Adds the newest entry; one that is larger than the table empties it. */
  add(name: string, value: string): void {
    this.#entries.push([name, value]);
    this.#bytes += entryBytes(name, value);
    this.#added++;
    const values = this.#numbers.get(name) ?? new Map<string, number>();
    this.#numbers.set(name, values.set(value, this.#added));
    this.#evict();
  }

  #evict(): void {
    while (this.#bytes > this.#limit) {
      const [name, value] = this.#entries[this.#first++] as readonly [string, string];
      this.#bytes -= entryBytes(name, value);
      const number = this.#added - (this.#entries.length - this.#first);
      const values = this.#numbers.get(name);
      // The same header may have been added again since.
      if (values?.get(value) === number) values.delete(value);
      if (values?.size === 0) this.#numbers.delete(name);
    }
    // A table of 4096 bytes has at most 128 entries.
    if (this.#first > 256) {
      this.#entries = this.#entries.slice(this.#first);
      this.#first = 0;
    }
  }
}

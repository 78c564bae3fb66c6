/** Names of a run that are not the same in the next one, with what stands for them in an observation. */
export type Names = ReadonlyMap<string, string>;

const uuid = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/**
 * Makes what two servers answered comparable: what differs from run to run is masked, and only that. Identities stay
 * visible as such: the first uid that a scenario meets is `uid-1` wherever it comes again, and so with
 * resourceVersions, so that "unchanged" and "another one" can be told apart.
 */
export class Normaliser {
  readonly #names: Map<string, string>;
  readonly #uids = new Map<string, string>();
  readonly #versions = new Map<string, string>();
  readonly #keepManagedFields: boolean;

  constructor(names: Names, { managedFields }: { readonly managedFields: boolean }) {
    this.#names = new Map(names);
    this.#keepManagedFields = managedFields;
  }

  /** A JSON value with everything volatile masked. */
  value(value: unknown, key = ""): unknown {
    if (typeof value === "string") return this.#string(value, key);
    if (Array.isArray(value)) {
      const items = value.map((item) => this.value(item)) as Record<string, unknown>[];
      if (key === "managedFields") return items.sort(byManager);
      // Managers are met in the order of a Go map: Json.
      return items[0]?.reason === "FieldManagerConflict" ? items.sort(byMessage) : items;
    }
    if (typeof value !== "object" || value === null) return value;
    const source = value as Record<string, unknown>;
    this.#learnGeneratedName(source);
    const isList = Array.isArray(source["items"]) || source["kind"] === "Table";
    // Entries, not assignments: `__proto__` is a name like any other.
    const result: [string, unknown][] = [];
    for (const [name, member] of Object.entries(source)) {
      if (name === "managedFields" && !this.#keepManagedFields) continue;
      if (name === "metadata" && isList && typeof member === "object" && member !== null) {
        const masked = { ...member, resourceVersion: "resourceVersion" in member ? "" : undefined };
        result.push([name, this.value(masked, name)]);
      } else {
        result.push([this.text(name), this.value(member, name)]);
      }
    }
    return Object.fromEntries(result);
  }

  /** Text with the run's names, uids and revisions masked. */
  text(text: string): string {
    let result = text;
    for (const [name, stand] of this.#names) result = result.replaceAll(name, stand);
    return (
      result
        .replace(uuid, (uid) => intern(this.#uids, uid, "uid"))
        // The whole object as Go prints it, in the middle of a message.
        .replace(/Invalid value: "(?:\{.*\}|map\[.*\])": /gs, 'Invalid value: "<object>": ')
        // Where a parser stumbled is said in the words of Go's parsers.
        .replace(/(json parse error|yaml): .*$/s, "$1: <why>")
        .replace(/(continue key is not valid): .*$/s, "$1")
        .replace(/ResourceVersion in record \(\d+\)/g, "ResourceVersion in record (N)")
        .replace(/resource version: (\d+), current: (\d+)/g, "resource version: N, current: N")
        .replace(/resource version: (\d+) \((\d+)\)/g, "resource version: N (N)")
    );
  }

  #string(value: string, key: string): string {
    if (key === "resourceVersion" && value !== "" && /^\d+$/.test(value)) return intern(this.#versions, value, "rv");
    if (key === "continue" && value !== "") return "<continue>";
    if (timestamp.test(value) && Math.abs(Date.now() - Date.parse(value)) < 86_400_000) return "<time>";
    return this.text(value);
  }

  /** A generated name is known by the prefix beside it. */
  #learnGeneratedName(metadata: Record<string, unknown>): void {
    const { name, generateName } = metadata;
    if (typeof name !== "string" || typeof generateName !== "string" || !name.startsWith(generateName)) return;
    const suffix = name.slice(generateName.length);
    if (/^[a-z0-9]{5}$/.test(suffix)) this.#names.set(name, `${generateName}<suffix>`);
  }
}

function intern(known: Map<string, string>, value: string, prefix: string): string {
  let name = known.get(value);
  if (name === undefined) {
    name = `${prefix}-${known.size + 1}`;
    known.set(value, name);
  }
  return name;
}

function byMessage(a: Record<string, unknown>, b: Record<string, unknown>): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

/** The real server orders the entries by time, to the second: two writes of one second may come either way. */
function byManager(a: unknown, b: unknown): number {
  const key = (entry: unknown): string => {
    const { manager, operation, subresource } = entry as Record<string, string>;
    return JSON.stringify([operation, manager, subresource]);
  };
  return key(a) < key(b) ? -1 : 1;
}

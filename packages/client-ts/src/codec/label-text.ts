/** A label that is wanted, in the forms in which it is looked for. */
export interface LabelKey {
  readonly name: string;
  /** As it stands in JSON. */
  readonly quoted: string;
}

/** Prepares labels that are looked for in many objects. */
export function labelKeys(names: readonly string[]): LabelKey[] {
  return names.map((name) => ({ name, quoted: `"${name}"` }));
}

/** Labels by name, as many as were asked for. */
export type LabelValues = { readonly [key: string]: string };

/**
 * The values of some labels in the JSON of an object's labels, without parsing it: a list by label looks at each object
 * of a cache. `text` is empty without labels. `undefined` when only a parser can tell.
 */
export function labelsInJson(text: string, keys: readonly LabelKey[]): LabelValues | undefined {
  if (text !== "" && (text.charCodeAt(0) !== 123 || text.includes("\\"))) return undefined;
  const found: { [key: string]: string } = {};
  for (const { name, quoted } of keys) {
    // Without escapes a quote begins or ends a text, so that this is a whole key or a whole value.
    for (let at = text.indexOf(quoted); at >= 0; at = text.indexOf(quoted, at)) {
      at = skipSpace(text, at + quoted.length);
      if (text.charCodeAt(at) !== 58) continue;
      const start = skipSpace(text, at + 1);
      const end = text.indexOf('"', start + 1);
      if (text.charCodeAt(start) !== 34 || end < 0) return undefined;
      found[name] = text.slice(start + 1, end);
      at = end + 1;
    }
  }
  return found;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= 32) at++;
  return at;
}

/**
 * As {@link labelsInJson} in protobuf: `text` has one character for each byte of the labels, which lie one behind the
 * other as entries of a map, each with its tag.
 */
export function labelsInProtobuf(text: string, keys: readonly LabelKey[]): LabelValues | undefined {
  const found: { [key: string]: string } = {};
  let at = 0;
  while (at < text.length) {
    const entry = fieldAt(text, at, entryTag);
    const key = fieldAt(text, entry >>> 16, keyTag);
    const keyStart = key >>> 16;
    const keyEnd = keyStart + (key & 0xff_ff);
    const value = fieldAt(text, keyEnd, valueTag);
    const valueStart = value >>> 16;
    const end = valueStart + (value & 0xff_ff);
    if (entry < 0 || key < 0 || value < 0 || end !== (entry >>> 16) + (entry & 0xff_ff)) return undefined;
    for (const { name } of keys)
      if (name.length === keyEnd - keyStart && text.startsWith(name, keyStart))
        found[name] = text.slice(valueStart, end);
    at = end;
  }
  return at === text.length ? found : undefined;
}

const [entryTag, keyTag, valueTag] = [0x5a, 0x0a, 0x12];

/** Where a field begins and how long it is, `start * 65536 + length`; -1 when another tag or a longer one is there. */
function fieldAt(text: string, at: number, tag: number): number {
  if (text.charCodeAt(at) !== tag) return -1;
  const first = text.charCodeAt(at + 1);
  if (first < 128) return (at + 2) * 65_536 + first;
  const second = text.charCodeAt(at + 2);
  return second < 128 ? (at + 3) * 65_536 + second * 128 + (first - 128) : -1;
}

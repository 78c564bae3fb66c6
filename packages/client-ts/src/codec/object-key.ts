import { asciiText } from "./text.ts";

const scratch = Buffer.allocUnsafeSlow(512);

/**
 * The key of an object, `namespace/name`, whose name lies in `bytes`. It is copied into one text: joined from two, it
 * would be put together again when a map is asked for it, which costs three times as much. `undefined` when namespace
 * and name are not ASCII or very long.
 */
export function keyOfBytes(namespace: string, bytes: Buffer, start: number, end: number): string | undefined {
  const { length } = namespace;
  if (start === end) return "";
  if (length + 1 + end - start > scratch.length) return undefined;
  let at = 0;
  let bits = 0;
  if (length > 0) {
    while (at < length) {
      const code = namespace.charCodeAt(at);
      bits |= code;
      scratch[at++] = code;
    }
    scratch[at++] = 47;
  }
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!;
    bits |= byte;
    scratch[at++] = byte;
  }
  return bits < 128 ? asciiText(scratch, 0, at) : undefined;
}

/** The key of an object with this namespace, or none, and this name. */
export function keyOf(namespace: string, name: string): string {
  return namespace === "" || name === "" ? name : `${namespace}/${name}`;
}

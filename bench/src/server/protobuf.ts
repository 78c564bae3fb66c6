/** The little of protobuf that the server needs to put prepared objects into lists and watch frames. */

/** A length-delimited field. */
export function field(number: number, ...parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([varint((number << 3) | 2), varint(length), ...parts]);
}

/** A text field. */
export function textField(number: number, text: string): Buffer {
  return field(number, Buffer.from(text));
}

/** A number in base 128. */
export function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}

/**
 * What comes before and after an object's own bytes in Kubernetes' envelope: `k8s\0`, then kind and apiVersion, then
 * the bytes.
 */
export function envelope(
  apiVersion: string,
  kind: string,
  rawLength: number,
): { readonly head: Buffer; readonly tail: Buffer } {
  const type = field(1, textField(1, apiVersion), textField(2, kind));
  return {
    head: Buffer.concat([Buffer.from("k8s\0"), type, varint((2 << 3) | 2), varint(rawLength)]),
    tail: Buffer.concat([textField(3, ""), textField(4, "")]),
  };
}

/** A watch frame around an object in its envelope: four bytes of length, then the event. */
export function watchFrame(type: string, apiVersion: string, kind: string, raw: Uint8Array): Buffer {
  const { head, tail } = envelope(apiVersion, kind, raw.length);
  const event = Buffer.concat([textField(1, type), field(2, field(1, head, raw, tail))]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(event.length);
  return Buffer.concat([length, event]);
}

/** The bytes inside a list's item record (`0x12`, length, bytes). */
export function recordBytes(record: Buffer): Buffer {
  let at = 1;
  while ((record[at] as number) > 127) at++;
  return record.subarray(at + 1);
}

/**
 * The small part of ASN.1 DER that certificates need: values written as nested buffers, and a reader that walks them.
 * What is written here is what `openssl` and Go read; what is read here is refused with a typed error when it is
 * malformed.
 */

import { InvalidArgumentError } from "../errors/index.ts";

/** One value with its tag and length, ready to be put inside another. */
export type Der = Buffer;

const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Any value: tag, length, content. */
export function tlv(tag: number, content: Uint8Array): Der {
  const length = content.length;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest & 0xff);
  return Buffer.concat([Buffer.from([tag, 0x80 | bytes.length, ...bytes]), content]);
}

/** SEQUENCE: values in order. */
export function sequence(...values: Der[]): Der {
  return tlv(tags.sequence, Buffer.concat(values));
}

/** SET OF: values sorted by their bytes, as DER demands. */
export function setOf(...values: Der[]): Der {
  return tlv(tags.set, Buffer.concat(values.toSorted(Buffer.compare)));
}

/** INTEGER, not negative, from big-endian bytes. */
export function unsigned(bytes: Uint8Array): Der {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start++;
  const trimmed = bytes.subarray(start);
  const needsZero = trimmed.length === 0 || (trimmed[0] as number) >= 0x80;
  return tlv(tags.integer, needsZero ? Buffer.concat([Buffer.from([0]), trimmed]) : trimmed);
}

/** BOOLEAN true; DER leaves a default `false` out. */
export function yes(): Der {
  return tlv(tags.boolean, Buffer.from([0xff]));
}

/** NULL. */
export function nothing(): Der {
  return tlv(tags.null, Buffer.alloc(0));
}

/** OBJECT IDENTIFIER from its dotted form. */
export function oid(dotted: string): Der {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes: number[] = [];
  for (const arc of [first * 40 + second, ...rest]) {
    const groups = [arc & 0x7f];
    for (let high = Math.floor(arc / 128); high > 0; high = Math.floor(high / 128))
      groups.unshift((high & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return tlv(tags.oid, Buffer.from(bytes));
}

/** BIT STRING of whole bytes. */
export function bitString(bytes: Uint8Array, unusedBits = 0): Der {
  return tlv(tags.bitString, Buffer.concat([Buffer.from([unusedBits]), bytes]));
}

/** BIT STRING of named bits, the first bit being the highest of the first byte; zeros at the end are left out. */
export function namedBits(...bits: number[]): Der {
  if (bits.length === 0) return bitString(Buffer.alloc(0));
  const last = Math.max(...bits);
  const bytes = Buffer.alloc(Math.floor(last / 8) + 1);
  for (const bit of bits) {
    const index = Math.floor(bit / 8);
    bytes[index] = (bytes[index] as number) | (0x80 >> (bit % 8));
  }
  return bitString(bytes, 7 - (last % 8));
}

/** OCTET STRING. */
export function octetString(bytes: Uint8Array): Der {
  return tlv(tags.octetString, bytes);
}

/** UTF8String. */
export function utf8(text: string): Der {
  return tlv(tags.utf8String, Buffer.from(text, "utf8"));
}

/** A time in whole seconds: UTCTime until 2049, GeneralizedTime from 2050 on (RFC 5280, 4.1.2.5). */
export function time(epochMs: number): Der {
  const iso = new Date(epochMs).toISOString(); // 2026-01-02T03:04:05.678Z
  const digits = `${iso.slice(0, 19).replace(/[-:T]/g, "")}Z`;
  const year = new Date(epochMs).getUTCFullYear();
  return year >= 1950 && year < 2050
    ? tlv(tags.utcTime, Buffer.from(digits.slice(2), "latin1"))
    : tlv(tags.generalizedTime, Buffer.from(digits, "latin1"));
}

/** A value with a context tag around it (`[0] EXPLICIT`). */
export function explicit(number: number, value: Der): Der {
  return tlv(0xa0 | number, value);
}

/** A primitive with a context tag instead of its own (`[0] IMPLICIT`). */
export function implicit(number: number, content: Uint8Array): Der {
  return tlv(0x80 | number, content);
}

/** One value as read: its tag, its content, and all of its bytes. */
export interface DerNode {
  readonly tag: number;
  readonly content: Buffer;
  readonly bytes: Buffer;
}

/**
 * Reads the values that stand one after another in a buffer. Throws an InvalidArgumentError when they do not fill it
 * exactly.
 */
export function readDer(bytes: Buffer): DerNode[] {
  const nodes: DerNode[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at] as number;
    const first = bytes[at + 1];
    if (first === undefined) throw malformed();
    let length = first;
    let start = at + 2;
    if (first >= 0x80) {
      const count = first & 0x7f;
      if (count === 0 || count > 4 || start + count > bytes.length) throw malformed();
      length = bytes.readUIntBE(start, count);
      start += count;
    }
    const end = start + length;
    if (end > bytes.length) throw malformed();
    nodes.push({ tag, content: bytes.subarray(start, end), bytes: bytes.subarray(at, end) });
    at = end;
  }
  return nodes;
}

/** The values inside one value. */
export function children(node: DerNode | undefined): DerNode[] {
  if (node === undefined || (node.tag & 0x20) === 0) throw malformed();
  return readDer(node.content);
}

/** The dotted form of an OBJECT IDENTIFIER. */
export function readOid(node: DerNode | undefined): string {
  if (node?.tag !== tags.oid) throw malformed();
  const arcs: number[] = [];
  let value = 0;
  for (const byte of node.content) {
    value = value * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    if (arcs.length === 0)
      arcs.push(Math.min(2, Math.floor(value / 40)), value - 40 * Math.min(2, Math.floor(value / 40)));
    else arcs.push(value);
    value = 0;
  }
  return arcs.join(".");
}

/** The text of any of the string types. UTF-16 and UTF-32 forms, which Kubernetes does not use, are not decoded. */
export function readText(node: DerNode | undefined): string {
  return node === undefined ? "" : node.content.toString("utf8");
}

function malformed(): InvalidArgumentError {
  return new InvalidArgumentError("malformed DER: a length exceeds the data");
}

import { InvalidArgumentError } from "../errors/index.ts";

/**
 * The 4 or 16 bytes of an IP address in text; throws an InvalidArgumentError for anything else, zones and prefixes
 * included.
 */
export function ipToBytes(address: string): Buffer {
  const bytes = bytesOf(address);
  if (bytes === undefined) throw new InvalidArgumentError(`${JSON.stringify(address)} is not an IP address`);
  return Buffer.from(bytes);
}

/** The usual text of an IP address, which is what a certificate is read with; anything else stays as it is. */
export function formatIp(address: string): string {
  const bytes = bytesOf(address);
  return bytes === undefined ? address : bytesToIp(Uint8Array.from(bytes));
}

/** The usual text of 4 or 16 bytes; the longest run of zeros in an IPv6 address is shortened (RFC 5952). */
export function bytesToIp(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join(".");
  if (bytes.length !== 16) return Buffer.from(bytes).toString("hex");
  const groups = Array.from({ length: 8 }, (_, i) => (bytes[2 * i] as number) * 256 + (bytes[2 * i + 1] as number));
  let best = { start: -1, length: 1 };
  for (let start = 0; start < 8; start++) {
    let length = 0;
    while (start + length < 8 && groups[start + length] === 0) length++;
    if (length > best.length) best = { start, length };
  }
  const text = (part: number[]): string => part.map((group) => group.toString(16)).join(":");
  if (best.start < 0) return text(groups);
  return `${text(groups.slice(0, best.start))}::${text(groups.slice(best.start + best.length))}`;
}

function bytesOf(address: string): number[] | undefined {
  return address.includes(":") ? v6(address) : v4(address);
}

function v4(address: string): number[] | undefined {
  const parts = address.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256))
    return undefined;
  return parts.map(Number);
}

function v6(address: string): number[] | undefined {
  const halves = address.split("::");
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map((half) => (half === "" ? [] : groups(half)));
  if (head === undefined) return undefined;
  if (halves.length === 1) return head.length === 16 ? head : undefined;
  if (tail === undefined || head.length + tail.length > 14) return undefined;
  return [...head, ...new Array<number>(16 - head.length - tail.length).fill(0), ...tail];
}

/** The bytes of groups between colons; the last may be an IPv4 address. */
function groups(text: string): number[] | undefined {
  const bytes: number[] = [];
  const parts = text.split(":");
  for (const [index, part] of parts.entries()) {
    if (part.includes(".") && index === parts.length - 1) {
      const last = v4(part);
      if (last === undefined) return undefined;
      bytes.push(...last);
    } else if (/^[0-9a-f]{1,4}$/i.test(part)) {
      const value = Number.parseInt(part, 16);
      bytes.push(value >> 8, value & 0xff);
    } else return undefined;
  }
  return bytes;
}

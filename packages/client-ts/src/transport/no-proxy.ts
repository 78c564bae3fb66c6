/** Where a request goes, as the rules of NO_PROXY look at it. */
export interface NoProxyTarget {
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
}

/**
 * Whether a list such as `NO_PROXY` says to go to the target directly, by Go's rules: entries between commas are `*`,
 * addresses, address ranges (`10.0.0.0/8`, `fd00::/8`), names that stand for themselves and everything below them, and
 * names with a leading dot or `*.` that stand only for what is below; an address or a name may have a port. An entry
 * that cannot be read stands for nothing.
 */
export function isExcluded(list: string, { host, port }: NoProxyTarget): boolean {
  const name = host.trim().toLowerCase();
  const address = parseAddress(name);
  return list.split(",").some((raw) => {
    const entry = raw.trim().toLowerCase();
    if (entry === "") return false;
    if (entry === "*") return true;
    const range = parseRange(entry);
    if (range !== undefined) return address !== undefined && inRange(address, range);
    const split = splitPort(entry);
    if (split.host === "" || (split.port !== undefined && split.port !== String(port))) return false;
    const one = parseAddress(split.host);
    if (one !== undefined) return address !== undefined && inRange(address, { address: one, bits: 128 });
    const pattern = split.host.startsWith("*.") ? split.host.slice(1) : split.host;
    return pattern.startsWith(".") ? name.endsWith(pattern) : name === pattern || name.endsWith(`.${pattern}`);
  });
}

/** Whether a host is this machine. */
export function isLoopback(host: string): boolean {
  if (host.toLowerCase() === "localhost") return true;
  const address = parseAddress(host);
  return address !== undefined && (inRange(address, loopback4) || inRange(address, loopback6));
}

interface Range {
  readonly address: Uint8Array;
  /** Of the sixteen bytes that every address has here. */
  readonly bits: number;
}

function parseRange(text: string): Range | undefined {
  const slash = text.lastIndexOf("/");
  if (slash < 0) return undefined;
  const base = text.slice(0, slash);
  const address = parseAddress(base);
  const length = text.slice(slash + 1);
  if (address === undefined || !/^\d{1,3}$/.test(length)) return undefined;
  const isV4 = !base.includes(":");
  return Number(length) > (isV4 ? 32 : 128) ? undefined : { address, bits: Number(length) + (isV4 ? 96 : 0) };
}

function inRange(address: Uint8Array, { address: base, bits }: Range): boolean {
  for (let i = 0, left = bits; left > 0; i++, left -= 8) {
    const mask = left >= 8 ? 0xff : (0xff << (8 - left)) & 0xff;
    if (((address[i] ?? 0) & mask) !== ((base[i] ?? 0) & mask)) return false;
  }
  return true;
}

/** Splits `host:port` or `[address]:port`; a bare IPv6 address has no port. */
function splitPort(entry: string): { readonly host: string; readonly port?: string | undefined } {
  const bracketed = /^\[([^\]]*)\](?::(\d*))?$/.exec(entry);
  const match = bracketed ?? /^([^:]*):(\d*)$/.exec(entry);
  if (match === null) return { host: entry };
  const port = match[2];
  return { host: match[1] ?? "", port: port || undefined };
}

/** The sixteen bytes of an address, IPv4 as it is mapped into IPv6; `undefined` when the text is not an address. */
function parseAddress(text: string): Uint8Array | undefined {
  if (!text.includes(":")) {
    const four = parseV4(text);
    return four === undefined ? undefined : Uint8Array.from([...Array<number>(10).fill(0), 0xff, 0xff, ...four]);
  }
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map(groupsOf);
  if (head === undefined || (halves.length === 2 && tail === undefined)) return undefined;
  if (tail === undefined) return head.length === 16 ? Uint8Array.from(head) : undefined;
  const gap = 16 - head.length - tail.length;
  return gap < 2 ? undefined : Uint8Array.from([...head, ...Array<number>(gap).fill(0), ...tail]);
}

/** The bytes of groups between colons; the last may be an IPv4 address. */
function groupsOf(text: string): number[] | undefined {
  if (text === "") return [];
  const bytes: number[] = [];
  const groups = text.split(":");
  for (const [i, group] of groups.entries()) {
    const four = i === groups.length - 1 && group.includes(".") ? parseV4(group) : undefined;
    if (four !== undefined) bytes.push(...four);
    else if (/^[0-9a-f]{1,4}$/i.test(group))
      bytes.push(Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff);
    else return undefined;
  }
  return bytes;
}

function parseV4(text: string): number[] | undefined {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256))
    return undefined;
  return parts.map(Number);
}

const loopback4: Range = { address: parseAddress("127.0.0.0") as Uint8Array, bits: 104 };
const loopback6: Range = { address: parseAddress("::1") as Uint8Array, bits: 128 };

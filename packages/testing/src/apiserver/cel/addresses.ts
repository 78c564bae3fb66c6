/** An IP address of an expression. */
export class IpValue {
  readonly family: 4 | 6;
  readonly bits: bigint;

  /** Throws when the text is not an address. */
  constructor(text: string) {
    const bits = ipv4Bits(text) ?? ipv6Bits(text);
    if (bits === undefined)
      throw new Error(`IP Address ${JSON.stringify(text)} parse error during conversion from string`);
    this.family = text.includes(":") ? 6 : 4;
    this.bits = bits;
  }

  get isLoopback(): boolean {
    return this.family === 4 ? this.bits >> 24n === 127n : this.bits === 1n;
  }
}

/** A range of addresses of an expression. */
export class CidrValue {
  readonly ip: IpValue;
  readonly prefixLength: number;

  /** Throws when the text is not a range. */
  constructor(text: string) {
    const [, address, length] = /^([0-9a-fA-F:.]+)\/([0-9]{1,3})$/.exec(text) ?? [];
    const problem = (): Error =>
      new Error(`network address parse error during conversion from string: ${JSON.stringify(text)}`);
    if (address === undefined || !isIp(address)) throw problem();
    this.ip = new IpValue(address);
    this.prefixLength = Number(length);
    if (this.prefixLength > this.#size) throw problem();
  }

  contains(ip: IpValue): boolean {
    const shift = BigInt(this.#size - this.prefixLength);
    return ip.family === this.ip.family && ip.bits >> shift === this.ip.bits >> shift;
  }

  get #size(): number {
    return this.ip.family === 4 ? 32 : 128;
  }
}

/** Whether a text is an IP address. */
export function isIp(text: string): boolean {
  return (ipv4Bits(text) ?? ipv6Bits(text)) !== undefined;
}

/** Whether a text is a range of addresses, such as `10.0.0.0/8`. */
export function isCidr(text: string): boolean {
  try {
    return new CidrValue(text).prefixLength >= 0;
  } catch {
    return false;
  }
}

function ipv4Bits(text: string): bigint | undefined {
  if (!/^(0|[1-9][0-9]{0,2})(\.(0|[1-9][0-9]{0,2})){3}$/.test(text)) return undefined;
  const bytes = text.split(".").map(Number);
  return bytes.some((byte) => byte > 255) ? undefined : bytes.reduce((bits, byte) => (bits << 8n) | BigInt(byte), 0n);
}

function ipv6Bits(text: string): bigint | undefined {
  if (!/^[0-9a-fA-F:]+$/.test(text) || !URL.canParse(`http://[${text}]/`)) return undefined;
  const [head = "", tail] = new URL(`http://[${text}]/`).hostname.slice(1, -1).split("::");
  const groups = (part: string): string[] => (part === "" ? [] : part.split(":"));
  const left = groups(head);
  const right = groups(tail ?? "");
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - left.length - right.length }, () => "0");
  return [...left, ...zeros, ...right].reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n);
}

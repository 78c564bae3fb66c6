/** Archives that no honest tar writes, block by block. */

/** One entry of an archive. */
export interface RawEntry {
  readonly name: string;
  /** The type flag: `0` a file, `1` a hard link, `2` a symbolic link, `5` a folder. Default `0`. */
  readonly type?: string | undefined;
  readonly content?: string | Buffer | undefined;
  readonly link?: string | undefined;
  readonly mode?: number | undefined;
  readonly uid?: number | undefined;
  /** The twelve bytes of the size field, instead of the content's size. */
  readonly size?: Buffer | number | undefined;
  /** Breaks the checksum. */
  readonly badChecksum?: boolean | undefined;
}

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, "0")}\0`;

/** A header block and the content, padded. */
export function rawEntry(entry: RawEntry): Buffer {
  const content = Buffer.from(entry.content ?? "");
  const head = Buffer.alloc(512);
  head.write(entry.name, 0, 100, "utf8");
  head.write(octal(entry.mode ?? 0o644, 8), 100, "latin1");
  head.write(octal(entry.uid ?? 0, 8), 108, "latin1");
  head.write(octal(entry.uid ?? 0, 8), 116, "latin1");
  if (Buffer.isBuffer(entry.size)) entry.size.copy(head, 124);
  else head.write(octal(entry.size ?? content.length, 12), 124, "latin1");
  head.write(octal(0, 12), 136, "latin1");
  head.write("        ", 148, "latin1");
  head.write(entry.type ?? "0", 156, "latin1");
  head.write(entry.link ?? "", 157, 100, "utf8");
  head.write("ustar\0" + "00", 257, "latin1");
  const sum = head.reduce((total, byte) => total + byte, entry.badChecksum === true ? 1 : 0);
  head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return Buffer.concat([head, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

/** A PAX header for the next entry. */
export function paxHeader(fields: Readonly<Record<string, string>>): Buffer {
  const lines = Object.entries(fields).map(([name, value]) => {
    const rest = Buffer.byteLength(` ${name}=${value}\n`);
    let length = rest + String(rest).length;
    length = rest + String(length).length;
    return `${length} ${name}=${value}\n`;
  });
  return rawEntry({ name: "PaxHeader", type: "x", content: lines.join("") });
}

/** A whole archive. */
export function archive(...parts: readonly (RawEntry | Buffer)[]): Buffer {
  const blocks = parts.map((part) => (Buffer.isBuffer(part) ? part : rawEntry(part)));
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

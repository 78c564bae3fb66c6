/**
 * Header blocks of SPDY/3: names and values with their lengths, compressed with one zlib stream per direction that
 * begins with a dictionary. Each block ends at a byte, so it is compressed and read on its own, with what came
 * before as the dictionary: a zlib window has 32 KiB.
 */
import { constants, deflateRawSync, inflateRawSync } from "node:zlib";
import { ProtocolError } from "../../errors/index.ts";

/** Header names and values; names in lower case. */
export type SpdyHeaders = Readonly<Record<string, string>>;

const windowBytes = 32 * 1024;
/**
 * A writer need not look back as far as a reader must be able to. Blocks are short and alike, and little memory to
 * prepare for each makes one four times faster.
 */
const rememberedBytes = 2 * 1024;
const small = { windowBits: 12, memLevel: 3, chunkSize: 1024, finishFlush: constants.Z_SYNC_FLUSH } as const;
/** The most that the headers of one stream may have. */
const maxHeaderBytes = 64 * 1024;

/** The words of the dictionary (SPDY/3, section 2.6.10.1), each with its length in front. */
const words =
  "options head post put delete trace accept accept-charset accept-encoding accept-language accept-ranges age allow " +
  "authorization cache-control connection content-base content-encoding content-language content-length " +
  "content-location content-md5 content-range content-type date etag expect expires from host if-match " +
  "if-modified-since if-none-match if-range if-unmodified-since last-modified location max-forwards pragma " +
  "proxy-authenticate proxy-authorization range referer retry-after server te trailer transfer-encoding upgrade " +
  "user-agent vary via warning www-authenticate method get status 200_OK version HTTP/1.1 url public set-cookie " +
  "keep-alive origin";
const codes =
  "100101201202205206300302303304305306307402405406407408409410411412413414415416417502504505" +
  "203 Non-Authoritative Information204 No Content301 Moved Permanently400 Bad Request401 Unauthorized403 Forbidden" +
  "404 Not Found500 Internal Server Error501 Not Implemented503 Service Unavailable" +
  "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec 00:00:00 Mon, Tue, Wed, Thu, Fri, Sat, Sun, GMT" +
  "chunked,text/html,image/png,image/jpg,image/gif,application/xml,application/xhtml+xml,text/plain," +
  "text/javascript,publicprivatemax-age=gzip,deflate,sdchcharset=utf-8charset=iso-8859-1,utf-,*,enq=0.";

/** The dictionary that both directions begin with. */
export const headerDictionary: Buffer = Buffer.concat([
  ...words.split(" ").map((word) => lengthPrefixed(word.replace("_", " "))),
  Buffer.from(codes, "latin1"),
]);

/** The beginning of a zlib stream with a dictionary: method, flags and the dictionary's Adler-32. */
const zlibHeader = Buffer.concat([Buffer.from([0x78, 0xbb]), uint32(adler32(headerDictionary))]);

/** Compresses the header blocks of one direction, in the order in which they are sent. */
export class SpdyHeaderWriter {
  #history: Buffer = headerDictionary;
  #first = true;

  write(headers: SpdyHeaders): Buffer {
    const entries = Object.entries(headers);
    const block = Buffer.concat([
      uint32(entries.length),
      ...entries.flatMap(([name, value]) => [lengthPrefixed(name), lengthPrefixed(value)]),
    ]);
    const packed = deflateRawSync(block, { ...small, dictionary: this.#history });
    this.#history = Buffer.concat([this.#history, block]).subarray(-rememberedBytes);
    const result = this.#first ? Buffer.concat([zlibHeader, packed]) : packed;
    this.#first = false;
    return result;
  }
}

/** Reads the header blocks of one direction, in the order in which they arrive. Throws a ProtocolError. */
export class SpdyHeaderReader {
  #history: Buffer = headerDictionary;
  #first = true;

  read(block: Buffer): SpdyHeaders {
    let packed = block;
    if (this.#first) {
      // With FDICT (0x20) the dictionary's checksum follows.
      packed = block.subarray((block[1] ?? 0) & 0x20 ? 6 : 2);
      this.#first = false;
    }
    let plain: Buffer;
    try {
      plain = inflateRawSync(packed, {
        dictionary: this.#history,
        chunkSize: 4 * 1024,
        finishFlush: constants.Z_SYNC_FLUSH,
        maxOutputLength: maxHeaderBytes,
      });
    } catch (cause) {
      throw new ProtocolError("the headers of a SPDY stream cannot be read", { cause });
    }
    this.#history = Buffer.concat([this.#history, plain]).subarray(-windowBytes);
    return parseBlock(plain);
  }
}

function parseBlock(block: Buffer): SpdyHeaders {
  const headers = new Map<string, string>();
  let at = 0;
  const take = (length: number): Buffer => {
    if (at + length > block.length) throw new ProtocolError("the headers of a SPDY stream are cut off");
    at += length;
    return block.subarray(at - length, at);
  };
  const text = (): string => take(take(4).readUInt32BE()).toString("utf8");
  for (let count = take(4).readUInt32BE(); count > 0; count--) headers.set(text().toLowerCase(), text());
  return Object.fromEntries(headers);
}

function lengthPrefixed(text: string): Buffer {
  const bytes = Buffer.from(text, "utf8");
  return Buffer.concat([uint32(bytes.length), bytes]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function adler32(bytes: Buffer): number {
  let a = 1;
  let b = 0;
  for (const byte of bytes) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return b * 65_536 + a;
}

import { createServer, type ServerHttp2Session } from "node:http2";
import { type AddressInfo, connect } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { frameOf, frameTypes } from "../../test-support/raw-h2.ts";
import { FrameReader } from "./frame-reader.ts";
import { HpackDecoder } from "./hpack-decoder.ts";
import { decodeHuffman } from "./huffman.ts";

/** The text of bytes that are written as hexadecimal digits. */
function decode(hex: string): string | undefined {
  const bytes = Buffer.from(hex.replaceAll(" ", ""), "hex");
  return decodeHuffman(bytes, 0, bytes.length);
}

/** The bytes of codes, each with its length in bits, padded with ones. */
function bits(...codes: readonly (readonly [code: number, length: number])[]): Buffer {
  let text = codes.map(([code, length]) => code.toString(2).padStart(length, "0")).join("");
  text = text.padEnd(Math.ceil(text.length / 8) * 8, "1");
  return Buffer.from((text.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The codes of what no server sends in a header (RFC 7541, appendix B). */
const controls: readonly (readonly [symbol: number, code: number, length: number])[] = [
  [0, 0x1ff8, 13],
  [1, 0x7fffd8, 23],
  ...[2, 3, 4, 5, 6, 7, 8].map((symbol) => [symbol, 0xfffffe0 + symbol, 28] as const),
  [9, 0xffffea, 24],
  [10, 0x3ffffffc, 30],
  [11, 0xfffffe9, 28],
  [12, 0xfffffea, 28],
  [13, 0x3ffffffd, 30],
  ...[14, 15, 16, 17, 18, 19, 20, 21].map((symbol) => [symbol, 0xfffffeb - 14 + symbol, 28] as const),
  [22, 0x3ffffffe, 30],
  ...[23, 24, 25, 26, 27, 28, 29, 30, 31].map((symbol) => [symbol, 0xffffff3 - 23 + symbol, 28] as const),
  [127, 0xffffffc, 28],
];

describe("Huffman code", () => {
  it.each([
    ["f1e3 c2e5 f23a 6ba0 ab90 f4ff", "www.example.com"],
    ["a8eb 1064 9cbf", "no-cache"],
    ["25a8 49e9 5ba9 7d7f", "custom-key"],
    ["25a8 49e9 5bb8 e8b4 bf", "custom-value"],
    ["6402", "302"],
    ["640e ff", "307"],
    ["aec3 771a 4b", "private"],
    ["d07a be94 1054 d444 a820 0595 040b 8166 e082 a62d 1bff", "Mon, 21 Oct 2013 20:13:21 GMT"],
    ["9d29 ad17 1863 c78f 0b97 c8e9 ae82 ae43 d3", "https://www.example.com"],
    ["9bd9 ab", "gzip"],
    ["", ""],
  ])("of the examples of RFC 7541 is read: %s", (hex, text) => {
    expect(decode(hex)).toBe(text);
  });

  it.each(controls)("of the control character %i is read", (symbol, code, length) => {
    const bytes = bits([code, length]);
    expect(decodeHuffman(bytes, 0, bytes.length)).toBe(String.fromCharCode(symbol));
    // Two of them and a letter: the next code begins where this one ended.
    const three = bits([code, length], [0b00011, 5], [code, length]);
    const text = `${String.fromCharCode(symbol)}a${String.fromCharCode(symbol)}`;
    expect(decodeHuffman(three, 0, three.length)).toBe(text);
  });

  it("is decoded between the positions that are given", () => {
    expect(decodeHuffman(Buffer.from("ffa8eb10649cbfff", "hex"), 1, 7)).toBe("no-cache");
  });

  it.each([
    ["padding of zeros", bits([0b00011, 5], [0b000, 3])],
    ["padding that has a zero", bits([0b00011, 5], [0b110, 3])],
    ["eight bits of padding", bits([0b00011, 5], [0b111, 3], [0xff, 8])],
    ["padding alone, of a whole byte", Buffer.from([0xff])],
    ["the end of the string", bits([0x3fffffff, 30])],
    ["the end of the string after a letter", bits([0b00011, 5], [0x3fffffff, 30], [0b00011, 5])],
    ["a code that is cut off", bits([0x1ff8, 13]).subarray(0, 1)],
  ])("with %s is an error", (_what, bytes) => {
    expect(decodeHuffman(bytes, 0, bytes.length)).toBeUndefined();
  });

  it("of each byte that a header can have is read as Node's own server writes it", async () => {
    const bytes = [
      ...Array.from({ length: 95 }, (_, n) => 0x20 + n),
      ...Array.from({ length: 128 }, (_, n) => 0x80 + n),
    ];
    // Short codes around it: Node writes the Huffman code only where it is shorter.
    const textOf = (byte: number): string => `${"0".repeat(20)}${String.fromCharCode(byte)}${"a".repeat(20)}`;
    const sessions = new Set<ServerHttp2Session>();
    const server = createServer((_request, response) => {
      response.writeHead(200, Object.fromEntries(bytes.map((byte) => [`x-${byte}`, textOf(byte)]))).end();
    });
    server.on("session", (session) => sessions.add(session.on("error", () => {})));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    onTestFinished(async () => {
      socket.destroy();
      for (const session of sessions) session.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
    const request = Buffer.from([0x82, 0x86, 0x84, 0x41, 1, 0x61]);
    socket.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    socket.write(frameOf(frameTypes.settings, 0, 0));
    socket.write(frameOf(frameTypes.headers, 5, 1, request));
    const block = await new Promise<Buffer>((resolve) => {
      const parts: Buffer[] = [];
      const reader = new FrameReader(16_384, {
        onFrame(type, flags, _stream, payload) {
          if (type !== frameTypes.headers && type !== frameTypes.continuation) return;
          parts.push(Buffer.from(payload));
          if ((flags & 4) !== 0) resolve(Buffer.concat(parts));
        },
        onData() {},
        onTooLong() {},
      });
      socket.on("data", (chunk: Buffer) => reader.push(chunk));
    });
    expect(block.includes("0".repeat(20))).toBe(false);
    const { fields } = new HpackDecoder({ bytes: 2 ** 20, count: 1_000 }).decode(block);
    const seen = new Map(fields.flatMap((name, at) => (at % 2 === 0 ? [[name, fields[at + 1]] as const] : [])));
    // Spaces at the ends are the only thing that Node may take away; there are none.
    for (const byte of bytes) expect([byte, seen.get(`x-${byte}`)]).toEqual([byte, textOf(byte)]);
  });
});

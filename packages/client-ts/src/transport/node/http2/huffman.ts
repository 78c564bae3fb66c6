/**
 * The Huffman code of HPACK (RFC 7541, appendix B). It is canonical: among codes of one length the codes rise with the
 * symbols, and the first code of a length follows from the lengths before it, so the symbols by length are all of it.
 */
const symbolsByLength: ReadonlyMap<number, readonly number[]> = new Map([
  [5, [48, 49, 50, 97, 99, 101, 105, 111, 115, 116]],
  [6, [32, 37, 45, 46, 47, ...range(51, 57), 61, 65, 95, 98, 100, 102, 103, 104, 108, 109, 110, 112, 114, 117]],
  [7, [58, ...range(66, 87), 89, 106, 107, 113, ...range(118, 122)]],
  [8, [38, 42, 44, 59, 88, 90]],
  [10, [33, 34, 40, 41, 63]],
  [11, [39, 43, 124]],
  [12, [35, 62]],
  [13, [0, 36, 64, 91, 93, 126]],
  [14, [94, 125]],
  [15, [60, 96, 123]],
  [19, [92, 195, 208]],
  [20, [128, 130, 131, 162, 184, 194, 224, 226]],
  [21, [153, 161, 167, 172, 176, 177, 179, 209, 216, 217, 227, 229, 230]],
  [
    22,
    [
      ...[129, 132, 133, 134, 136, 146, 154, 156, 160, 163, 164, 169, 170, 173, 178, 181, 185, 186, 187],
      ...[189, 190, 196, 198, 228, 232, 233],
    ],
  ],
  [
    23,
    [
      ...[1, 135, ...range(137, 141), 143, 147, ...range(149, 152), 155, 157, 158, 165, 166, 168, 174, 175, 180],
      ...[182, 183, 188, 191, 197, 231, 239],
    ],
  ],
  [24, [9, 142, 144, 145, 148, 159, 171, 206, 215, 225, 236, 237]],
  [25, [199, 207, 234, 235]],
  [26, [192, 193, 200, 201, 202, 205, 210, 213, 218, 219, 238, 240, 242, 243, 255]],
  [27, [203, 204, 211, 212, 214, 221, 222, 223, 241, ...range(244, 248), ...range(250, 254)]],
  [28, [...range(2, 8), 11, 12, ...range(14, 21), ...range(23, 31), 127, 220, 249]],
  [30, [10, 13, 22, 256]],
]);

const longestCode = 30;
/** The end-of-string symbol: an error where it appears as a whole. */
const endOfString = 256;

/** For each length of a code: the first code, how many there are, and where their symbols begin in {@link symbols}. */
const firstCodes = new Uint32Array(longestCode + 1);
const counts = new Uint16Array(longestCode + 1);
const starts = new Uint16Array(longestCode + 1);
const symbols = new Uint16Array(257);

let code = 0;
let at = 0;
for (let length = 1; length <= longestCode; length++) {
  code *= 2;
  const given = symbolsByLength.get(length) ?? [];
  firstCodes[length] = code;
  counts[length] = given.length;
  starts[length] = at;
  symbols.set(given, at);
  at += given.length;
  code += given.length;
}

/**
 * The text of Huffman-coded bytes, each symbol as one character; `undefined` when they are not valid: a string that
 * holds the end-of-string symbol, or ends in anything but up to seven one-bits.
 */
export function decodeHuffman(bytes: Uint8Array, from: number, to: number): string | undefined {
  // The shortest code has five bits.
  const out = Buffer.allocUnsafe(Math.floor(((to - from) * 8) / 5));
  let written = 0;
  let pending = 0;
  let length = 0;
  for (let index = from; index < to; index++) {
    const byte = bytes[index] as number;
    for (let bit = 7; bit >= 0; bit--) {
      pending = pending * 2 + ((byte >> bit) & 1);
      length++;
      if (length > longestCode) return undefined;
      const offset = pending - (firstCodes[length] as number);
      if (offset < 0 || offset >= (counts[length] as number)) continue;
      const symbol = symbols[(starts[length] as number) + offset] as number;
      if (symbol === endOfString) return undefined;
      out[written++] = symbol;
      pending = 0;
      length = 0;
    }
  }
  const isPadding = length < 8 && pending === 2 ** length - 1;
  return isPadding ? out.toString("latin1", 0, written) : undefined;
}

/** The numbers from `first` to `last`. */
function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

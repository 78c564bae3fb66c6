import { describe, expect, it } from "vitest";
import { HpackDecoder } from "./hpack-decoder.ts";

function hex(text: string): Buffer {
  return Buffer.from(text.replace(/\s/g, ""), "hex");
}

/** Names and values in turns, from text with one header in each line. */
function fieldsOf(...headers: readonly string[]): string[] {
  return headers.flatMap((header) => {
    const colon = header.indexOf(": ", 1);
    return [header.slice(0, colon), header.slice(colon + 2)];
  });
}

const limits = { bytes: 16_384, count: 100 };
const [at21, at22] = ["date: Mon, 21 Oct 2013 20:13:21 GMT", "date: Mon, 21 Oct 2013 20:13:22 GMT"];
const location = "location: https://www.example.com";
const cookie = "set-cookie: foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1";
const get = [":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com"];
const requests = [
  fieldsOf(...get),
  fieldsOf(...get, "cache-control: no-cache"),
  fieldsOf(
    ...[":method: GET", ":scheme: https", ":path: /index.html", ":authority: www.example.com"],
    "custom-key: custom-value",
  ),
];
const responses = [
  fieldsOf(":status: 302", "cache-control: private", at21, location),
  fieldsOf(":status: 307", "cache-control: private", at21, location),
  fieldsOf(":status: 200", "cache-control: private", at22, location, "content-encoding: gzip", cookie),
];

/** The blocks of RFC 7541, appendix C. Those of C.5 and C.6 need a table of 256 bytes: the first says so. */
const examples: [string, string[], string[][]][] = [
  ["C.2.1", ["400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572"], [["custom-key", "custom-header"]]],
  ["C.2.2", ["040c 2f73 616d 706c 652f 7061 7468"], [[":path", "/sample/path"]]],
  ["C.2.3", ["1008 7061 7373 776f 7264 0673 6563 7265 74"], [["password", "secret"]]],
  ["C.2.4", ["82"], [[":method", "GET"]]],
  [
    "C.3",
    [
      "8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d",
      "8286 84be 5808 6e6f 2d63 6163 6865",
      "8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65",
    ],
    requests,
  ],
  [
    "C.4",
    [
      "8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff",
      "8286 84be 5886 a8eb 1064 9cbf",
      "8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf",
    ],
    requests,
  ],
  [
    "C.5",
    [
      `3fe1 01 4803 3330 3258 0770 7269 7661 7465 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133
       2032 303a 3133 3a32 3120 474d 546e 1768 7474 7073 3a2f 2f77 7777 2e65 7861 6d70 6c65 2e63 6f6d`,
      "4803 3330 37c1 c0bf",
      `88c1 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3220 474d 54c0 5a04
       677a 6970 7738 666f 6f3d 4153 444a 4b48 514b 425a 584f 5157 454f 5049 5541 5851 5745 4f49
       553b 206d 6178 2d61 6765 3d33 3630 303b 2076 6572 7369 6f6e 3d31`,
    ],
    responses,
  ],
  [
    "C.6",
    [
      `3fe1 01 4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6
       2d1b ff6e 919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3`,
      "4883 640e ffc1 c0bf",
      `88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7
       821d d7f2 e6c7 b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed
       4ee5 b106 3d50 07`,
    ],
    responses,
  ],
];

describe("the header blocks of RFC 7541", () => {
  it.each(examples)("appendix %s, are read", (_name, blocks, lists) => {
    const decoder = new HpackDecoder(limits);
    expect(blocks.map((block) => decoder.decode(hex(block)))).toEqual(
      lists.map((fields) => ({ fields, tooLarge: false })),
    );
  });

  it("leave the table as the examples say: what was driven out has no index any more", () => {
    const decoder = new HpackDecoder(limits);
    for (const block of examples.at(-1)?.[1] ?? []) decoder.decode(hex(block));
    expect(decoder.decode(hex("be bf c0")).fields).toEqual(fieldsOf(cookie, "content-encoding: gzip", at22));
    expect(() => decoder.decode(hex("c1"))).toThrow("the index 65");
  });
});

describe("a table", () => {
  const added = "4001 6101 62";

  it("of no bytes keeps nothing, and may grow again", () => {
    const decoder = new HpackDecoder(limits);
    decoder.decode(hex(added));
    expect(decoder.decode(hex("be")).fields).toEqual(["a", "b"]);
    decoder.decode(hex("20"));
    expect(() => decoder.decode(hex("be"))).toThrow("not in the table");
    decoder.decode(hex(added));
    expect(() => decoder.decode(hex("be"))).toThrow("not in the table");
    expect(decoder.decode(hex(`20 3fe1 1f ${added} be`)).fields).toEqual(["a", "b", "a", "b"]);
  });

  it("keeps an entry that fills it exactly; one byte less, and it is empty", () => {
    const decoder = new HpackDecoder(limits);
    decoder.decode(hex(`3f03 ${added} be`));
    expect(decoder.decode(hex("be")).fields).toEqual(["a", "b"]);
    expect(() => decoder.decode(hex(`3f02 be`))).toThrow("not in the table");
  });

  it("is emptied by an entry that is larger than it, whose name may come from the table", () => {
    const decoder = new HpackDecoder(limits);
    decoder.decode(hex(`3f09 ${added}`));
    // The name of index 62, and a value of eight bytes: 41 where the table has 40.
    expect(decoder.decode(hex("7e08 3131 3131 3131 3131")).fields).toEqual(["a", "11111111"]);
    expect(() => decoder.decode(hex("be"))).toThrow("not in the table");
  });

  it("stays right through thousands of entries", () => {
    const decoder = new HpackDecoder(limits);
    for (let n = 0; n < 5_000; n++) {
      const value = String(n);
      const literal = Buffer.concat([hex("4001 61"), Buffer.from([value.length]), Buffer.from(value)]);
      expect(decoder.decode(Buffer.concat([literal, hex("be")])).fields).toEqual(["a", value, "a", value]);
    }
    // 4096 bytes take 110 entries of 37 bytes: the names have one letter, the values four digits.
    const oldest = Buffer.from([0xff, 61 + 110 - 127]);
    expect(decoder.decode(oldest).fields).toEqual(["a", "4890"]);
    expect(() => decoder.decode(Buffer.from([0xff, 61 + 111 - 127]))).toThrow("the index 172");
  });
});

describe("a header block", () => {
  it.each([
    ["that changes the table in its middle", "82 20", "in the middle"],
    ["with a table of 4097 bytes", "3fe2 1f", "4096 are allowed"],
    ["with the index 0", "80", "the index 0"],
    ["that ends in an integer", "ff", "ends too early"],
    ["that ends after a name", "4001 61", "ends too early"],
    ["that ends in a string", "4001 6105 62", "in the middle of a string"],
    ["whose integer has more than 28 bits", "ff 80 80 80 80 01", "too large"],
    ["whose integer has no end", "ff 80 80 80 80 80 80 80 80", "too large"],
    ["with a broken Huffman code", "4001 6181 18", "not a Huffman code"],
  ])("%s is an error", (_what, block, message) => {
    expect(() => new HpackDecoder(limits).decode(hex(block))).toThrow(message);
  });

  it("may have integers with zeros at their end, and literals that are never added", () => {
    const decoder = new HpackDecoder(limits);
    expect(decoder.decode(hex("1f 80 00 01 61")).fields).toEqual(["accept-charset", "a"]);
    expect(decoder.decode(hex("0f 00 01 61")).fields).toEqual(["accept-charset", "a"]);
    expect(() => decoder.decode(hex("be"))).toThrow("not in the table");
  });

  it("that is longer than the limits is read to its end: the table needs it", () => {
    const decoder = new HpackDecoder({ bytes: 68, count: 2 });
    const [long, two, three] = [
      "4001 6102 6262",
      "4001 6101 62 4001 6101 63",
      "4001 6101 62 4001 6101 63 4001 6101 64",
    ];
    expect(decoder.decode(hex(two))).toEqual({ fields: ["a", "b", "a", "c"], tooLarge: false });
    expect(decoder.decode(hex(three))).toEqual({ fields: ["a", "b", "a", "c"], tooLarge: true });
    expect(decoder.decode(hex("be"))).toEqual({ fields: ["a", "d"], tooLarge: false });
    expect(decoder.decode(hex(`${long} be`))).toEqual({ fields: ["a", "bb"], tooLarge: true });
    expect(new HpackDecoder({ bytes: 1_000, count: 2 }).decode(hex(three)).tooLarge).toBe(true);
  });
});

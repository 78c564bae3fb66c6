import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isClientError } from "../errors/index.ts";
import {
  children,
  namedBits,
  octetString,
  oid,
  readDer,
  readOid,
  sequence,
  setOf,
  time,
  tlv,
  unsigned,
  utf8,
} from "./der.ts";

const hex = (bytes: Buffer): string => bytes.toString("hex");

describe("DER", () => {
  it("writes integers that are never negative and never longer than they need be", () => {
    expect(hex(unsigned(Buffer.from([])))).toBe("020100");
    expect(hex(unsigned(Buffer.from([0, 0, 5])))).toBe("020105");
    expect(hex(unsigned(Buffer.from([0x80])))).toBe("02020080");
    expect(hex(unsigned(Buffer.from([0x7f, 0xff])))).toBe("02027fff");
  });

  it("writes lengths in their short and long forms, and reads them back", () => {
    for (const [length, head] of [
      [0, "0400"],
      [127, "047f"],
      [128, "048180"],
      [256, "04820100"],
      [70_000, "0483011170"],
    ] as const) {
      const value = octetString(Buffer.alloc(length));
      expect(hex(value.subarray(0, head.length / 2))).toBe(head);
      expect(readDer(value)[0]?.content.length).toBe(length);
    }
  });

  it("writes object identifiers, and reads them back", () => {
    expect(hex(oid("1.2.840.113549"))).toBe("06062a864886f70d");
    fc.assert(
      fc.property(fc.nat(2), fc.nat(39), fc.array(fc.nat(2 ** 31 - 1), { maxLength: 8 }), (first, second, rest) => {
        const dotted = [first, second, ...rest].join(".");
        expect(readOid(readDer(oid(dotted))[0])).toBe(dotted);
      }),
    );
  });

  it("writes named bits without zeros at their end, sets in order, and times by their year", () => {
    expect(hex(namedBits(0))).toBe("03020780");
    expect(hex(namedBits(5, 6))).toBe("03020106");
    expect(hex(namedBits(8))).toBe("0303070080");
    expect(hex(namedBits())).toBe("030100");
    expect(setOf(utf8("b"), utf8("a"))).toEqual(setOf(utf8("a"), utf8("b")));
    expect(time(Date.UTC(2049, 11, 31, 23, 59, 59)).toString("latin1", 2)).toBe("491231235959Z");
    expect(time(Date.UTC(2050, 0, 1)).toString("latin1", 2)).toBe("20500101000000Z");
  });

  it("ends in a typed error for bytes that are not DER", () => {
    const inner = sequence(utf8("x"));
    expect(children(readDer(sequence(inner))[0])[0]?.bytes).toEqual(inner);
    for (const bytes of ["30", "3005", "3080", "308501010101010a", "30820001"]) {
      expect(() => readDer(Buffer.from(bytes, "hex")), bytes).toThrow("malformed DER");
    }
    expect(() => children(readDer(tlv(0x04, Buffer.alloc(2)))[0])).toThrow("malformed DER");
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200, size: "max" }), (bytes) => {
        try {
          for (const node of readDer(Buffer.from(bytes))) children(node);
        } catch (error) {
          expect(isClientError(error, "InvalidArgument")).toBe(true);
        }
      }),
    );
  });
});

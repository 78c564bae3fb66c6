import { describe, expect, it } from "vitest";
import { protobufMediaType } from "../meta/index.ts";
import { ProtocolError, TransportError, UndecodableObjectError } from "../errors/index.ts";
import { acceptFor, FormatChoice, isFaultOfFormat } from "./format-choice.ts";
import { expired } from "./test-support/reflecting.ts";

const Pod = { group: "", version: "v1", kind: "Pod" };
const json = { "content-type": "application/json" };
const protobuf = { "content-type": `${protobufMediaType};stream=watch` };

/** Whether a source asks for protobuf. */
const asks = async (choice: FormatChoice): Promise<boolean> => (await choice.codec()) !== undefined;

describe("the header that asks for a format", () => {
  it("names protobuf and then JSON, each with the form that is wanted, and plain JSON at the end", () => {
    const form = ";as=Table;g=meta.k8s.io;v=v1";
    expect(acceptFor(undefined, false)).toBeUndefined();
    expect(acceptFor(undefined, true)).toBe(`${protobufMediaType},application/json`);
    expect(acceptFor("Table", false)).toBe(`application/json${form},application/json`);
    expect(acceptFor("Table", true)).toBe(`${protobufMediaType}${form},application/json${form},application/json`);
  });
});

describe("isFaultOfFormat", () => {
  const undecodable = new UndecodableObjectError({ key: "a", uid: "", resourceVersion: "1", reason: "damaged" });
  it.each([
    ["bytes that are no protobuf", new ProtocolError("not protobuf"), true],
    ["an object that cannot be decoded", undecodable, true],
    ["one that is the cause of another error", new Error("while reading", { cause: undecodable }), true],
    ["a broken connection", new TransportError("reset", { code: "reset" }), false],
    ["a body above its limit", new TransportError("too large", { code: "limit" }), false],
    ["an answer of the server", expired(), false],
    ["an error of a handler", new Error("a bug"), false],
    ["nothing", undefined, false],
  ])("says of %s whether JSON may help", (_title, error, isFault) => {
    expect(isFaultOfFormat(error)).toBe(isFault);
  });
});

describe("the format of a source", () => {
  it("is protobuf where the configuration says so and the kind has one", async () => {
    expect(await asks(new FormatChoice(protobufMediaType, Pod))).toBe(true);
    expect(await asks(new FormatChoice("application/json", Pod))).toBe(false);
    expect(await asks(new FormatChoice(undefined, Pod))).toBe(false);
    expect(await asks(new FormatChoice(protobufMediaType, undefined))).toBe(false);
    const custom = new FormatChoice(protobufMediaType, { group: "example.com", version: "v1", kind: "Widget" });
    expect([await asks(custom), await asks(custom)]).toEqual([false, false]);
  });

  it("is that of the answer, whatever was asked for", async () => {
    const choice = new FormatChoice(protobufMediaType, Pod);
    const codec = await choice.codec();
    expect(await choice.reading(protobuf, codec, async (chosen) => chosen)).toBe(codec);
    expect(await choice.reading(json, codec, async (chosen) => chosen)).toBeUndefined();
    expect(await choice.reading({}, codec, async (chosen) => chosen)).toBeUndefined();
    expect(await choice.reading(protobuf, undefined, async (chosen) => chosen)).toBeUndefined();
  });

  it("is JSON after protobuf that could not be read, and stays protobuf after any other failure", async () => {
    const undecodable = new UndecodableObjectError({ key: "a", uid: "", resourceVersion: "1", reason: "damaged" });
    for (const [error, headers, stays] of [
      [new ProtocolError("not protobuf"), protobuf, false],
      [undecodable, protobuf, false],
      [new Error("while reading", { cause: undecodable }), protobuf, false],
      [new TransportError("reset", { code: "reset" }), protobuf, true],
      [new ProtocolError("not JSON"), json, true],
    ] as const) {
      const choice = new FormatChoice(protobufMediaType, Pod);
      const codec = await choice.codec();
      await expect(choice.reading(headers, codec, () => Promise.reject(error))).rejects.toBe(error);
      expect(await asks(choice), error.message).toBe(stays);
    }
  });
});

import { describe, expect, it } from "vitest";
import { loadProtobuf } from "../codec/index.ts";
import { decodeObject } from "./decode.ts";
import {
  jsonSerializer,
  protobufSerializer,
  type Serializer,
  serializerFor,
  UnexpectedContentTypeError,
} from "./serializer.ts";

const protobuf = "application/vnd.kubernetes.protobuf";

describe("JSON", () => {
  it("is written, unless the object becomes nothing", () => {
    expect(jsonSerializer.encode({ a: 1 })).toBe('{"a":1}');
    expect(() => jsonSerializer.encode({ toJSON: () => undefined })).toThrow(
      expect.objectContaining({ kind: "InvalidArgument", message: "the body cannot be written as JSON" }),
    );
  });

  it("is read as one value in UTF-8; the error has the length and the kind of mistake, and no text", () => {
    expect(jsonSerializer.decode(Buffer.from('{"a":"é"}'))).toEqual({ a: "é" });
    expect(() => jsonSerializer.decode(Buffer.from([0x22, 0xff, 0x22]))).toThrow(
      expect.objectContaining({ kind: "Protocol", message: "the server sent JSON that is not UTF-8" }),
    );
    expect(() => jsonSerializer.decode(Buffer.from('{"canary'))).toThrow(
      expect.objectContaining({
        kind: "Protocol",
        message: "the server sent 8 bytes that are not one JSON value",
        cause: expect.objectContaining({ message: "SyntaxError" }),
      }),
    );
  });
});

describe("protobuf", () => {
  it("is read, and other bytes are an error with its cause; what is sent is JSON", async () => {
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "web" }, data: { a: "1" } };
    const bytes = (await loadProtobuf()).encode(object as never) as Buffer;
    const serializer = await protobufSerializer();
    expect(serializer.mediaType).toBe(protobuf);
    expect(serializer.encode({ a: 1 })).toBe('{"a":1}');
    expect(serializer.decode(bytes)).toMatchObject(object);
    expect(() => serializer.decode(bytes.subarray(0, 9))).toThrow(
      expect.objectContaining({
        kind: "Protocol",
        message: "the server sent 9 bytes that are not one object in protobuf",
        cause: expect.any(Error),
      }),
    );
  });
});

describe("the serializer of an answer", () => {
  const other: Serializer = { mediaType: "text/x-other", encode: () => "", decode: () => "other" };

  it("is chosen by the content type; without one it is the first", () => {
    const chosen = (type: string | undefined) => serializerFor([jsonSerializer, other], type)?.mediaType;
    expect(["Application/JSON;charset=utf-8", "text/x-other", "", undefined, ";", "text/html"].map(chosen)).toEqual([
      "application/json",
      "text/x-other",
      "application/json",
      "application/json",
      "application/json",
      undefined,
    ]);
  });

  it("is missing for another type: the error names the request and shows a printable kilobyte", () => {
    const type = `text/html; ${"x".repeat(100)}`;
    const error = new UnexpectedContentTypeError("GET /api", type, Buffer.from("<html>\n\u001b[31mred"));
    expect(error).toMatchObject({ name: "UnexpectedContentTypeError", kind: "Protocol", contentType: type });
    expect(error.message).toBe(
      `UnexpectedContentType: GET /api answered with "${type.slice(0, 100)}": <html>\\n\\x1b[31mred`,
    );
    const long = new UnexpectedContentTypeError("GET /api", "", Buffer.from("é".repeat(2_000)));
    expect(long.message).toBe(`UnexpectedContentType: GET /api answered with "": ${"é".repeat(512)}`);
    const escaped = new UnexpectedContentTypeError("GET /api", "", Buffer.from("\u001b".repeat(1_000)));
    expect(escaped.message).toBe(`UnexpectedContentType: GET /api answered with "": ${"\\x1b".repeat(256)}…`);
  });
});

describe("a whole answer", () => {
  const facts = { method: "GET", path: "/api/v1/pods/web" };
  const decoded = (text: string, headers: Record<string, string> = {}, status = 200) =>
    decodeObject(
      { serializers: [jsonSerializer] },
      {
        response: { status, headers, body: undefined as never, protocol: "h2" },
        body: Buffer.from(text),
        warnings: [{ code: 299, agent: "-", text: "careful" }],
        facts,
      },
    );

  it("has everything that came, also without a content type", async () => {
    const result = await decoded('{"a":1}', { "x-a": "1" }, 201);
    expect({ ...result }).toEqual({
      statusCode: 201,
      contentType: "",
      body: Buffer.from('{"a":1}'),
      headers: { "x-a": "1" },
      warnings: [{ code: 299, agent: "-", text: "careful" }],
    });
    expect([result.into(), result.wasCreated]).toEqual([{ a: 1 }, true]);
    const empty = await decoded("", { "content-type": "text/html" });
    expect([empty.contentType, empty.wasCreated]).toEqual(["text/html", false]);
    expect(() => empty.into()).toThrow(
      expect.objectContaining({
        kind: "Protocol",
        message: "GET /api/v1/pods/web answered 200 with an empty body where an object was expected",
      }),
    );
  });

  it("is refused by its content type, and when it is a Status that is not a success", async () => {
    await expect(decoded("<html>", { "content-type": "text/html" })).rejects.toThrow(
      'UnexpectedContentType: GET /api/v1/pods/web answered with "text/html": <html>',
    );
    await expect(decoded("x", { "content-type": protobuf })).rejects.toMatchObject({ kind: "Protocol" });
    const status = (said: object) => decoded(JSON.stringify({ kind: "Status", apiVersion: "v1", ...said }));
    await expect(status({ status: "Failure", reason: "Expired", code: 410 })).rejects.toMatchObject({
      kind: "Status",
      reason: "Expired",
      code: 410,
      message: expect.stringContaining(facts.path),
    });
    await expect(status({ status: "" })).rejects.toMatchObject({ kind: "Status" });
    expect((await status({ status: "Success" })).into()).toMatchObject({ status: "Success" });
    expect((await status({ message: "none" })).into()).toMatchObject({ message: "none" });
  });
});

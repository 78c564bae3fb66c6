import { isUtf8 } from "node:buffer";
import { escapeForPrint, InvalidArgumentError, ProtocolError } from "../errors/index.ts";
import { mediaTypeOf, protobufMediaType } from "../meta/index.ts";

/** One wire format for single objects. */
export interface Serializer {
  /** `application/json`. */
  readonly mediaType: string;
  /** Bytes of an object. */
  encode(object: object): string | Uint8Array;
  /** The object of a whole body. Throws a ProtocolError when it is something else. */
  decode(body: Buffer): unknown;
}

/** JSON, the format that every server speaks. */
export const jsonSerializer: Serializer = {
  mediaType: "application/json",
  encode(object) {
    const text: string | undefined = JSON.stringify(object);
    if (text === undefined) throw new InvalidArgumentError("the body cannot be written as JSON");
    return text;
  },
  decode: parseJson,
};

/** JSON text in UTF-8, with nothing before or after it. */
function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw new ProtocolError("the server sent JSON that is not UTF-8");
  try {
    return JSON.parse(body.toString("utf8"));
  } catch (error) {
    // V8's message repeats a piece of the text, which may be a Secret's.
    throw new ProtocolError(`the server sent ${body.length} bytes that are not one JSON value`, {
      cause: new Error((error as Error).name),
    });
  }
}

/** The server sent another content type than an object has: often the login page of a proxy. */
export class UnexpectedContentTypeError extends ProtocolError {
  /** The `Content-Type` header, or `""`. */
  readonly contentType: string;

  constructor(where: string, contentType: string, body: Buffer) {
    const excerpt = escapeForPrint(body.subarray(0, 1024).toString("utf8"), { singleLine: true, maxLength: 1024 });
    super(`UnexpectedContentType: ${where} answered with ${JSON.stringify(contentType.slice(0, 100))}: ${excerpt}`);
    this.name = "UnexpectedContentTypeError";
    this.contentType = contentType;
  }
}

/** Reads Kubernetes' protobuf. Loaded with the first answer that is one; what we send is JSON. */
export async function protobufSerializer(): Promise<Serializer> {
  const { loadProtobuf } = await import("../codec/index.ts");
  const codec = await loadProtobuf();
  return {
    mediaType: protobufMediaType,
    encode: (object) => jsonSerializer.encode(object),
    decode(body) {
      try {
        return codec.decode(body);
      } catch (error) {
        // The codec's messages say nothing of the bytes, which may be a Secret's.
        throw new ProtocolError(`the server sent ${body.length} bytes that are not one object in protobuf`, {
          cause: error,
        });
      }
    },
  };
}

/** The media type of a `Content-Type` header, without parameters, in lower case. */
/** The serializer for a response: by its content type; without one, the first. `undefined` when none fits. */
export function serializerFor(
  serializers: readonly Serializer[],
  contentType: string | undefined,
): Serializer | undefined {
  const mediaType = mediaTypeOf(contentType);
  return mediaType === "" ? serializers[0] : serializers.find((one) => one.mediaType === mediaType);
}

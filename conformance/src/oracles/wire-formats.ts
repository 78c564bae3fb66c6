import { protobufMediaType, type ProtobufCodec } from "client-ts/internal";

/** What a tap needs to know of an object. */
export interface TappedObject {
  readonly metadata?: {
    readonly name?: string;
    readonly namespace?: string;
    readonly resourceVersion?: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

/** An event of a watch. */
export interface TappedFrame {
  readonly type: string;
  readonly object: TappedObject;
}

/** A list. */
export interface TappedList {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items?: readonly TappedObject[];
}

/** How an answer is read. Both functions throw when it cannot be. */
export interface WireFormat {
  list(bytes: Buffer): TappedList;
  /** Takes the frames that are whole from a watch's bytes, and gives back the bytes that are left. */
  frames(bytes: Buffer, take: (frame: TappedFrame) => void): Buffer;
}

/** The format that a header says. `codec` is there when protobuf was asked for. */
export function wireFormatOf(contentType: string, codec: ProtobufCodec | undefined): WireFormat {
  return codec !== undefined && contentType.startsWith(protobufMediaType) ? protobufFormat(codec) : jsonFormat;
}

const jsonFormat: WireFormat = {
  list: (bytes) => JSON.parse(bytes.toString()) as TappedList,
  // As the informer does, a frame is taken at its last bracket: whatever stands between it and the end of its line.
  frames(bytes, take) {
    const text = bytes.toString("latin1");
    let at = 0;
    for (;;) {
      while (isSpace(text[at])) at++;
      if (at === text.length) return Buffer.alloc(0);
      if (text[at] !== "{") throw new Error("not a frame");
      const end = endOfFrame(text, at);
      if (end === undefined) break;
      take(JSON.parse(Buffer.from(text.slice(at, end), "latin1").toString()) as TappedFrame);
      at = end;
    }
    if (text.includes("\n", at)) throw new Error("the line ends within a frame");
    return bytes.subarray(at);
  },
};

function isSpace(character: string | undefined): boolean {
  return character === "\n" || character === " " || character === "\r" || character === "\t";
}

/** Where the frame that begins here ends: behind its last bracket. */
function endOfFrame(text: string, start: number): number | undefined {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (isInString) {
      if (character === "\\") at++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "{" || character === "[") depth++;
    else if ((character === "}" || character === "]") && --depth === 0) return at + 1;
  }
  return undefined;
}

function protobufFormat(codec: ProtobufCodec): WireFormat {
  return {
    list: (bytes) => codec.decode(bytes) as unknown as TappedList,
    frames(bytes, take) {
      let at = 0;
      while (bytes.length - at >= 4 && bytes.length - at - 4 >= bytes.readUInt32BE(at)) {
        const end = at + 4 + bytes.readUInt32BE(at);
        take(frameOf(codec, bytes.subarray(at + 4, end)));
        at = end;
      }
      return bytes.subarray(at);
    },
  };
}

/** An event has its type as field 1 and, as field 2, the object: a message whose field 1 is the object's envelope. */
function frameOf(codec: ProtobufCodec, frame: Buffer): TappedFrame {
  const [type, object] = [fieldOf(frame, 1), fieldOf(fieldOf(frame, 2), 1)];
  return { type: type.toString(), object: codec.decode(object) as TappedObject };
}

/** The bytes of a field, among fields that all have a length. */
function fieldOf(message: Buffer, wanted: number): Buffer {
  for (let at = 0; at < message.length; ) {
    const number = message[at++]! >>> 3;
    let [length, shift] = [0, 0];
    for (; message[at]! > 127; shift += 7) length |= (message[at++]! & 127) << shift;
    length |= message[at++]! << shift;
    if (number === wanted) return message.subarray(at, at + length);
    at += length;
  }
  throw new Error(`the frame has no field ${wanted}`);
}

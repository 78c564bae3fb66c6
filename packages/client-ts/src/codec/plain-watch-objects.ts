import { isUtf8 } from "node:buffer";
import { ProtocolError } from "../errors/index.ts";
import type { KubeObject } from "../meta/index.ts";
import { utf8Text } from "./text.ts";
import type { WatchObjects } from "./watch-decoder.ts";

/** Parses the objects of a watch as they come: plain objects that belong to the reader. */
export function plainWatchObjects<T extends KubeObject>(): WatchObjects<T> {
  return {
    fromBytes(bytes, start, brackets, bracket, ascii) {
      const [from, to] = [start + brackets.open[bracket]!, start + brackets.close[bracket]! + 1];
      if (!ascii && !isUtf8(bytes.subarray(from, to)))
        throw new ProtocolError("the watch sent an event that is not valid UTF-8");
      try {
        return JSON.parse(utf8Text(bytes, from, to)) as T;
      } catch {
        // Neither the bytes nor the parser's message, which repeats some of them: they may be a Secret's.
        throw new ProtocolError(`the watch sent an event of ${to - from} bytes that are not valid JSON`);
      }
    },
    fromParsed: (object) => object as T,
    bookmarkOf: (object) => object.metadata ?? {},
  };
}

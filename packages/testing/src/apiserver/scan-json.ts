/** What `JSON.parse` does not tell about a text. */
export interface JsonScan {
  /** Paths of fields that come twice in one object, as the real server names them; like there, at most 100. */
  readonly duplicates: readonly string[];
  /** The deepest nesting. */
  readonly depth: number;
}

/** How many unknown or repeated fields of a body are reported; Go's decoder stops there. */
export const maxStrictErrors = 100;

/** Looks through JSON text that is known to be valid; linear in its length and without recursion. */
export function scanJson(text: string): JsonScan {
  const duplicates = new Set<string>();
  const frames: Frame[] = [];
  let depth = 0;
  let position = 0;
  const { length } = text;
  let frame: Frame | undefined;
  while (position < length) {
    const code = text.charCodeAt(position);
    if (code === 34) {
      const start = position++;
      let escaped = false;
      for (;;) {
        const inner = text.charCodeAt(position);
        if (inner === 92) {
          escaped = true;
          position += 2;
        } else if (inner === 34 || Number.isNaN(inner)) {
          break;
        } else {
          position++;
        }
      }
      position++;
      if (frame?.keys !== undefined && frame.expectKey) {
        const key = escaped ? (JSON.parse(text.slice(start, position)) as string) : text.slice(start + 1, position - 1);
        if (!frame.keys.has(key)) frame.keys.add(key);
        else if (duplicates.size < maxStrictErrors) duplicates.add(pathOf(frames, key));
        frame.key = key;
        frame.expectKey = false;
      }
    } else if (code === 123 || code === 91) {
      frame = { keys: code === 123 ? new Set() : undefined, expectKey: code === 123, key: "", index: 0 };
      frames.push(frame);
      if (frames.length > depth) depth = frames.length;
      position++;
    } else if (code === 125 || code === 93) {
      frames.pop();
      frame = frames[frames.length - 1];
      position++;
    } else {
      if (code === 44 && frame !== undefined) {
        if (frame.keys === undefined) frame.index++;
        else frame.expectKey = true;
      }
      position++;
    }
  }
  return { duplicates: [...duplicates], depth };
}

interface Frame {
  readonly keys: Set<string> | undefined;
  expectKey: boolean;
  key: string;
  index: number;
}

function pathOf(frames: readonly Frame[], last: string): string {
  let path = "";
  for (const [position, frame] of frames.entries()) {
    if (position === frames.length - 1) break;
    if (frame.keys === undefined) path += `[${frame.index}]`;
    else path += path === "" ? frame.key : `.${frame.key}`;
  }
  return path === "" ? last : `${path}.${last}`;
}

/**
 * Names in an archive that comes from a container, which may be hostile: where an entry may be written, or why it may
 * not. A backslash is refused on every platform, because it is a separator on one of them.
 */

/** Why an entry is not written. */
export interface RefusedPath {
  readonly refused: string;
}

/** An entry's path below the destination, as its parts. Empty for the destination itself. */
export interface AcceptedPath {
  readonly parts: readonly string[];
}

/** The longest path and the longest name of one part. */
const maxPathBytes = 4_096;
const maxNameBytes = 255;

/** Names that Windows has for devices, with or without an extension. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i;

/**
 * Checks the name of an entry. `prefix` is the name that was asked for; only what is below it belongs to the copy. On
 * Windows (`win32`) names of drives and devices, and characters that mean something there, are refused, too.
 */
export function archivePath(name: string, prefix: string, win32 = false): AcceptedPath | RefusedPath {
  if (Buffer.byteLength(name) > maxPathBytes) return { refused: `its name is longer than ${maxPathBytes} bytes` };
  // A name needs no control characters, and they would change what a terminal shows.
  if (hasControl(name)) return { refused: "its name has a control character" };
  if (name.includes("\\")) return { refused: "its name has a backslash" };
  if (name.startsWith("/")) return { refused: "its name is an absolute path" };
  if (win32 && /^[A-Za-z]:/.test(name)) return { refused: "its name begins with the letter of a drive" };
  const parts = split(name);
  if (parts.includes("..")) return { refused: 'its name has a part ".."' };
  const asked = split(prefix);
  if (asked.some((part, index) => parts[index] !== part))
    return { refused: `it is not below ${JSON.stringify(prefix)}` };
  const below = parts.slice(asked.length);
  for (const part of below) {
    if (Buffer.byteLength(part) > maxNameBytes)
      return { refused: `a part of its name is longer than ${maxNameBytes} bytes` };
    if (win32 && devices.test(part)) return { refused: "its name is a device on Windows" };
    if (win32 && /[. ]$|[<>:"|?*]/.test(part)) return { refused: "its name cannot be used on Windows" };
  }
  return { parts: below };
}

/**
 * The name under which two entries are the same file on a file system that ignores case or the way accents are
 * written.
 */
export function foldedPath(parts: readonly string[]): string {
  return parts.join("/").normalize("NFKC").toLowerCase();
}

function split(name: string): string[] {
  return name.split("/").filter((part) => part !== "" && part !== ".");
}

function hasControl(name: string): boolean {
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return true;
  }
  return false;
}

import { readFile } from "node:fs/promises";

/** A file's text. The path is resolved anew each time, so that a swapped symbolic link is followed to its new end. */
export function readTextFile(path: string): Promise<string> {
  return readFile(path, "utf8");
}

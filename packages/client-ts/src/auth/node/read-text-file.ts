/** A file's text. The path is resolved again each time, so that a swapped symbolic link is followed to its new end. */
export async function readTextFile(path: string): Promise<string> {
  const { readFile } = await import("node:fs/promises");
  return readFile(path, "utf8");
}

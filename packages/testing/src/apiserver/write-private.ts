import { closeSync, fchmodSync, fstatSync, openSync, writeFileSync } from "node:fs";

/** Writes a file that no other user may read, also one that was there before: a kubeconfig has a credential in it. */
export function writePrivate(file: string, text: string): void {
  const handle = openSync(file, "w", 0o600);
  try {
    if (fstatSync(handle).isFile()) fchmodSync(handle, 0o600);
    writeFileSync(handle, text);
  } finally {
    closeSync(handle);
  }
}

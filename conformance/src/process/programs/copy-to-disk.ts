// Copies a folder from a container to a disk that fails half-way. Answers with the error and what is there then.
import { chmodSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { connect } from "client-ts";
import { Pod } from "client-ts/api/core/v1";

/** What the spec asks for. */
export interface CopyToDiskInput {
  readonly kubeconfig: string;
  /** An empty folder; for `full` a small file system of its own. */
  readonly folder: string;
  readonly how: "full" | "forbidden";
  /** The path in the container. */
  readonly source: string;
}

/** The result of the copy. */
export interface CopyToDiskFacts {
  readonly error: { readonly kind: unknown; readonly code: unknown; readonly message: string } | undefined;
  /** Every file below the folder, also with the names of incomplete ones. */
  readonly files: readonly string[];
}

const { kubeconfig, folder, how, source } = JSON.parse(process.env["TEST_INPUT"] ?? "") as CopyToDiskInput;
const destination = join(folder, "copy");
if (how === "forbidden") {
  mkdirSync(join(destination, "second"), { recursive: true });
  chmodSync(join(destination, "second"), 0o555);
}
const client = await connect({ kubeconfigText: kubeconfig });
const error = await client
  .resource(Pod, { namespace: "default" })
  .copyFrom("web", source, destination)
  .then(
    () => undefined,
    (reason: Error & { kind?: unknown; code?: unknown }) => reason,
  );
await client.close();
const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
process.send?.({
  error: error && { kind: error.kind, code: error.code, message: error.message },
  files: found.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)),
} satisfies CopyToDiskFacts);
process.disconnect?.();

// Caches on a disk that takes nothing: discovery on disk, its HTTP cache, and an OIDC session that wants to save its
// tokens. Answers with the results.
import { execFileSync } from "node:child_process";
import { chmodSync, closeSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { credentialFor } from "client-ts/internal";
import { newDiskCachedDiscovery } from "client-ts/discovery";
import { loadKubeconfig } from "client-ts/kubeconfig";
import type { Logger } from "client-ts/util";

/** What the spec asks for. */
export interface FullDiskInput {
  readonly kubeconfig: string;
  /** An empty folder; for `full` and `read-only` a file system of its own, which may be mounted again. */
  readonly folder: string;
  readonly how: "full" | "read-only" | "forbidden" | "spacious";
}

/** The results. */
export interface FullDiskFacts {
  /** How many groups and resources were found, both times. */
  readonly found: readonly number[];
  readonly discoveryWarnings: readonly string[];
  readonly token: string | undefined;
  readonly tokenWarnings: readonly string[];
  /** Whether the kubeconfig is byte for byte as before. */
  readonly kubeconfigUntouched: boolean;
  /** Files that are there now and were not before. */
  readonly newFiles: readonly string[];
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const jwt = (exp: number): string => `${part({ alg: "none" })}.${part({ exp })}.sig`;

function collectingLogger(): { logger: Logger; warnings: string[] } {
  const warnings: string[] = [];
  const ignore = (): void => {};
  const warn: Logger["warn"] = (message, fields) => void warnings.push(`${message} ${JSON.stringify(fields)}`);
  return { logger: { debug: ignore, info: ignore, warn, error: warn } as Logger, warnings };
}

async function discover(kubeconfig: string, folder: string, logger: Logger): Promise<number> {
  const config = (await loadKubeconfig({ text: kubeconfig })).restConfig();
  // A time to live of nothing: what is there from before is old.
  const discovery = newDiskCachedDiscovery(
    { ...config, logger },
    { directory: join(folder, "discovery"), httpCacheDirectory: join(folder, "http"), ttlMs: -1 },
  );
  try {
    const { groups } = await discovery.serverGroups();
    const { resources } = await discovery.serverResourcesForGroupVersion("apps/v1");
    await discovery.openAPIV3().paths();
    return groups.length + resources.length;
  } finally {
    await discovery.close();
  }
}

/** Makes the disk take nothing more. */
function takeAway(how: FullDiskInput["how"], folder: string): void {
  if (how === "full") {
    const filler = openSync(join(folder, "filler"), "w");
    try {
      for (;;) writeSync(filler, Buffer.alloc(1024));
    } catch {
      closeSync(filler);
    }
  }
  if (how === "read-only") execFileSync("mount", ["-o", "remount,ro", folder]);
  if (how === "forbidden") chmodSync(folder, 0o555);
}

const { kubeconfig, folder, how } = JSON.parse(process.env["TEST_INPUT"] ?? "") as FullDiskInput;
const fresh = jwt(Math.floor(Date.now() / 1_000) + 3_600);
const issuer = createServer((request, response) => {
  const { port } = issuer.address() as AddressInfo;
  response.setHeader("content-type", "application/json");
  response.end(
    JSON.stringify(
      request.url === "/token"
        ? { id_token: fresh, refresh_token: "second" }
        : { issuer: `http://127.0.0.1:${port}`, token_endpoint: `http://127.0.0.1:${port}/token` },
    ),
  );
});
await new Promise<void>((resolve) => issuer.listen(0, "127.0.0.1", resolve));
const provider = {
  "idp-issuer-url": `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`,
  "client-id": "me",
  "id-token": jwt(1),
  "refresh-token": "first",
};
const file = join(folder, "config");
const text = JSON.stringify({
  apiVersion: "v1",
  kind: "Config",
  clusters: [{ name: "c", cluster: { server: "https://127.0.0.1:1" } }],
  users: [{ name: "u", user: { "auth-provider": { name: "oidc", config: provider } } }],
  contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
  "current-context": "x",
});
writeFileSync(file, text, { mode: 0o644 });
takeAway(how, folder);
const before = readdirSync(folder, { recursive: true }).map(String);

const discovering = collectingLogger();
const found = [
  await discover(kubeconfig, folder, discovering.logger),
  await discover(kubeconfig, folder, discovering.logger),
];
const saving = collectingLogger();
const config = (await loadKubeconfig({ path: file })).restConfig();
const credential = credentialFor({ ...config, logger: saving.logger });
const token = (await credential?.headers())?.["authorization"] === `Bearer ${fresh}` ? "the new one" : undefined;
credential?.close?.();
issuer.close();
const after = readdirSync(folder, { recursive: true, withFileTypes: true });
process.send?.({
  found,
  discoveryWarnings: discovering.warnings,
  token,
  tokenWarnings: saving.warnings,
  kubeconfigUntouched: readFileSync(file, "utf8") === text,
  newFiles: after
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => !before.includes(name)),
} satisfies FullDiskFacts);
process.disconnect?.();

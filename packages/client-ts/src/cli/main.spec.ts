import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { newContainerLog, startApiServer } from "client-ts-testing";
import { describe, expect, it } from "vitest";

const cli = fileURLToPath(new URL("main.ts", import.meta.url));
const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "default" },
  spec: { nodeName: "node-1", containers: [{ name: "app", image: "none" }] },
  status: { phase: "Running" },
};
/** More than a pipe and the buffers on the way hold. */
const long = "a line of a log\n".repeat(100_000);

describe("the client-ts program", () => {
  it.each([{ command: ["logs", "-f", "web"] }, { command: ["exec", "web", "--", "print"] }])(
    "ends with 141 and without a message when the reader of its output leaves: $command",
    async ({ command }) => {
      const folder = mkdtempSync(join(tmpdir(), "client-ts-main-"));
      const log = newContainerLog();
      log.append(long);
      const print = ({ stdout }: { readonly stdout: { write(data: string): unknown } }): number => {
        stdout.write(long);
        return 0;
      };
      const server = await startApiServer({ objects: [pod], containers: () => ({ log, commands: { print } }) });
      try {
        writeFileSync(join(folder, "config"), server.kubeconfig, { mode: 0o600 });
        const child = spawn(process.execPath, ["--conditions=client-ts-source", "--import", "tsx", cli, ...command], {
          stdio: ["ignore", "pipe", "pipe"],
          env: { ...process.env, KUBECONFIG: join(folder, "config") },
        });
        const reported = text(child.stderr);
        await once(child.stdout, "data");
        child.stdout.destroy();
        const [code] = (await once(child, "exit")) as [number | null];
        expect({ code, reported: await reported }).toEqual({ code: 141, reported: "" });
      } finally {
        await server.close();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});

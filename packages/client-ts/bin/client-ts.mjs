#!/usr/bin/env node
// The `client-ts` command. The published package has the built program; in a clone the sources run without a build.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const source = new URL("../src/cli/main.ts", import.meta.url);
if (existsSync(source)) {
  const flags = ["--conditions=client-ts-source", "--import", import.meta.resolve("tsx")];
  const child = spawn(process.execPath, [...flags, fileURLToPath(source), ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  // Ctrl-C reaches the child by itself, as a member of the terminal's foreground group.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.once("exit", (code, signal) => {
    process.exitCode = code ?? (signal === "SIGINT" ? 130 : 143);
  });
} else {
  await import("../dist/cli/main.js");
}

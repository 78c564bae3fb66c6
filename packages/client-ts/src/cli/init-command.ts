import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isDns1035Label } from "../meta/index.ts";
import type { CommandIo } from "../util/index.ts";
import { aboutTarballs, operatorFiles, tarballs } from "./operator-template.ts";
import { ownVersion } from "./own-version.ts";

const usage = `client-ts init operator NAME

Writes a small project into the new folder NAME: a custom kind, its controller, a test on the in-memory API server, and
a Dockerfile. When the packages are installed, "npm test" and "npm start" work in it, without a cluster.`;

/** Runs `client-ts init` and gives the exit code: 0, 1 when the folder exists, 2 for a wrong call. */
export async function runInitCommand(argv: readonly string[], io: CommandIo): Promise<number> {
  const [what, name, ...more] = argv;
  if (argv.includes("--help") || argv.includes("-h")) {
    io.print(usage);
    return 0;
  }
  if (what !== "operator" || name === undefined || more.length > 0) {
    io.report(usage);
    return 2;
  }
  if (!isDns1035Label(name)) {
    io.report(
      `${JSON.stringify(name)} cannot be a name: use lower case letters, digits and -, beginning with a letter`,
    );
    return 2;
  }
  const folder = resolve(name);
  if (existsSync(folder)) {
    io.report(`${name} exists already: choose another name, or remove it`);
    return 1;
  }
  for (const [path, text] of Object.entries(operatorFiles(name, ownVersion()))) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  io.print(`${name} is ready:\n\n  cd ${name}\n  npm install ${tarballs}\n  npm test\n  npm start\n\n${aboutTarballs}`);
  return 0;
}

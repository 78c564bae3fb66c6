import { posix, win32 } from "node:path";
import type { ExecHost } from "./exec-host.ts";

/**
 * The full path of a command, or `undefined` when there is none. A command with a separator is a path, from the current
 * folder when it is relative. Any other is looked for in the folders of PATH, but only in those that are absolute
 * paths: what lies in the current folder is never run because of its name. On Windows the endings of PATHEXT are tried.
 */
export async function findCommand(command: string, host: ExecHost): Promise<string | undefined> {
  if (command === "" || command.includes("\0")) return undefined;
  const windows = host.platform === "win32";
  const paths = windows ? win32 : posix;
  const isPath = windows ? /[\\/:]/.test(command) : command.includes("/");
  const folders = isPath ? [host.cwd] : searchPath(host, windows).filter((folder) => paths.isAbsolute(folder));
  for (const folder of folders) {
    const base = isPath ? paths.resolve(folder, command) : paths.join(folder, command);
    for (const ending of endings(base, host, windows)) if (await host.isExecutable(base + ending)) return base + ending;
  }
  return undefined;
}

function searchPath({ env }: ExecHost, windows: boolean): string[] {
  const text = windows
    ? (Object.entries(env).find(([name]) => name.toUpperCase() === "PATH")?.[1] ?? "")
    : (env["PATH"] ?? "");
  return text.split(windows ? ";" : ":").map((folder) => (windows ? folder.replace(/^"(.*)"$/, "$1") : folder));
}

function endings(base: string, { env }: ExecHost, windows: boolean): string[] {
  if (!windows) return [""];
  const known = (env["PATHEXT"] || ".COM;.EXE;.BAT;.CMD").toLowerCase().split(";").filter(Boolean);
  return known.includes(win32.extname(base).toLowerCase()) ? ["", ...known] : known;
}

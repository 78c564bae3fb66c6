import { arch, argv, platform } from "node:process";
import { buildUserAgent } from "../user-agent.ts";

/** The user agent of this process: the script that runs, on this system. */
export function defaultUserAgent(): string {
  return buildUserAgent({ command: argv[1] ?? argv[0] ?? "", version: "0.1.0", os: platform, arch });
}

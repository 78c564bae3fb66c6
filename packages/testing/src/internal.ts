import { runApiServerCommand } from "./apiserver/index.ts";
import { runControlPlaneCommand } from "./control-plane/index.ts";
import { type DemoCommandIo, runDemoCommand } from "./demo/index.ts";

/**
 * The commands of the `client-ts` program that this package runs, by their name on the command line. Outside semver:
 * it may change in any release, together with the program.
 */
export const commands: Readonly<
  Record<"apiserver" | "control-plane" | "demo", (argv: readonly string[], io: DemoCommandIo) => Promise<number>>
> = {
  apiserver: runApiServerCommand,
  "control-plane": runControlPlaneCommand,
  demo: runDemoCommand,
};

import { type ChildProcess, spawn } from "node:child_process";

/** The flags with which Node runs TypeScript on the sources of the packages. */
export const onSources: readonly string[] = ["--conditions=client-ts-source", "--import", "tsx"];

/** Runs a program on the sources, with its output as pipes. It reads the variable `TEST_INPUT`: its input, as JSON. */
export function spawnOnSources(program: string, input: unknown): ChildProcess {
  return spawn(process.execPath, [...onSources, program], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_OPTIONS: "", TEST_INPUT: JSON.stringify(input) },
  });
}

import type { Environment } from "../proxy.ts";

/** The environment of this process, as it is at the moment of asking. */
export function processEnvironment(): Environment {
  return process.env;
}

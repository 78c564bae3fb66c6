/** What decides about colours. */
export interface ColourEnvironment {
  readonly isTerminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Whether to write colours: NO_COLOR forbids them, FORCE_COLOR asks for them, else a terminal has them. */
export function hasColours({ isTerminal, env }: ColourEnvironment): boolean {
  const { NO_COLOR: no = "", FORCE_COLOR: force } = env;
  if (no !== "") return false;
  if (force !== undefined) return force !== "0" && force !== "false";
  return isTerminal && env["TERM"] !== "dumb";
}

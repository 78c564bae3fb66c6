import type { CommandIo } from "../util/index.ts";

/**
 * Parses the arguments of a command. Gives an exit code instead when the command ends here: 2 after it has reported a
 * wrong argument together with the usage, 0 after `--help`.
 */
export function readArguments<P extends { readonly values: { readonly help?: boolean | undefined } }>(
  parse: () => P,
  usage: string,
  { print, report }: CommandIo,
): P | number {
  let parsed: P;
  try {
    parsed = parse();
  } catch (error) {
    report(`${(error as Error).message}\n\n${usage}`);
    return 2;
  }
  if (parsed.values.help !== true) return parsed;
  print(usage);
  return 0;
}

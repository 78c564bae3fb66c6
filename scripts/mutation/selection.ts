/** Which part of a module is tested by mutation. Pure: no files, no processes. */

/** What was asked for on the command line. */
export interface SelectionRequest {
  /** Files and folders, from the module's folder on: `reflector/decide.ts`, `informer`. None means all. */
  readonly files: readonly string[];
  /** How many percent of the lines are taken, chosen at random in blocks; 100 means all. */
  readonly sample: number;
  /** A number from 0 to 1, excluding 1. */
  readonly random: () => number;
}

/** What Stryker receives. */
export interface Selection {
  /** Files to change, each with the lines where only a part of it is taken: `a.ts`, `a.ts:21-40`. */
  readonly mutate: readonly string[];
  /** Patterns of the specs that run. */
  readonly specs: readonly string[];
  /** Whether something of the module is left out: then nothing is said about the whole. */
  readonly partial: boolean;
}

/** How many lines are taken or left out together. */
const blockLines = 20;

/**
 * Chooses files and lines. `sources` has the text of each source of the module by its path from the module's folder on;
 * `folder` is the module's own. With chosen files, only the specs of their folders run: what survives them may still be
 * noticed by others.
 */
export function select(
  sources: ReadonlyMap<string, string>,
  folder: string,
  { files, sample, random }: SelectionRequest,
): Selection {
  if (!(sample > 0 && sample <= 100))
    throw new Error(`--sample takes a percentage above 0 and up to 100, not ${sample}`);
  const names = [...sources.keys()];
  const isIn = (name: string, file: string): boolean => name === file || name.startsWith(`${file}/`);
  const unknown = files.filter((file) => !names.some((name) => isIn(name, file)));
  if (unknown.length > 0) throw new Error(`there is no ${unknown.join(" and no ")} in ${folder}`);
  const chosen = names.filter((name) => files.length === 0 || files.some((file) => isIn(name, file)));
  const mutate = chosen.flatMap((name) => {
    const path = `${folder}/${name}`;
    return sample === 100 ? [path] : blocks(sources.get(name) ?? "", sample, random).map((lines) => `${path}:${lines}`);
  });
  const folders = new Set(chosen.map((name) => name.slice(0, name.lastIndexOf("/") + 1)));
  return {
    mutate,
    specs: files.length === 0 ? [`${folder}/**/*.spec.ts`] : [...folders].map((one) => `${folder}/${one}*.spec.ts`),
    partial: files.length > 0 || sample < 100,
  };
}

/** Blocks of lines, each taken with the same chance: `1-20`, `41-60`. */
function blocks(text: string, percent: number, random: () => number): string[] {
  const lines = text.split("\n").length;
  const taken: string[] = [];
  for (let first = 1; first <= lines; first += blockLines) {
    if (random() * 100 < percent) taken.push(`${first}-${Math.min(first + blockLines - 1, lines)}`);
  }
  return taken;
}

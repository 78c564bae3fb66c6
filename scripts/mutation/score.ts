/** Counts what mutation testing found, and compares it with the bars. Pure: no files, no processes. */

/** The result for one mutant, as Stryker reports it. Lines and columns count from 1. */
export interface MutantResult {
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly status: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

/** A place in a file. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A mutant that no test can notice, because the program does the same, and why that is so. */
export interface EquivalentMutant {
  /** The file, from `packages/client-ts/src` on. */
  readonly file: string;
  /** The text that is replaced, with white space collapsed. */
  readonly original: string;
  readonly replacement: string;
  readonly reason: string;
}

/** A mutant that all tests passed with, or that no test ran. */
export interface Survivor {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly mutator: string;
  readonly status: string;
  readonly original: string;
  readonly replacement: string;
}

/** What is said about a module. */
export interface Score {
  readonly killed: number;
  readonly timedOut: number;
  readonly survivors: readonly Survivor[];
  /** Survivors that are explained as equivalent; they do not count. */
  readonly explained: number;
  /** Explanations that fit no mutant that survived. */
  readonly unused: readonly EquivalentMutant[];
  /** Killed and timed out, of all that count, in percent. 100 when nothing counts. */
  readonly percent: number;
}

/** Counts the results of a module. `textOf` gives the source of a file, `equivalent` what is explained. */
export function scoreOf(
  results: readonly MutantResult[],
  textOf: (fileName: string) => string,
  equivalent: readonly EquivalentMutant[],
): Score {
  const count = (status: string): number => results.filter((result) => result.status === status).length;
  const alive = results
    .filter((result) => result.status === "Survived" || result.status === "NoCoverage")
    .map((result): Survivor => {
      const { line, column } = result.location.start;
      return {
        file: result.fileName,
        line,
        column,
        mutator: result.mutatorName,
        status: result.status,
        original: oneLine(cut(textOf(result.fileName), result.location)),
        replacement: oneLine(result.replacement),
      };
    });
  const used = new Set<EquivalentMutant>();
  const survivors = alive.filter((survivor) => {
    const reason = equivalent.find((entry) => explains(entry, survivor));
    if (reason !== undefined) used.add(reason);
    return reason === undefined;
  });
  const [killed, timedOut] = [count("Killed"), count("Timeout")];
  const counted = killed + timedOut + survivors.length;
  return {
    killed,
    timedOut,
    survivors: survivors.toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column),
    explained: alive.length - survivors.length,
    unused: equivalent.filter((entry) => !used.has(entry)),
    percent: counted === 0 ? 100 : (100 * (killed + timedOut)) / counted,
  };
}

function explains(entry: EquivalentMutant, survivor: Survivor): boolean {
  return (
    survivor.file.endsWith(`/${entry.file}`) &&
    entry.original === survivor.original &&
    entry.replacement === survivor.replacement
  );
}

/** One line of the report. */
export function survivorLine({ file, line, column, mutator, status, original, replacement }: Survivor): string {
  return `${file}:${line}:${column} ${mutator} ${status === "NoCoverage" ? "not run: " : ""}${original} => ${replacement}`;
}

/** Reads explanations, one JSON object on each line; throws for a line without a file, both texts and a reason. */
export function parseEquivalents(text: string): readonly EquivalentMutant[] {
  return text
    .split("\n")
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== "")
    .map(({ line, number }) => {
      const entry = JSON.parse(line) as Partial<EquivalentMutant>;
      for (const field of ["file", "original", "replacement", "reason"] as const) {
        if (typeof entry[field] !== "string" || entry[field] === "")
          throw new Error(`line ${number} of the explained mutants has no ${field}`);
      }
      return entry as EquivalentMutant;
    });
}

/** The bars with that of a module raised to its score, in whole percent. A bar never falls. */
export function raiseBar(
  bars: Readonly<Record<string, number>>,
  module: string,
  percent: number,
): Record<string, number> {
  return { ...bars, [module]: Math.max(bars[module] ?? 0, Math.floor(percent)) };
}

/** The text between two places. */
function cut(text: string, { start, end }: MutantResult["location"]): string {
  const lines = text.split("\n").slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, index) => line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined))
    .join("\n");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/**
 * Finds the specs whose outcome can depend on how busy the machine is, and divides them into parts that end in time.
 * Pure: texts in, names out.
 */

/** One spec and how often a part runs it. */
export interface Unit {
  readonly file: string;
  readonly times: number;
}

/** What a spec, or a helper that it imports, uses when it works with sockets, other processes or real time. */
const signs: readonly RegExp[] = [
  /["']node:(net|tls|dgram|http|https|http2|child_process|worker_threads|cluster)["']/,
  /["'][./a-z-]*\/node\/[a-z0-9./-]+["']/,
  /["']client-ts-testing["'/]/,
  /\b(startApiServer|startControlPlane|startFaultProxy|startProgram|startServer|connect)\(/,
  /\b(setTimeout|setInterval|AbortSignal\.timeout|performance\.now|Date\.now|systemClock)\b/,
  /\bsleep\((?![^()]*clock)/,
];

/** Whether a text uses sockets, other processes or real time. */
export function usesTheMachine(text: string): boolean {
  return signs.some((sign) => sign.test(text));
}

/**
 * The specs that use the machine, themselves or through helpers for tests that they import (files of a test folder, not
 * of the library). `textOf` gives `undefined` for what is no file.
 */
export function machineSpecs(
  specs: readonly string[],
  textOf: (file: string) => string | undefined,
): readonly string[] {
  return specs.filter((spec) => {
    const seen = new Set<string>();
    const uses = (file: string): boolean => {
      if (seen.has(file)) return false;
      seen.add(file);
      const text = textOf(file);
      if (text === undefined) return false;
      return usesTheMachine(text) || relativeImports(file, text).filter(isTestHelper).some(uses);
    };
    return uses(spec);
  });
}

/** Files that serve tests alone: all but the sources of the packages, and in these what is named for tests. */
function isTestHelper(file: string): boolean {
  return (
    !/^packages\/[a-z-]+\/src\//.test(file) ||
    file.includes("/test-support/") ||
    /(\.spec|test-|testing|harness|fixture|fake|scripted)[a-z-]*\.ts$/.test(file)
  );
}

function relativeImports(file: string, text: string): readonly string[] {
  const folder = file.split("/").slice(0, -1);
  return [...text.matchAll(/from\s+["'](\.[^"']+)["']/g)].map(([, specifier = ""]) => {
    const path = [...folder];
    for (const step of specifier.split("/")) {
      if (step === "..") path.pop();
      else if (step !== ".") path.push(step);
    }
    return path.join("/");
  });
}

/**
 * Divides the work into parts of at most `limitSeconds` each. A spec that takes longer than a part is run by several.
 */
export function divide(
  files: readonly string[],
  times: number,
  secondsOf: (file: string) => number,
  limitSeconds: number,
): readonly Unit[][] {
  const units = files.flatMap((file): Unit[] => {
    const most = Math.max(1, Math.floor(limitSeconds / secondsOf(file)));
    const pieces = Math.ceil(times / most);
    return Array.from({ length: pieces }, (_, piece) => ({
      file,
      times: Math.floor(times / pieces) + (piece < times % pieces ? 1 : 0),
    }));
  });
  const cost = ({ file, times: runs }: Unit): number => runs * secondsOf(file);
  const parts: { units: Unit[]; seconds: number }[] = [];
  // The longest first, each into the first part with enough time left.
  for (const unit of units.toSorted((a, b) => cost(b) - cost(a) || a.file.localeCompare(b.file))) {
    const part = parts.find(({ seconds }) => seconds + cost(unit) <= limitSeconds);
    if (part === undefined) parts.push({ units: [unit], seconds: cost(unit) });
    else {
      part.units.push(unit);
      part.seconds += cost(unit);
    }
  }
  return parts.map(({ units: own }) => own);
}

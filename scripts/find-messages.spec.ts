import ts from "typescript-js-api";
import { describe, expect, it } from "vitest";
import { findMessages } from "./find-messages.ts";

/** The messages of files that exist only here, as `kind: text`. */
function messagesIn(sources: Readonly<Record<string, string>>): string[] {
  const files = new Map(
    Object.entries(sources).map(([name, text]) => [
      name,
      ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true),
    ]),
  );
  const program = ts.createProgram(
    [...files.keys()],
    {
      noLib: true,
      types: [],
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      strict: true,
      allowImportingTsExtensions: true,
      noEmit: true,
    },
    {
      getSourceFile: (name) => files.get(name),
      fileExists: (name) => files.has(name),
      readFile: (name) => files.get(name)?.text,
      getDefaultLibFileName: () => "lib.d.ts",
      getCurrentDirectory: () => "/",
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => "\n",
      writeFile: () => {},
    },
  );
  return findMessages(program, [...files.values()]).map(({ kind, text }) => `${kind}: ${text}`);
}

/** What the compiler needs to know about lists and errors without its own library. */
const library = `
  interface Array<T> { [at: number]: T; push(...items: T[]): number; map<U>(f: (item: T) => U): U[] }
  interface ReadonlyArray<T> { readonly [at: number]: T; map<U>(f: (item: T) => U): U[] }
  declare class Error { constructor(message?: string); message: string }
`;

describe("the list of messages", () => {
  it("has the texts of errors and log lines, with values as placeholders", () => {
    const text = `
      throw new ConfigError(\`the file \${path} cannot be read: \${read(path)}\`, { code: "a code" });
      this.#logger.warn("trying again", { path });
      class LateError extends Error { constructor() { super("it " + "came late"); } }`;
    expect(messagesIn({ "/a.ts": library + text })).toEqual([
      "ConfigError: the file {path} cannot be read: {…}",
      "log: trying again",
      "super: it came late",
    ]);
  });

  it("has what a command writes to standard error, and as a text what it prints", () => {
    const text = `
      io.report(\`\${name} exists already\`);
      console.error("nothing was written");
      io.print("is ready now");`;
    expect(messagesIn({ "/a.ts": library + text })).toEqual([
      "command: {name} exists already",
      "command: nothing was written",
      "text: is ready now",
    ]);
  });

  it("follows a parameter to the calls of the function, through other functions and files", () => {
    expect(
      messagesIn({
        "/fail.ts": `${library}
          function failure(what: string): Error { return new TransportError(\`GET: \${what}\`); }
          export const refuse = (why: string): never => { throw failure(why); };`,
        "/use.ts": `import { refuse } from "./fail.ts";
          export function use(port: number): void {
            if (port > 9) refuse(\`port \${port} is too high\`);
            const why = port < 2 ? "the port is too low" : "it is odd";
            refuse(why);
          }`,
      }),
    ).toEqual([
      "TransportError: GET: {what}",
      "refuse: port {port} is too high",
      "why: the port is too low / it is odd",
    ]);
  });

  it("follows lists, properties, results and callbacks to their texts", () => {
    const text = `
      type Report = (problem: string) => void;
      interface Finding { readonly reason: number; readonly problem: string }
      function check(name: string): void {
        const findings: Finding[] = [];
        if (name === "") findings.push({ reason: 1, problem: "the name is empty" });
        const report: Report = (problem) => { findings.push({ reason: 2, problem }); };
        checkLetters(name, report);
        findings.push({ reason: 3, problem: lengthProblem(name) });
        throw new CheckError(findings.map((finding) => finding.problem));
      }
      function checkLetters(name: string, report: Report): void { report(\`\${name} has a space\`); }
      function lengthProblem(name: string): string {
        return "the name is " + (name === "a" ? "too short" : "too long");
      }`;
    expect(messagesIn({ "/a.ts": library + text })).toEqual([
      "problem: the name is empty",
      "report: {name} has a space",
      "lengthProblem: the name is too short / too long",
    ]);
  });

  it.each([
    {
      place: "a shorthand property",
      text: 'const log = "the cache is behind the server"; decide({ log });',
      expected: "the cache is behind the server",
    },
    {
      place: "a field of a returned record",
      text: `const decide = () => ({ level: 2, log: \`the cache of \${name} is behind\` });`,
      expected: "the cache of {name} is behind",
    },
    {
      place: "the argument of a destructured function",
      text: 'const { report } = io; report("a module is needed");',
      expected: "a module is needed",
    },
    {
      place: "the second argument of a callback",
      text: 'check((path, report) => report(path, "is not in the schema"));',
      expected: "is not in the schema",
    },
    {
      place: "a table of texts",
      text: 'const replies = { 2: "its rules forbid it", 3: "no" };',
      expected: "its rules forbid it",
    },
    {
      place: "the default case of a switch",
      text: 'switch (code) { case 1: break; default: give("the server closed it"); }',
      expected: "the server closed it",
    },
    {
      place: "a default value",
      text: 'function close(why = "the pool was closed") { give(why); }',
      expected: "the pool was closed",
    },
    {
      place: "a sum",
      text: 'give("it is neither a file " + "nor " + kind);',
      expected: "it is neither a file nor {…}",
    },
    {
      place: "a value of a template",
      text: `give(\`\${left > 0 ? \`\${left} are not done\` : "all"}\`);`,
      expected: "{left} are not done",
    },
  ])("has the text of $place, although nothing is known about its way", ({ text, expected }) => {
    expect(messagesIn({ "/a.ts": library + text })).toEqual([`text: ${expected}`]);
  });

  it("leaves out single words and pairs, types, imports and comments", () => {
    const text = `
      import { one } from "./a file that is imported.ts";
      // "a comment is not a text"
      type Rounds = "until it is closed" | "one list";
      const title = "good title";
      throw new OddError("odd");`;
    expect(messagesIn({ "/a.ts": library + text })).toEqual([]);
  });
});

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A program that others wrote, or that uses a client that others wrote. */
export interface ForeignProgram {
  readonly name: string;
  /** Commands that must be on the machine. */
  readonly tools: readonly string[];
  /** Brings what the program needs into a folder of its own; that may be there from the last time. */
  prepare(folder: string): void;
  /** How it is run. It takes the server from `KUBECONFIG`, and prints one line for each result. */
  command(folder: string): { readonly file: string; readonly args: readonly string[]; readonly cwd?: string };
  /** The lines of its output that are compared; with their order, unless they are sorted here. */
  lines(output: string): string[];
}

const sources = fileURLToPath(new URL("../../foreign", import.meta.url));
const controllerRuntime = "sigs.k8s.io/controller-runtime@v0.25.2";

/** controller-runtime's own tests of one package. */
function suite(name: string): ForeignProgram {
  const binary = (folder: string): string => join(folder, `${name.replaceAll("/", "-")}.test`);
  const source = (folder: string): string => join(folder, "controller-runtime");
  return {
    name: `controller-runtime ${name}`,
    tools: ["go"],
    prepare(folder) {
      if (!existsSync(source(folder))) {
        // The module's own folder cannot be written to, and the tests are run where their data is.
        const found = JSON.parse(
          execFileSync("go", ["mod", "download", "-json", controllerRuntime], { encoding: "utf8" }),
        ) as { readonly Dir: string };
        cpSync(found.Dir, source(folder), { recursive: true });
        execFileSync("chmod", ["-R", "u+w", source(folder)]);
      }
      if (!existsSync(binary(folder)))
        execFileSync("go", ["test", "-trimpath", "-c", "-o", binary(folder), `./pkg/${name}`], {
          cwd: source(folder),
          stdio: "inherit",
        });
    },
    command: (folder) => ({
      file: binary(folder),
      args: ["-ginkgo.v", "-ginkgo.no-color", "-ginkgo.timeout=15m", "-ginkgo.seed=1"],
      cwd: join(source(folder), "pkg", name),
    }),
    lines: failuresOf,
  };
}

/** The failed tests of a Ginkgo run, and how many there were. */
function failuresOf(output: string): string[] {
  const summary = /^(?:SUCCESS|FAIL)! -- (\d+) Passed \| (\d+) Failed/m.exec(output);
  const failed = [...output.matchAll(/^\s*\[(?:FAIL|PANICKED!|TIMEDOUT)\] (.*)$/gm)].map(([, title]) => title!);
  const names = [...new Set(failed.map((title) => title.replace(/\[[A-Za-z]+\] /, "").trim()))].sort();
  return [summary === null ? "no summary" : `${summary[1]} passed, ${summary[2]} failed`, ...names];
}

/** A program in Python, with the packages that ours need. */
function python(name: string, file: string): ForeignProgram {
  const interpreter = (folder: string): string => join(folder, "venv", "bin", "python");
  return {
    name,
    tools: ["python3"],
    prepare(folder) {
      mkdirSync(folder, { recursive: true });
      if (!existsSync(interpreter(folder))) execFileSync("python3", ["-m", "venv", join(folder, "venv")]);
      const requirements = join(sources, "requirements.txt");
      const install = ["-m", "pip", "install", "--quiet", "--requirement", requirements];
      execFileSync(interpreter(folder), install, { stdio: "inherit" });
    },
    command: (folder) => ({ file: interpreter(folder), args: [join(sources, file)] }),
    lines: (output) => output.split("\n").filter((line) => /^[a-z ]+: /.test(line)),
  };
}

/** The programs, in the order in which they run. */
export const programs: readonly ForeignProgram[] = [
  ...["client", "cache", "manager", "internal/recorder", "webhook", "builder", "controller"].map(suite),
  python("official Python client", "python_client.py"),
  python("kopf operator", "kopf_operator.py"),
];

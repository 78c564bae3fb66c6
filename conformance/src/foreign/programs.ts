import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeBinary } from "../../../scripts/nodes.mjs";
import { controllerRuntimeSuite } from "./controller-runtime.ts";
import type { ForeignProgram } from "./foreign-program.ts";

const sources = fileURLToPath(new URL("../../foreign", import.meta.url));
const helmModule = "helm.sh/helm/v4/cmd/helm@v4.3.1";
const clientNode = "@kubernetes/client-node@2.0.1";

/** Lines of the form `step: result`, which our programs print; what a library logs is left out. */
function steps(output: string): string[] {
  return output.split("\n").filter((line) => /^[a-z][a-z ]*: /.test(line));
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
    lines: steps,
  };
}

/** A controller in Rust, by kube-rs. */
const kubeRs: ForeignProgram = {
  name: "kube-rs controller",
  tools: ["cargo"],
  prepare(folder) {
    // A copy, because Cargo writes beside the sources.
    cpSync(join(sources, "kube-rs"), join(folder, "kube-rs"), { recursive: true });
    execFileSync("cargo", ["build", "--quiet"], { cwd: join(folder, "kube-rs"), stdio: "inherit" });
  },
  command: (folder) => ({ file: join(folder, "kube-rs", "target", "debug", "kube-rs-controller"), args: [] }),
  lines: steps,
};

/** A controller in Java, by fabric8's informers. */
const fabric8: ForeignProgram = {
  name: "fabric8 controller",
  tools: ["java", "javac", "mvn"],
  prepare(folder) {
    // A copy, because Maven writes beside the sources.
    cpSync(join(sources, "fabric8"), join(folder, "fabric8"), { recursive: true });
    const goals = ["compile", "dependency:copy-dependencies", "-DincludeScope=runtime"];
    execFileSync("mvn", ["--quiet", "--batch-mode", ...goals, "-DoutputDirectory=target/libraries"], {
      cwd: join(folder, "fabric8"),
      stdio: "inherit",
    });
  },
  command: (folder) => ({
    file: "java",
    args: ["-cp", "target/classes:target/libraries/*", "Main"],
    cwd: join(folder, "fabric8"),
  }),
  lines: steps,
};

/** client-node's informer. Its library needs a newer Node than ours does. */
const clientNodeInformer: ForeignProgram = {
  name: "client-node informer",
  tools: ["npm"],
  prepare(folder) {
    const target = join(folder, "client-node");
    mkdirSync(target, { recursive: true });
    const install = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error", clientNode];
    execFileSync("npm", install, { cwd: target, stdio: "inherit" });
    // A copy, because imports are looked for beside the importing file.
    cpSync(join(sources, "client-node.mjs"), join(target, "client-node.mjs"));
  },
  command(folder) {
    const node = nodeBinary(24);
    if (node === undefined) throw new Error("client-node needs Node 24, for which npm has no package on this platform");
    return { file: node, args: [join(folder, "client-node", "client-node.mjs")] };
  },
  lines: steps,
};

/** helm, which waits until workloads are ready. */
const helm: ForeignProgram = {
  name: "helm --wait",
  tools: ["go", "bash"],
  controllers: true,
  prepare(folder) {
    const bin = join(folder, "bin");
    if (existsSync(join(bin, "helm"))) return;
    execFileSync("go", ["install", helmModule], { env: { ...process.env, GOBIN: bin }, stdio: "inherit" });
  },
  command: (folder) => ({
    file: "bash",
    args: [join(sources, "helm", "releases.sh"), join(folder, "bin", "helm"), join(sources, "helm", "chart")],
  }),
  lines: steps,
};

/** The programs, in the order in which they run. */
export const programs: readonly ForeignProgram[] = [
  ...["client", "cache", "manager", "internal/recorder", "webhook", "builder", "controller"].map(
    controllerRuntimeSuite,
  ),
  python("official Python client", "python_client.py"),
  python("kopf operator", "kopf_operator.py"),
  clientNodeInformer,
  helm,
  kubeRs,
  fabric8,
];

/** Small programs of scripted containers, on the files of the container's script. */
import { posix } from "node:path";
import type { Readable } from "node:stream";
import type { ContainerCommand, ContainerProcess } from "./container-script.ts";

/** Programs that every scripted container has. */
export const builtInCommands: Readonly<Record<string, ContainerCommand>> = {
  true: () => 0,
  false: () => 1,
  echo: async ({ argv, stdout }) => write(stdout, `${argv.slice(1).join(" ")}\n`),
  env: async ({ stdout }) => write(stdout, "HOME=/root\nPATH=/bin\n"),
  cat: async (process) => copyAll(process, operands(process.argv)),
  wc: async (process) => {
    let bytes = 0;
    for await (const chunk of process.stdin) bytes += (chunk as Buffer).length;
    return write(process.stdout, `${bytes}\n`);
  },
  head: (process) => part(process, (content, count) => content.subarray(0, count)),
  tail: (process) => {
    const from = /^\+(\d+)$/.exec(option(process.argv, "-c") ?? "")?.[1];
    return part(process, (content, count) =>
      from === undefined ? content.subarray(Math.max(0, content.length - count)) : content.subarray(Number(from) - 1),
    );
  },
  ls: async (process) => {
    const [folder = "/"] = operands(process.argv);
    const below = namesBelow(process.files, folder);
    if (below.length === 0 && !process.files.has(folder)) return missing(process, "ls", folder, 2);
    const names = new Set(below.map((path) => path.slice(prefixOf(folder).length).split("/")[0] as string));
    return write(process.stdout, [...names].map((name) => `${name}\n`).join(""));
  },
  rm: (process) => {
    for (const path of operands(process.argv))
      for (const name of [path, ...namesBelow(process.files, path)]) process.files.delete(name);
    return 0;
  },
  test: ({ argv, files }) => {
    const path = argv[2] ?? "";
    const isFolder = namesBelow(files, path).length > 0 || path === "/";
    return (argv[1] === "-d" ? isFolder : argv[1] === "-f" ? files.has(path) : isFolder || files.has(path)) ? 0 : 1;
  },
  tar: (process) => {
    const [mode = ""] = process.argv.slice(1).filter((one) => /^-?[a-z]+$/.test(one));
    if (mode.includes("c")) return create(process);
    return mode.includes("x") ? unpack(process) : 2;
  },
};

/** `tar cf - [-C folder] [--] names...`. */
async function create(process: ContainerProcess): Promise<number> {
  const { pack } = await import("tar-stream");
  const base = option(process.argv, "-C") ?? "/";
  const archive = pack();
  const out = pipeOut(archive as unknown as Readable, process);
  for (const name of operands(process.argv, ["-C"]).slice(1)) {
    const path = posix.resolve(base, name);
    const paths = [path, ...namesBelow(process.files, path)].filter((one) => process.files.has(one));
    if (paths.length === 0) {
      process.stderr.write(`tar: ${name}: Cannot stat: No such file or directory\n`);
      archive.finalize();
      await out;
      return 2;
    }
    for (const one of paths) {
      const shown = one === path ? name : posix.join(name, one.slice(prefixOf(path).length));
      archive.entry({ name: shown.replace(/^\/+/, ""), mode: 0o644 }, process.files.get(one) as Buffer);
    }
  }
  archive.finalize();
  await out;
  return 0;
}

/** `tar xmf - [-C folder]`. */
async function unpack(process: ContainerProcess): Promise<number> {
  const { extract } = await import("tar-stream");
  const base = option(process.argv, "-C") ?? "/";
  const archive = extract();
  process.stdin.on("error", (error) => archive.destroy(error)).pipe(archive);
  try {
    for await (const entry of archive) {
      const chunks: Buffer[] = [];
      for await (const chunk of entry) chunks.push(chunk as Buffer);
      if (entry.header.type === "file")
        process.files.set(posix.resolve(base, entry.header.name), Buffer.concat(chunks));
    }
    return 0;
  } catch (error) {
    process.stderr.write(`tar: ${(error as Error).message}\n`);
    return 2;
  }
}

function pipeOut(source: Readable, { stdout }: ContainerProcess): Promise<void> {
  return new Promise((resolve) => {
    source.on("end", resolve);
    stdout.once("close", resolve);
    source.pipe(stdout, { end: false });
  });
}

async function copyAll(process: ContainerProcess, paths: readonly string[]): Promise<number> {
  if (paths.length === 0) {
    for await (const chunk of process.stdin as Readable) await write(process.stdout, chunk as Buffer);
    return 0;
  }
  for (const path of paths) {
    const content = process.files.get(posix.resolve("/", path));
    if (content === undefined) return missing(process, "cat", path, 1);
    await write(process.stdout, content);
  }
  return 0;
}

async function part(process: ContainerProcess, cut: (content: Buffer, count: number) => Buffer): Promise<number> {
  const count = Number((option(process.argv, "-c") ?? "10").replace("+", ""));
  for (const path of operands(process.argv, ["-c"])) {
    const content = process.files.get(posix.resolve("/", path));
    if (content === undefined) return missing(process, process.argv[0] ?? "", path, 1);
    await write(process.stdout, cut(content, count));
  }
  return 0;
}

function missing({ stderr }: ContainerProcess, program: string, path: string, code: number): number {
  stderr.write(`${program}: ${path}: No such file or directory\n`);
  return code;
}

/** Arguments that are not options; all are after `--`. */
function operands(argv: readonly string[], withValue: readonly string[] = []): string[] {
  const found: string[] = [];
  for (let i = 1; i < argv.length; i++) {
    const one = argv[i] as string;
    if (one === "--") return [...found, ...argv.slice(i + 1)];
    if (withValue.includes(one)) i++;
    else if (!one.startsWith("-") || one === "-") {
      // `tar cf - x`: the first word and its dash are not names.
      if (!(argv[0] === "tar" && i === 1)) found.push(one);
    } else if (argv[0] === "tar" && one.endsWith("f")) continue;
  }
  return found;
}

function option(argv: readonly string[], name: string): string | undefined {
  const at = argv.indexOf(name);
  const end = argv.indexOf("--");
  return at > 0 && (end < 0 || at < end) ? argv[at + 1] : undefined;
}

function prefixOf(folder: string): string {
  const path = posix.resolve("/", folder);
  return path === "/" ? "/" : `${path}/`;
}

function namesBelow(files: Map<string, Buffer>, folder: string): string[] {
  const prefix = prefixOf(folder);
  return [...files.keys()].filter((name) => name.startsWith(prefix)).sort();
}

async function write(stream: ContainerProcess["stdout"], data: string | Buffer): Promise<number> {
  if (stream.write(data) || stream.destroyed) return 0;
  await new Promise<void>((resolve) => {
    const settle = (): void => {
      stream.off("drain", settle);
      stream.off("close", settle);
      resolve();
    };
    stream.on("drain", settle);
    stream.on("close", settle);
  });
  return 0;
}

/** Files from this machine into a container. */
import type { Readable, Writable } from "node:stream";
import type { Pack } from "tar-stream";
import { isClientError, TransportError } from "../errors/index.ts";
import { abortable, nextTurn } from "../util/index.ts";
import {
  collectText,
  type CopyExec,
  type CopyOptions,
  type CopyResult,
  CopyTally,
  explainCopy,
  finishCopy,
  safeRemote,
  splitRemote,
} from "./copy.ts";
import { drained } from "./drained.ts";
import type { RemoteProcess } from "./remote-process.ts";

/** Copies a file or a folder from this machine into a container. */
export async function copyTo(
  exec: CopyExec,
  localPath: string,
  remotePath: string,
  options: CopyOptions = {},
): Promise<CopyResult> {
  const { container, signal } = options;
  const tally = new CopyTally(options);
  const files = await import("./node/local-files.ts");
  const base = files.localName(localPath);
  // As kubectl: what goes to a folder goes into it.
  const probe = await exec(["test", "-d", safeRemote(remotePath)], { container, signal });
  probe.stdout.resume();
  probe.stderr.resume();
  const isFolder = await probe.exit.then(({ code }) => code === 0).catch(orNoProgram(false));
  const target = splitRemote(isFolder ? `${remotePath.replace(/\/+$/, "")}/${base}` : remotePath);
  const { pack } = await import("tar-stream");
  const archive = pack();
  const process = await exec(["tar", "xmf", "-", "-C", target.folder], { container, stdin: true, signal });
  const said = collectText(process.stderr);
  process.stdout.resume();
  const failing = new AbortController();
  const written = sendArchive(archive as unknown as Readable, process, failing);
  written.catch(() => {}); // It may fail while an entry is added, which fails with the same error.
  try {
    for await (const entry of files.walkLocal(localPath)) {
      const name = [target.name, ...entry.parts].join("/");
      if (entry.type === "other") {
        tally.skip(entry.parts.join("/"), "it is neither a file nor a folder; links are not followed");
        continue;
      }
      tally.begin(entry.parts.join("/"), entry.size, entry.type);
      const header = {
        name,
        mode: entry.mode,
        size: entry.size,
        mtime: new Date(entry.modifiedMs),
        type: entry.type === "folder" ? ("directory" as const) : ("file" as const),
      };
      await addEntry(archive, header, entry.read(), tally, failing.signal);
    }
    archive.finalize();
    await written;
    await finishCopy(process, said, tally, remotePath);
  } catch (error) {
    archive.destroy();
    const ended = await endedWith(process);
    const problem =
      ended === undefined ? error : await finishCopy(process, said, tally, remotePath).then(() => error, same);
    await process.close();
    throw await explainCopy(problem, said, tally);
  }
  return tally.result();
}

function orNoProgram<T>(otherwise: T): (error: unknown) => T {
  return (error) => {
    if (isClientError(error, "Status") && /executable file not found/i.test(error.message)) return otherwise;
    throw error;
  };
}

/** Whether the command has ended already; then that is why the archive could not be sent. */
async function endedWith(process: RemoteProcess): Promise<true | undefined> {
  const ended = (): true => true;
  return Promise.race([process.exit.then(ended, ended), nextTurn().then(() => undefined)]);
}

const same = (error: unknown): unknown => error;

async function sendArchive(archive: Readable, { stdin }: RemoteProcess, failing: AbortController): Promise<void> {
  for await (const chunk of archive) {
    if (stdin.destroyed) {
      const error = new TransportError("the command ended before it had read the archive", { code: "reset" });
      // Before leaving the loop destroys the archive, whose own error does not say why.
      failing.abort(error);
      throw error;
    }
    if (!stdin.write(chunk)) await drained(stdin);
  }
  await new Promise<void>((resolve) => {
    stdin.once("close", resolve);
    stdin.end(() => resolve());
  });
}

async function addEntry(
  archive: Pack,
  header: Parameters<Pack["entry"]>[0] & { readonly type: "file" | "directory" },
  content: AsyncIterable<Buffer>,
  tally: CopyTally,
  failed: AbortSignal,
): Promise<void> {
  const added = new Promise<void>((resolve, reject) => {
    const done = (error?: Error | null): void => (error ? reject(error) : resolve());
    const sink = archive.entry(header, done) as unknown as Writable;
    if (header.type === "directory") {
      sink.end();
      return;
    }
    (async () => {
      for await (const chunk of content) {
        if (failed.aborted) return;
        tally.add(chunk.length);
        if (!sink.write(chunk)) await drained(sink);
      }
      sink.end();
    })().catch(reject);
  });
  await abortable(added, failed);
}

/** What is known about a file. */
export interface FileFacts {
  readonly isDirectory: boolean;
  readonly size: number;
  /** Permission bits. */
  readonly mode: number;
  /** When it was last written, wall clock in milliseconds. */
  readonly modifiedMs: number;
}

/**
 * The machine as the loading of a kubeconfig sees it: environment, files, processes. Node's own is the default; a test
 * hands in another.
 */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As `process.platform`. */
  readonly platform: string;
  readonly cwd: string;
  readonly hostname: string;
  readonly pid: number;
  /**
   * A kubeconfig file, whole. Rejects as `fs.readFile` does, with `code`; with `EFBIG` when it is larger than
   * `maxBytes`.
   */
  readFile(path: string, options?: { readonly maxBytes?: number | undefined }): Promise<Uint8Array>;
  /** As `readFile`, at once: for the certificates, keys and tokens that a kubeconfig names. */
  readFileSync(path: string, options?: { readonly maxBytes?: number | undefined }): Uint8Array;
  /**
   * As `readFileSync`, for a path from an untrusted kubeconfig: throws unless the file that is read really lies inside
   * the folder, whatever symbolic links say and however often they change meanwhile. Only plain files with one name
   * are read, and opening one never waits.
   */
  readFileInside(path: string, folder: string, options: { readonly maxBytes: number }): Uint8Array;
  /** Whether something that is not a folder is at the path. */
  isFile(path: string): boolean;
  /** `undefined` when there is nothing at the path. */
  stat(path: string): Promise<FileFacts | undefined>;
  /**
   * Writes the file whole or not at all, so that a reader sees the old or the new content. A symbolic link stays one.
   */
  replaceFile(path: string, content: string, mode: number): Promise<void>;
  /** Makes the file; `false` when something is there already. */
  createExclusive(path: string, content: string): Promise<boolean>;
  /** Harmless when nothing is there. */
  remove(path: string): Promise<void>;
  /** Makes a folder and those above it. */
  makeFolder(path: string, mode: number): Promise<void>;
  isProcessAlive(pid: number): boolean;
}

/**
 * The same machine, with another environment or another way to read files. Works for any host, those with private
 * fields too.
 */
export function hostWith(host: Host, changes: Partial<Pick<Host, "env" | "readFile" | "readFileSync">>): Host {
  return {
    get env() {
      return changes.env ?? host.env;
    },
    get platform() {
      return host.platform;
    },
    get cwd() {
      return host.cwd;
    },
    get hostname() {
      return host.hostname;
    },
    get pid() {
      return host.pid;
    },
    readFile: changes.readFile ?? ((...call) => host.readFile(...call)),
    readFileSync: changes.readFileSync ?? ((...call) => host.readFileSync(...call)),
    readFileInside: (...call) => host.readFileInside(...call),
    isFile: (...call) => host.isFile(...call),
    stat: (...call) => host.stat(...call),
    replaceFile: (...call) => host.replaceFile(...call),
    createExclusive: (...call) => host.createExclusive(...call),
    remove: (...call) => host.remove(...call),
    makeFolder: (...call) => host.makeFolder(...call),
    isProcessAlive: (...call) => host.isProcessAlive(...call),
  };
}

/** The user's home folder by the variables that client-go reads; `undefined` when none is set. */
export function homeOf({ env, platform }: Pick<Host, "env" | "platform">): string | undefined {
  if (platform !== "win32") return env.HOME || undefined;
  const drivePath =
    env.HOMEDRIVE !== undefined && env.HOMEPATH !== undefined ? env.HOMEDRIVE + env.HOMEPATH : undefined;
  return env.HOME || env.USERPROFILE || drivePath || undefined;
}

/** The code of a file system error, such as `ENOENT`. */
export function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "unknown error";
}

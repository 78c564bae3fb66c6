import { KubeconfigError } from "./kubeconfig-error.ts";
import { type Host, hostWith } from "./host.ts";
import type { Effective, KubeconfigOverrides } from "./overrides.ts";
import { baseOf, isInside, pathsOf } from "./paths.ts";
import { maxKubeconfigBytes } from "./yaml.ts";

/**
 * A host that shows an untrusted kubeconfig only the files in these folders, by real path. Without folders
 * it shows no file.
 */
export function guardedHost(host: Host, folders: readonly string[]): Host {
  const readFileSync: Host["readFileSync"] = (path, { maxBytes = maxKubeconfigBytes } = {}) => {
    const folder = folders.find((candidate) => isInside(path, candidate, host.platform));
    if (folder === undefined)
      throw Object.assign(new Error("outside the folders of the kubeconfig"), { code: "EACCES" });
    return host.readFileInside(path, folder, { maxBytes });
  };
  return hostWith(host, { readFileSync });
}

/** For reading an untrusted kubeconfig file itself: a link that leads out of its folder is not followed. */
export function untrustedFileHost(host: Host): Host {
  return hostWith(host, {
    readFile: async (path, options) =>
      guardedHost(host, foldersOf([path], host)).readFileSync(pathsOf(host.platform).resolve(host.cwd, path), options),
  });
}

/** The folders of a kubeconfig's files, absolute. */
export function foldersOf(files: readonly string[], host: Pick<Host, "platform" | "cwd">): string[] {
  return files.filter((file) => file !== "").map((file) => baseOf(file, host));
}

/**
 * An untrusted kubeconfig without references: the content of its own files instead of their paths, read once,
 * so that the files cannot be replaced later. What the program itself said in the overrides stays as it
 * is. Throws one error with everything that such a kubeconfig must not ask for: an auth provider, and a file that is
 * not inside its own folder. The error does not tell whether that file exists.
 */
export function takeInFiles(
  chosen: Effective,
  overrides: KubeconfigOverrides,
  host: Pick<Host, "readFileSync">,
): Effective {
  const problems: string[] = [];
  const cluster = { ...chosen.cluster };
  const user = { ...chosen.user };
  const read = (field: string, path: string): Buffer | undefined => {
    try {
      return Buffer.from(host.readFileSync(path));
    } catch {
      problems.push(
        `the ${field} names a file outside the kubeconfig's folder, or one that cannot be read, and the kubeconfig is not trusted`,
      );
      return undefined;
    }
  };
  const takeIn = <T extends object>(entry: T, field: keyof T & string, own: Partial<T> | undefined): void => {
    const path = entry[field];
    if (typeof path !== "string" || own?.[field]) return;
    const content = `${field}-data` as keyof T & string;
    if (entry[content] !== undefined)
      return void problems.push(`${field} and ${content} exclude each other: remove one`);
    const bytes = read(field, path);
    delete entry[field];
    if (bytes !== undefined) entry[content] = bytes.toString("base64") as T[keyof T & string];
  };
  takeIn(cluster, "certificate-authority", overrides.clusterInfo);
  takeIn(user, "client-certificate", overrides.userInfo);
  takeIn(user, "client-key", overrides.userInfo);
  if (user.tokenFile !== undefined && !overrides.userInfo?.tokenFile) {
    const token = read("tokenFile", user.tokenFile)?.toString("utf8").trim();
    delete user.tokenFile;
    if (token === "") problems.push("the tokenFile is empty");
    else if (token !== undefined && !overrides.userInfo?.token) user.token = token;
  }
  if (user["auth-provider"] !== undefined && !overrides.userInfo?.["auth-provider"])
    problems.push("an auth-provider is not used, because the kubeconfig is not trusted");
  if (problems.length > 0) throw new KubeconfigError("invalid", problems);
  return { ...chosen, cluster, user };
}

import { KubeconfigError } from "./errors.ts";
import type { Effective } from "./overrides.ts";
import { pathsOf } from "./paths.ts";

/**
 * Refuses what a kubeconfig from somebody else must not ask for, before any file is read: an auth provider, and files outside the folders of the kubeconfig's own
 * files (of a kubeconfig that is only text, any file). Throws one error with everything that is refused.
 */
export function refuseUntrusted({ cluster, user }: Effective, files: readonly string[], platform: string): void {
  const paths = pathsOf(platform);
  const folders = files.map((file) => paths.dirname(paths.resolve(file)) + paths.sep);
  const named = {
    "certificate-authority": cluster["certificate-authority"],
    "client-certificate": user["client-certificate"],
    "client-key": user["client-key"],
    tokenFile: user.tokenFile,
  };
  const problems = Object.entries(named)
    .filter(([, file]) => file !== undefined && !folders.some((folder) => paths.resolve(file).startsWith(folder)))
    .map(([field]) => `the ${field} names a file outside the kubeconfig's folder, and the kubeconfig is not trusted`);
  if (user["auth-provider"] !== undefined) problems.push("an auth-provider is not asked, because the kubeconfig is not trusted");
  if (problems.length > 0) throw new KubeconfigError("invalid", problems);
}

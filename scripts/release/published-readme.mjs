// The README of a package as its registry page shows it.
import { posix } from "node:path";

/**
 * Makes the links of a README work outside of the repository: absolute when its address is known, text otherwise.
 * @param {string} text
 * @param {{ readonly repository?: string | undefined, readonly directory: string }} options
 * @returns {string}
 */
export function publishedReadme(text, { repository, directory }) {
  const page = repository?.replace(/^git\+/, "").replace(/\.git$/, "");
  return text.replaceAll(/\[([^\]]+)\]\((?![a-z]+:|#)([^)]+)\)/g, (_, label, href) =>
    page === undefined ? label : `[${label}](${page}/blob/main/${posix.join(directory, href)})`,
  );
}

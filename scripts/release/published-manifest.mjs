// What a published manifest has beyond the one in the repository.

/**
 * The manifest as it is published: without the condition that leads to the sources and the entries that have no other,
 * and, when the address of the repository is known, with what npm needs to prove where a package was built.
 * @param {Record<string, any>} manifest
 * @param {{ readonly repository?: string | undefined, readonly directory: string }} options
 * @returns {Record<string, any>}
 */
export function publishedManifest(manifest, { repository, directory }) {
  const exports = Object.fromEntries(
    Object.entries(manifest["exports"]).flatMap(([entry, target]) => {
      if (typeof target !== "object") return [[entry, target]];
      const { "client-ts-source": _, ...published } = target;
      return Object.keys(published).length === 0 ? [] : [[entry, published]];
    }),
  );
  if (repository === undefined) return { ...manifest, exports };
  const page = repository.replace(/^git\+/, "").replace(/\.git$/, "");
  return {
    ...manifest,
    exports,
    repository: { type: "git", url: `git+${page}.git`, directory },
    homepage: `${page}#readme`,
    bugs: { url: `${page}/issues` },
    publishConfig: { access: "public", provenance: true },
  };
}

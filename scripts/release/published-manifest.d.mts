export function publishedManifest(
  manifest: Readonly<Record<string, unknown>>,
  options: { readonly repository?: string | undefined; readonly directory: string },
): Record<string, unknown>;

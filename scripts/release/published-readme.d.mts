export function publishedReadme(
  text: string,
  options: { readonly repository?: string | undefined; readonly directory: string },
): string;

/** One `ts` block of a document. */
export interface Snippet {
  readonly code: string;
  /** Marked `ts no-run`: type-checked only. */
  readonly run: boolean;
}

/** The `ts` blocks of a document, in their order. */
export function snippetsOf(text: string): Snippet[] {
  return [...text.matchAll(/^```ts([^\n]*)\n([\s\S]*?)^```/gm)].map(([, mark = "", code = ""]) => ({
    code,
    run: !mark.includes("no-run"),
  }));
}

/**
 * Waits until something holds, and looks once a millisecond. Fails after 20 seconds with what never happened; by
 * default the source text of the condition.
 */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  what: string = holds.toString(),
): Promise<void> {
  const end = performance.now() + 20_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

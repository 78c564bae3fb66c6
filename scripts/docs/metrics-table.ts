/** The metrics that a document lists, each with its labels: the first column of a table has the names in backticks. */
export function metricsOf(document: string): Map<string, readonly string[]> {
  const metrics = new Map<string, readonly string[]>();
  for (const line of document.split("\n")) {
    const [, names = "", labels = ""] = line.split("|").map((cell) => cell.trim());
    if (!/^`[a-z_]+_[a-z_]+`/.test(names)) continue;
    for (const [, name = ""] of names.matchAll(/`([a-z_]+)`/g))
      metrics.set(
        name,
        labels
          .split(",")
          .map((label) => label.trim())
          .filter((label) => label !== ""),
      );
  }
  return metrics;
}

/** The names of metrics that a source file makes. A name that is put together is found by its beginning. */
export function metricNamesIn(source: string): string[] {
  return [...source.matchAll(/\.(?:counter|gauge|histogram)\(\s*["`]([a-z_]+)(?:["`]|\$\{)/g)].map(
    ([, name = ""]) => name,
  );
}

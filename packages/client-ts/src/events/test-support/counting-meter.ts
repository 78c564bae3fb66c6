import type { Meter } from "../../util/index.ts";

/** A meter that keeps the sum of each counter by its labels: `name{"reason":"spam"}`. */
export function countingMeter(): { readonly meter: Meter; readonly counts: Map<string, number> } {
  const counts = new Map<string, number>();
  const meter: Meter = {
    counter: (name) => ({
      add(value, labels) {
        const key = labels === undefined ? name : `${name}${JSON.stringify(labels)}`;
        counts.set(key, (counts.get(key) ?? 0) + value);
      },
    }),
    gauge: () => ({ set() {} }),
    histogram: () => ({ observe() {} }),
  };
  return { meter, counts };
}

import type { Client } from "client-ts";
import { isNotFound } from "client-ts";
import { ConfigMap, Pod } from "client-ts/api/core/v1";

/**
 * Changes objects of one namespace, about fifty times a second, until the signal aborts. Gives the number of writes.
 */
export async function runLoad(client: Client, namespace: string, signal: AbortSignal): Promise<number> {
  const maps = client.resource(ConfigMap, { namespace });
  const pods = client.resource(Pod, { namespace });
  let writes = 0;
  for (let step = 0; !signal.aborted; step++) {
    const name = `load-${step % 40}`;
    // Each name goes through create, two changes, delete; Pods and ConfigMaps take turns.
    const phase = Math.floor(step / 40) % 4;
    try {
      if (phase === 0) {
        await maps.create({ metadata: { name, labels: { app: "load" } }, data: { step: String(step) } });
        await pods.create({
          metadata: { name, labels: { app: "load" } },
          spec: { containers: [{ name: "main", image: "load" }] },
        });
      } else if (phase < 3) {
        await maps.mergePatch(name, { data: { step: String(step) } });
        await pods.mergePatch(name, { metadata: { annotations: { step: String(step) } } });
      } else {
        await maps.delete(name);
        await pods.delete(name, { gracePeriodSeconds: 0 });
      }
      writes += 2;
    } catch (error) {
      if (signal.aborted) break;
      // A cut connection can lose an answer: whether the write happened is then unknown, and the next round meets what
      // is there.
      if (!isNotFound(error) && step < 40) console.log(`  a write failed: ${(error as Error).message}`);
    }
    await pause(20, signal);
  }
  return writes;
}

/** Waits, or ends early when the signal fires. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (signal.aborted) done();
    else signal.addEventListener("abort", done, { once: true });
  });
}

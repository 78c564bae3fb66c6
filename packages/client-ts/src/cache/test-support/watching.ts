import { afterEach, expect } from "vitest";
import { type Reflecting, reflecting } from "./reflecting.ts";
import { listOf, type ScriptedWatch, thing } from "./scripted-source.ts";

/** Reflectors that end with their test, which must leave no timer behind. */
export function endedReflectors(): Reflecting[] {
  const running: Reflecting[] = [];
  afterEach(async () => {
    for (const { reflector, clock } of running.splice(0)) {
      await reflector.close();
      expect(clock.pending).toBe(0);
    }
  });
  return running;
}

/** A reflector that runs; it is added to `running`. */
export function startReflecting(running: Reflecting[], options: Parameters<typeof reflecting>[0] = {}): Reflecting {
  const made = reflecting(options);
  running.push(made);
  void made.reflector.run();
  return made;
}

/** A reflector that has listed `a@1` at version 10 and watches; it is added to `running`. */
export async function startWatching(
  running: Reflecting[],
  options: Parameters<typeof reflecting>[0] = {},
): Promise<Reflecting & { watch: ScriptedWatch }> {
  const made = startReflecting(running, options);
  await (await made.source.nextList()).answer(listOf("10", [thing("a", "1")]));
  return { ...made, watch: await made.source.nextWatch() };
}

import { expect, it, vi } from "vitest";
import { sliceMs, Slicer } from "./slicer.ts";

const { immediates } = vi.hoisted(() => ({ immediates: [] as (() => void)[] }));
vi.mock("./sleep.ts", () => ({ afterTurn: (run: () => void) => immediates.push(run) }));

/** The end of a turn of the event loop: what asks for a turn from here on has the next one. */
function endTurn(): void {
  for (const run of immediates.splice(0)) run();
}

it("tasks and work that waits go on although every turn begins with work that uses up a slice", async () => {
  const clock = { now: 0, monotonic: () => clock.now };
  const slicer = new Slicer(clock);
  const log: string[] = [];
  const useUp = (): void => {
    slicer.begin();
    clock.now += sliceMs;
  };
  // A turn is asked for before anything has begun in this one.
  for (const name of ["a", "b"]) slicer.afterTurn(() => log.push(name));
  useUp();
  endTurn();
  useUp();
  slicer.schedule({ work: () => log.push("task") === 0 });
  await Promise.resolve();
  endTurn();
  for (let turn = 0; turn < 3; turn++) {
    useUp();
    endTurn();
  }
  expect(log).toEqual(["a", "b", "task"]);
});

it("a turn that has passed leaves nothing that runs again", () => {
  const slicer = new Slicer({ monotonic: () => 0 });
  slicer.begin();
  slicer.afterTurn(() => {});
  for (let turn = 0; turn < 3; turn++) endTurn();
  expect(immediates).toEqual([]);
});

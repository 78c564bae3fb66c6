// Fake timers are installed before the library is loaded, as with `fakeTimers.enableGlobally`.
jest.useFakeTimers();
const { newWorkQueue } = require("client-ts/workqueue");
jest.useRealTimers();

/** Uses more than a slice of the event loop, so that the worker waits for turns. */
async function workThrough(count) {
  const queue = newWorkQueue();
  for (let key = 0; key < count; key++) queue.add(key);
  for (let done = 0; done < count; done++) {
    const { key } = await queue.get();
    const end = process.hrtime.bigint() + 1_000_000n;
    while (process.hrtime.bigint() < end);
    queue.done(key);
  }
}

test("turns of the event loop come when the real timers are back", () => workThrough(20));

test("turns of the event loop come while timers are replaced", async () => {
  jest.useFakeTimers({ doNotFake: ["performance", "hrtime", "nextTick"] });
  await workThrough(20);
  jest.useRealTimers();
  await workThrough(20);
});

import { newSharedPlane } from "./control-plane/shared.ts";

const plane = newSharedPlane();
let isUp = false;

/**
 * Set-up and teardown for Jest in one module: `globalSetup` and `globalTeardown` are both `"client-ts-testing/jest"`.
 * The first call starts one control plane for the whole run, the second ends it; tests find it with
 * `sharedKubeconfig()` and create a namespace each. Without binaries it prints one line and starts nothing.
 */
export default async function setupOrTeardown(): Promise<void> {
  await (isUp ? teardown() : setup());
}

/** Starts the control plane: for node:test, `before(setup)` in a file of its own. */
export async function setup(): Promise<void> {
  isUp = true;
  await plane.setup();
}

/** Ends what `setup` started: `after(teardown)`. */
export async function teardown(): Promise<void> {
  isUp = false;
  await plane.teardown();
}

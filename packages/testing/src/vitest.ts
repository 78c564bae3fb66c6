import { newSharedPlane } from "./control-plane/shared.ts";

const plane = newSharedPlane();

/**
 * A global set-up for vitest: `globalSetup: ["client-ts-testing/vitest"]` starts one control plane for the whole run;
 * tests find it with `sharedKubeconfig()` and create a namespace each. Without binaries it prints one line and starts
 * nothing.
 */
export async function setup(): Promise<void> {
  await plane.setup();
}

/** Ends what `setup` started. */
export async function teardown(): Promise<void> {
  await plane.teardown();
}

import { type ControlPlane, shareControlPlane } from "./control-plane/index.ts";

let plane: ControlPlane | undefined;

/**
 * A global set-up for vitest: `globalSetup: ["client-ts-testing/vitest"]` starts one control plane for the whole run;
 * tests find it with `sharedKubeconfig()` and make a namespace each. Without binaries it says so in one line.
 */
export async function setup(): Promise<void> {
  plane = await shareControlPlane();
}

/** Ends what `setup` started. */
export async function teardown(): Promise<void> {
  await plane?.close();
  plane = undefined;
}

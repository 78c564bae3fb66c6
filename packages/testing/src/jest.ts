import { type ControlPlane, shareControlPlane } from "./control-plane/index.ts";

const holder: { plane?: ControlPlane | undefined } = {};

/**
 * A global set-up for Jest (`globalSetup: "client-ts-testing/jest"`, `globalTeardown` a module that exports {@link
 * teardown} as default) and for node:test (`before(setup)`, `after(teardown)` in a file of its own): one control plane
 * for the whole run.
 */
export default async function setup(): Promise<void> {
  holder.plane = await shareControlPlane();
}

/** Ends what `setup` started. */
export async function teardown(): Promise<void> {
  await holder.plane?.close();
  delete holder.plane;
}

import { randomBytes } from "node:crypto";
import { type ControlPlane, type ControlPlaneOptions, startControlPlane } from "./control-plane.ts";
import { hasBinaries } from "./find-binaries.ts";
import { binaryNames, chosenParts } from "./parts.ts";

/** Environment variables through which a shared control plane is found by the processes of a test run. */
export const sharedVariables = { kubeconfig: "CLIENT_TS_TEST_KUBECONFIG", kubectl: "CLIENT_TS_KUBECTL" } as const;

/**
 * Starts one control plane for a whole test run and puts its kubeconfig into the environment, where worker processes
 * inherit it. Without binaries it prints one line and starts nothing, so that tests can skip what needs a cluster.
 * A cluster that is already named in the environment is used as it is.
 */
export async function shareControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane | undefined> {
  if (process.env[sharedVariables.kubeconfig] !== undefined) return undefined;
  const names = [...chosenParts(options.parts ?? "all"), "kubectl" as const].filter((name) =>
    binaryNames.includes(name),
  );
  if (!hasBinaries(names, { version: options.version })) {
    console.log(
      'no control plane: tests that need one are skipped; "npx client-ts control-plane setup --from-source" builds it',
    );
    return undefined;
  }
  const plane = await startControlPlane(options);
  process.env[sharedVariables.kubeconfig] = plane.kubeconfigPath;
  process.env[sharedVariables.kubectl] = plane.binaries.get("kubectl") ?? "";
  return plane;
}

/** The set-up and teardown of a test run that shares a control plane. A watch mode may repeat the pair. */
export function newSharedPlane(): { setup(): Promise<void>; teardown(): Promise<void> } {
  let plane: ControlPlane | undefined;
  return {
    async setup() {
      plane = await shareControlPlane();
    },
    async teardown() {
      if (plane === undefined) return;
      for (const name of Object.values(sharedVariables)) delete process.env[name];
      await plane.close();
      plane = undefined;
    },
  };
}

/** The kubeconfig file of the shared control plane, or `undefined` when there is none: skip then. */
export function sharedKubeconfig(): string | undefined {
  return process.env[sharedVariables.kubeconfig] || undefined;
}

/** A name for a namespace of one test's own. */
export function testNamespaceName(prefix = "test"): string {
  return `${prefix}-${randomBytes(5).toString("hex")}`;
}

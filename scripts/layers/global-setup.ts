/**
 * One real control plane for a whole test run, when its binaries are there. A run of single files does without, so that
 * it starts at once; `CLIENT_TS_CLUSTER=on` gives it one. `CLIENT_TS_KUBERNETES=1.33` chooses another of the pinned
 * versions.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const single = process.argv
    .slice(2)
    .some((argument) => argument !== "run" && !argument.startsWith("-") && !argument.endsWith(".config.ts"));
  if (single && process.env["CLIENT_TS_CLUSTER"] !== "on") return async () => {};
  const { shareControlPlane } = await import("client-ts-testing");
  const version = process.env["CLIENT_TS_KUBERNETES"];
  const plane = await shareControlPlane({ version });
  return async () => {
    await plane?.close();
  };
}

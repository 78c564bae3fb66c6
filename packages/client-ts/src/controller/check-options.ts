import { InvalidArgumentError } from "../errors/index.ts";
import type { KubeObject, Resource } from "../meta/index.ts";
import { checkNumber } from "../util/index.ts";
import type { ReconcilerOptions } from "./options.ts";

/** Refuses options of a controller that cannot work; gives how many keys it reconciles at a time. */
export function checkOptions(options: ReconcilerOptions<KubeObject>, resource: Resource): number {
  const { concurrency = 4, timeoutMs = 1, retryBaseMs = 5, retryMaxMs = 300_000 } = options;
  const what = `controller of ${resource.kind}:`;
  checkNumber(`${what} concurrency`, concurrency, { least: 1, whole: true, error: InvalidArgumentError });
  checkNumber(`${what} timeoutMs`, timeoutMs, { least: 1, error: InvalidArgumentError });
  checkNumber(`${what} retryBaseMs`, retryBaseMs, { least: 0, error: InvalidArgumentError });
  checkNumber(`${what} retryMaxMs`, retryMaxMs, { least: 0, error: InvalidArgumentError });
  if ((options.reconcile === undefined) === (options.reconcileKey === undefined))
    throw new InvalidArgumentError(`${what} give \`reconcile\` or \`reconcileKey\`, exactly one of them`);
  return concurrency;
}

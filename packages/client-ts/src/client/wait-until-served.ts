import type { CustomResourceDefinition } from "../api/apiextensions/v1.ts";
import { isNoMatch } from "../discovery/index.ts";
import { InvalidArgumentError, throwIfAborted, TimeoutError } from "../errors/index.ts";
import { getCondition, type Resource, type Stored } from "../meta/index.ts";
import { sleep, timeoutSignal } from "../util/index.ts";
import type { Client } from "./client.ts";
import { crdEstablished } from "./conditions.ts";
import { waitFor } from "./wait-for.ts";

/** The kind of definitions; the core does not load its module for one constant. */
export const definitions: Resource<
  CustomResourceDefinition,
  { scope: "Cluster"; plural: "customresourcedefinitions"; status: true }
> = {
  group: "apiextensions.k8s.io",
  version: "v1",
  kind: "CustomResourceDefinition",
  plural: "customresourcedefinitions",
  scope: "Cluster",
  status: true,
};

/** Options of {@link waitUntilServed}. */
export interface WaitUntilServedOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** How often discovery is asked for a kind that was established. */
const pollMs = 100;

/**
 * Waits until a definition is established and every served version of its kind can be found; the server says the first
 * a moment before the second. Throws at once when the server refuses the names, because another definition has them.
 */
export async function waitUntilServed(
  client: Client,
  name: string,
  { timeoutMs, signal: outer }: WaitUntilServedOptions,
): Promise<Stored<CustomResourceDefinition, "Cluster">> {
  const { clock, random } = client.context;
  const limit = timeoutSignal(timeoutMs, { clock, signal: outer });
  const { signal } = limit;
  const established = crdEstablished();
  try {
    const definition = await waitFor(
      client.resource(definitions),
      name,
      (object): object is Stored<CustomResourceDefinition, "Cluster"> => {
        if (object !== undefined) refuseConflicts(object);
        return established(object);
      },
      { clock, random, signal },
    );
    const { group, names, versions } = definition.spec;
    for (const version of versions.filter((one) => one.served)) {
      while (!(await isFound(client, `${group}/${version.name}`, names.kind, signal))) {
        await sleep(pollMs, { clock, signal });
      }
    }
    return definition;
  } catch (error) {
    throwIfAborted(outer);
    if (!signal.aborted) throw error;
    throw new TimeoutError(`the kind of ${name} was not served within ${timeoutMs} ms`, { cause: error });
  } finally {
    limit.release();
  }
}

/** Throws when another definition has the names: waiting would not help. */
function refuseConflicts({ metadata, status }: Stored<CustomResourceDefinition, "Cluster">): void {
  const accepted = getCondition(status?.conditions, "NamesAccepted");
  if (accepted?.status !== "False") return;
  const { reason = "", message = "" } = accepted;
  throw new InvalidArgumentError(`the server does not accept the names of ${metadata.name}: ${reason}: ${message}`);
}

async function isFound(client: Client, apiVersion: string, kind: string, signal: AbortSignal): Promise<boolean> {
  try {
    await client.resolve(apiVersion, kind, { signal });
    return true;
  } catch (error) {
    if (!isNoMatch(error)) throw error;
    return false;
  }
}

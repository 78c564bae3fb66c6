import type { CustomResourceDefinition } from "../api/apiextensions/v1.ts";
import { type Client, definitions, deleted, waitFor, waitUntilServed } from "../client/index.ts";
import { InvalidArgumentError, isNotFound } from "../errors/index.ts";
import { apiVersionOf, type Resource, type Stored } from "../meta/index.ts";
import { defined } from "../util/index.ts";
import { differenceLines } from "./difference.ts";
import { readDefinition } from "./read-definition.ts";

/** A definition, or what `defineCustomResource` returned. */
export type CRDSource = CustomResourceDefinition | { readonly crd: CustomResourceDefinition };

/** Options of {@link installCRDs}. */
export interface InstallCRDsOptions {
  /** Wait until every served version can be used. Default `true`; a dry run does not wait. */
  readonly wait?: boolean | undefined;
  /** How long to wait for each definition. Default 60 seconds. */
  readonly timeoutMs?: number | undefined;
  /** The owner of the fields, for server-side apply. Default: the client's field manager, else `client-ts`. */
  readonly fieldManager?: string | undefined;
  /**
   * Take over fields that other managers own. Default `false`: a conflict is a StatusError for which `isConflict` is
   * true.
   */
  readonly force?: boolean | undefined;
  /** Change nothing; the result says what would change. Default `false`. */
  readonly dryRun?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The result for one definition. */
export interface InstalledCRD {
  readonly name: string;
  readonly action: "created" | "changed" | "unchanged";
  /** What changed, one line for each field: `+` added, `-` removed, `~` replaced. Ready to print. */
  readonly difference: readonly string[];
  /** The definition as the server has it now; after a dry run, as it would be. */
  readonly crd: Stored<CustomResourceDefinition, "Cluster">;
}

/**
 * Installs CustomResourceDefinitions by server-side apply, and waits until the server has accepted their names,
 * established them and serves them. Definitions that are installed already are brought up to date. All of them are
 * checked before anything is sent: an InvalidArgumentError lists what is wrong.
 *
 * ```ts
 * for (const { name, action } of await installCRDs(client, [website])) console.log(name, action);
 * ```
 */
export async function installCRDs(
  client: Client,
  crds: readonly CRDSource[],
  options: InstallCRDsOptions = {},
): Promise<InstalledCRD[]> {
  const { wait = true, timeoutMs = 60_000, dryRun = client.context.defaults.dryRun ?? false, signal } = options;
  const checked = crds.map(definitionOf);
  const problems = checked.flatMap((definition) => readDefinition({ definition }).problems);
  if (problems.length > 0) throw new InvalidArgumentError(problems.join("\n"));
  const installed: InstalledCRD[] = [];
  for (const definition of checked)
    installed.push(await installOne(client, definition, { ...options, timeoutMs, dryRun }));
  if (dryRun || !wait) return installed;
  const served = installed.map(async ({ name, ...result }) => {
    const crd = await waitUntilServed(client, name, { timeoutMs, signal });
    return { name, ...result, crd };
  });
  const results = await Promise.all(served);
  client.discovery.invalidate();
  return results;
}

/** Options of {@link uninstallCRDs}. */
export interface UninstallCRDsOptions {
  /** Also delete the objects of these kinds; without it, a kind that still has some is an error. Default `false`. */
  readonly deleteObjects?: boolean | undefined;
  /** Wait until they are gone, objects with finalizers included. Default `true`. */
  readonly wait?: boolean | undefined;
  /** How long to wait for each definition. Default 60 seconds. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Deletes CustomResourceDefinitions and gives the names of those that were there. A server deletes every object of a
 * kind with its definition, so an InvalidArgumentError is thrown, and nothing deleted, when there are objects and
 * `deleteObjects` is not set.
 */
export async function uninstallCRDs(
  client: Client,
  crds: readonly CRDSource[],
  options: UninstallCRDsOptions = {},
): Promise<string[]> {
  const { deleteObjects = false, wait = true, timeoutMs = 60_000, signal } = options;
  const present: Stored<CustomResourceDefinition, "Cluster">[] = [];
  for (const definition of crds.map(definitionOf)) {
    const found = await existing(client, nameOf(definition), signal);
    if (found !== undefined) present.push(found);
  }
  if (!deleteObjects) for (const definition of present) await refuseObjects(client, definition, signal);
  const { clock, random } = client.context;
  const crdClient = client.resource(definitions);
  for (const { metadata } of present) {
    // By uid: a definition that was installed again in the meantime is another one.
    await crdClient.delete(metadata.name, { preconditions: { uid: metadata.uid }, signal }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  }
  const names = present.map(({ metadata }) => metadata.name);
  if (wait)
    await Promise.all(names.map((name) => waitFor(crdClient, name, deleted(), { clock, random, signal, timeoutMs })));
  client.discovery.invalidate();
  return names;
}

function definitionOf(source: CRDSource): CustomResourceDefinition {
  return "crd" in source ? source.crd : source;
}

function nameOf({ metadata }: CustomResourceDefinition): string {
  if (metadata?.name === undefined) throw new InvalidArgumentError("a CustomResourceDefinition has no metadata.name");
  return metadata.name;
}

async function installOne(
  client: Client,
  definition: CustomResourceDefinition,
  { fieldManager, force, dryRun, timeoutMs, signal }: InstallCRDsOptions,
): Promise<InstalledCRD> {
  const name = nameOf(definition);
  const crdClient = client.resource(definitions);
  let before = await existing(client, name, signal);
  if (before?.metadata.deletionTimestamp !== undefined && dryRun !== true) {
    const { clock, random } = client.context;
    await waitFor(crdClient, name, deleted(), { clock, random, signal, timeoutMs });
    before = undefined;
  }
  // In YAML, "labels:" without a value is null.
  const { labels, annotations } = definition.metadata ?? {};
  const crd = await crdClient.apply(
    {
      metadata: { name, ...defined({ labels: labels ?? undefined, annotations: annotations ?? undefined }) },
      spec: definition.spec,
    },
    {
      fieldManager: fieldManager ?? client.context.defaults.fieldManager ?? "client-ts",
      force,
      dryRun,
      signal,
    },
  );
  const difference = differenceLines(before === undefined ? {} : installedPart(before), installedPart(crd));
  const action = before === undefined ? "created" : difference.length > 0 ? "changed" : "unchanged";
  return { name, action, difference, crd };
}

/** What an installation decides about; the rest is the server's. */
function installedPart({
  metadata: { labels, annotations },
  spec,
}: Stored<CustomResourceDefinition, "Cluster">): object {
  return { metadata: defined({ labels: labels ?? undefined, annotations: annotations ?? undefined }), spec };
}

async function existing(
  client: Client,
  name: string,
  signal: AbortSignal | undefined,
): Promise<Stored<CustomResourceDefinition, "Cluster"> | undefined> {
  try {
    return await client.resource(definitions).get(name, { signal });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

async function refuseObjects(
  client: Client,
  { metadata, spec }: Stored<CustomResourceDefinition, "Cluster">,
  signal: AbortSignal | undefined,
): Promise<void> {
  const version = spec.versions.find((one) => one.served);
  if (version === undefined) return;
  const resource: Resource = {
    group: spec.group,
    version: version.name,
    kind: spec.names.kind,
    plural: spec.names.plural,
    scope: spec.scope === "Cluster" ? "Cluster" : "Namespaced",
  };
  const { items } = await client
    .metadata(resource)
    .listPage({ limit: 1, signal })
    .catch((error: unknown) => {
      // It is not served yet or no more, so that there is nothing to lose.
      if (isNotFound(error)) return { items: [] };
      throw error;
    });
  if (items.length > 0)
    throw new InvalidArgumentError(
      `there are objects of ${spec.names.kind} in ${apiVersionOf(resource)}, which would be deleted with ` +
        `${metadata.name}: set deleteObjects to delete them`,
    );
}

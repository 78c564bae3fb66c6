/**
 * Applies manifests: every object of a YAML text, by server-side apply. The text is read and checked as a whole before
 * anything is sent. Then come Namespaces, then CustomResourceDefinitions, which are waited for until the server serves
 * them, then the rest, each group in the order of the text.
 *
 * A failure is in the result of its object and keeps nothing else from being applied. With an apply set, what was
 * applied with it earlier and is no longer in the text is deleted at the end, when nothing failed.
 */
import type { CustomResourceDefinition } from "../api/apiextensions/v1.ts";
import { InvalidArgumentError, throwIfAborted } from "../errors/index.ts";
import type { Resource, Stored, Unstructured } from "../meta/index.ts";
import type { ApplyConfiguration } from "../api/apply.ts";
import { defined } from "../util/index.ts";
import type { Client } from "./client.ts";
import { ApplySet, type ApplySetParent, partOfLabel, type PrunedObject } from "./apply-set.ts";
import { type ManifestObject, parseManifests } from "./manifests.ts";
import type { ApplyCallOptions } from "./options.ts";
import type { OpenClient } from "./resource-types.ts";
import { waitUntilServed } from "./wait-until-served.ts";

/** Options of {@link applyYaml}. */
export interface ApplyYamlOptions extends ApplyCallOptions {
  /** The namespace of objects that need one and have none. Default: the client's. */
  readonly namespace?: string | undefined;
  /**
   * Keeps track of the objects that are applied, and deletes those that are no longer in the text. Default: nothing is
   * deleted.
   */
  readonly applySet?: ApplySetParent | undefined;
  /** How long to wait until the kind of a definition is served. Default 60 seconds. */
  readonly establishTimeoutMs?: number | undefined;
}

/** The result for one object of the text. */
export interface AppliedObject {
  /** The number of its document in the text, from 1 on. */
  readonly document: number;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  /** Its namespace; absent for a kind without namespaces, and when that is not known. */
  readonly namespace?: string | undefined;
  /** The object as the server has it now. Absent when it failed. */
  readonly object?: Stored<Unstructured> | undefined;
  /** Why it was not applied. */
  readonly error?: Error | undefined;
}

/** The results for all objects of the text. */
export interface ApplyYamlResult {
  /** In the order of the text. */
  readonly results: readonly AppliedObject[];
  /** Whether every object was applied, and every object that left the apply set was deleted. */
  readonly ok: boolean;
  /** The objects that left the apply set. Empty without one, and when an object could not be applied. */
  readonly pruned: readonly PrunedObject[];
}

/**
 * Applies every object of a text.
 *
 * ```ts
 * const { results, ok } = await applyYaml(client, await readFile("shop.yaml", "utf8"), { fieldManager: "shop" });
 * for (const { kind, name, error } of results) if (error) console.error(kind, name, error.message);
 * ```
 */
export async function applyYaml(
  client: Client,
  text: string,
  options: ApplyYamlOptions = {},
): Promise<ApplyYamlResult> {
  const { namespace = client.namespace, applySet, establishTimeoutMs = 60_000, ...call } = options;
  if (!(call.fieldManager ?? client.context.defaults.fieldManager)) {
    throw new InvalidArgumentError("applyYaml needs a fieldManager, here or on the client");
  }
  const dryRun = call.dryRun ?? client.context.defaults.dryRun ?? false;
  const objects = await parseManifests(text);
  const set = applySet === undefined ? undefined : await ApplySet.of(client, applySet, namespace);
  const labelled = set === undefined ? objects : objects.map((one) => withLabel(one, set.id));
  const run = new Run(client, { namespace, establishTimeoutMs, dryRun, call, set });
  const results = await run.applyAll(labelled);
  const applied = results.every((one) => one.error === undefined);
  const uids = new Set(results.map((one) => one.object?.metadata.uid ?? ""));
  const { signal, timeoutMs } = call;
  const quiet = { dryRun, signal, timeoutMs };
  const pruned = set !== undefined && applied ? await set.prune(uids, quiet) : [];
  return { results, pruned, ok: applied && pruned.every((one) => one.error === undefined) };
}

interface RunFacts {
  readonly namespace: string;
  readonly establishTimeoutMs: number;
  readonly dryRun: boolean;
  readonly call: ApplyCallOptions;
  readonly set: ApplySet | undefined;
}

/** Which group an object is in; lower ones go first. */
function phaseOf({ object: { apiVersion, kind } }: ManifestObject): 0 | 1 | 2 {
  if (apiVersion === "v1" && kind === "Namespace") return 0;
  return apiVersion.startsWith("apiextensions.k8s.io/") && kind === "CustomResourceDefinition" ? 1 : 2;
}

/** One application of one text. */
class Run {
  readonly #client: Client;
  readonly #facts: RunFacts;

  constructor(client: Client, facts: RunFacts) {
    this.#client = client;
    this.#facts = facts;
  }

  async applyAll(objects: readonly ManifestObject[]): Promise<AppliedObject[]> {
    const { set, call, dryRun } = this.#facts;
    const results = new Map<ManifestObject, AppliedObject>();
    if (set !== undefined) {
      // The parent's own namespace may be in the text: the parent cannot be written without it.
      const home = objects.find((one) => phaseOf(one) === 0 && one.object.metadata.name === set.namespace);
      if (home !== undefined) results.set(home, await this.#applyOne(home));
      // Kinds that this text defines cannot be looked up yet: their names are taken from their definitions.
      const members = await this.#members(objects);
      const { signal, timeoutMs } = call;
      await set.begin(members, { dryRun, signal, timeoutMs });
    }
    for (const phase of [0, 1, 2]) {
      for (const one of objects.filter((object) => phaseOf(object) === phase && !results.has(object))) {
        throwIfAborted(call.signal);
        results.set(one, await this.#applyOne(one));
      }
      if (phase === 1 && !dryRun) await this.#established(results);
    }
    return objects.map((one) => results.get(one) as AppliedObject);
  }

  async #applyOne({ document, object }: ManifestObject): Promise<AppliedObject> {
    const { apiVersion, kind, metadata } = object;
    const facts = { document, apiVersion, kind, name: metadata.name };
    let namespace: string | undefined;
    try {
      const descriptor = await this.#resolve(apiVersion, kind);
      namespace = this.#namespaceFor(descriptor, object);
      const client: OpenClient<Unstructured> = this.#client.resource(descriptor, defined({ namespace }));
      const stored = await client.apply(object as ApplyConfiguration<Unstructured>, this.#facts.call);
      return { ...facts, ...defined({ namespace }), object: stored };
    } catch (error) {
      throwIfAborted(this.#facts.call.signal);
      return { ...facts, ...defined({ namespace }), error: error as Error };
    }
  }

  /** Waits for the definitions that were applied; one that is not established in time becomes a failure. */
  async #established(results: Map<ManifestObject, AppliedObject>): Promise<void> {
    const applied = [...results].filter(([one, { error }]) => phaseOf(one) === 1 && error === undefined);
    const { establishTimeoutMs, call } = this.#facts;
    const { signal } = call;
    await Promise.all(
      applied.map(async ([one, result]) => {
        try {
          await waitUntilServed(this.#client, one.object.metadata.name, { timeoutMs: establishTimeoutMs, signal });
        } catch (error) {
          throwIfAborted(signal);
          results.set(one, { ...result, error: error as Error });
        }
      }),
    );
    if (applied.length > 0) this.#client.discovery.invalidate();
  }

  async #members(objects: readonly ManifestObject[]): Promise<{ resource: Resource; namespace: string | undefined }[]> {
    const definitions = objects.filter((one) => phaseOf(one) === 1).flatMap(({ object }) => definedKinds(object));
    const members: { resource: Resource; namespace: string | undefined }[] = [];
    for (const { object } of objects) {
      const { apiVersion, kind } = object;
      try {
        const own = definitions.find((one) => `${one.group}/${one.version}` === apiVersion && one.kind === kind);
        const descriptor = own ?? (await this.#resolve(apiVersion, kind));
        members.push({ resource: descriptor, namespace: this.#namespaceFor(descriptor, object) });
      } catch {
        throwIfAborted(this.#facts.call.signal);
        // It cannot be applied either; the error is reported then.
      }
    }
    return members;
  }

  #resolve(apiVersion: string, kind: string): Promise<Resource<Unstructured>> {
    const { signal } = this.#facts.call;
    return this.#client.resolve(apiVersion, kind, { signal });
  }

  #namespaceFor({ scope }: Resource, { kind, metadata }: ManifestObject["object"]): string | undefined {
    const own = (metadata as { namespace?: string }).namespace || undefined;
    if (scope === "Namespaced") return own ?? this.#facts.namespace;
    if (own === undefined) return undefined;
    throw new InvalidArgumentError(
      `${kind} ${JSON.stringify(metadata.name)} is not namespaced, but has the namespace ${JSON.stringify(own)}`,
    );
  }
}

/** The object as a member of a set. One that says already which set it is in is refused. */
function withLabel({ document, object }: ManifestObject, id: string): ManifestObject {
  const { labels = {} } = object.metadata as { labels?: Record<string, string> };
  if (labels[partOfLabel] !== undefined) {
    throw new InvalidArgumentError(
      `document ${document} (${object.kind}) already has the label ${partOfLabel}, which the apply set writes`,
    );
  }
  return {
    document,
    object: { ...object, metadata: { ...object.metadata, labels: { ...labels, [partOfLabel]: id } } },
  };
}

/** The kinds that a definition will make, as far as it says so itself. */
function definedKinds(definition: Unstructured): Resource[] {
  const { spec = {} } = definition as { spec?: Partial<CustomResourceDefinition["spec"]> };
  const { group, names, scope, versions } = spec;
  if (typeof group !== "string" || typeof names?.kind !== "string" || !Array.isArray(versions)) return [];
  return versions.map(({ name }) => ({
    group,
    version: String(name),
    kind: names.kind,
    plural: String(names.plural),
    scope: scope === "Cluster" ? "Cluster" : "Namespaced",
  }));
}

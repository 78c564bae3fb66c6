/**
 * An apply set: objects that were applied together, so that what is no longer among them can be found and deleted. One
 * object, the parent, stands for the set; each member carries a label with the set's id, and the parent's annotations
 * say in which kinds and namespaces members can be. The labels and annotations are those that kubectl has with
 * `--applyset`; sets of other tools are left alone.
 *
 * Before anything is applied the parent names the kinds and namespaces of both the old and the new members: whatever
 * happens then, every member can be found. Only after everything was applied, and every object that is no longer a
 * member was deleted, it names those of the new members alone.
 */
import { newDeferredRestMapper } from "../discovery/index.ts";
import { InvalidArgumentError, isConflict, isNotFound } from "../errors/index.ts";
import type { KubeObject, Resource } from "../meta/index.ts";
import { defined } from "../util/index.ts";
import type { Client } from "./client.ts";
import type { RequestOptions } from "./options.ts";
import type { OpenClient } from "./resource-types.ts";

/** The parent object of an apply set. It is created when it does not exist. */
export interface ApplySetParent {
  readonly name: string;
  /** Default: the namespace that objects get which have none. */
  readonly namespace?: string | undefined;
  /** Default `Secret`, as kubectl. */
  readonly kind?: "Secret" | "ConfigMap" | undefined;
}

/** A member that was deleted, or should have been. */
export interface PrunedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string | undefined;
  /** Why it is still there. */
  readonly error?: Error | undefined;
}

/** The label that members carry. */
export const partOfLabel = "applyset.kubernetes.io/part-of";

const idLabel = "applyset.kubernetes.io/id";
const toolingAnnotation = "applyset.kubernetes.io/tooling";
const kindsAnnotation = "applyset.kubernetes.io/contains-group-kinds";
const namespacesAnnotation = "applyset.kubernetes.io/additional-namespaces";
const tool = "client-ts";
const tooling = `${tool}/v1`;

type CallOptions = RequestOptions & { readonly dryRun?: boolean | undefined };

type Parent = { readonly [K in keyof ApplySetParent]-?: NonNullable<ApplySetParent[K]> };

/** One set while it is applied. */
export class ApplySet {
  readonly id: string;
  readonly #client: Client;
  readonly #parent: Parent;
  readonly #old = { kinds: new Set<string>(), namespaces: new Set<string>() };
  readonly #new = { kinds: new Set<string>(), namespaces: new Set<string>() };

  private constructor(client: Client, parent: Parent, id: string) {
    this.#client = client;
    this.#parent = parent;
    this.id = id;
  }

  /** The set with this parent, by default in `defaultNamespace`. Nothing is sent. */
  static async of(
    client: Client,
    { name, namespace = "", kind = "Secret" }: ApplySetParent,
    defaultNamespace: string,
  ): Promise<ApplySet> {
    if (kind !== "Secret" && kind !== "ConfigMap")
      throw new InvalidArgumentError("the parent of an apply set must be a Secret or a ConfigMap");
    const parent = { name, namespace: namespace || defaultNamespace, kind };
    return new ApplySet(client, parent, await applySetId(parent));
  }

  /** Where the parent is. */
  get namespace(): string {
    return this.#parent.namespace;
  }

  /** Reads the parent, and widens it to what will be applied. Throws when it belongs to another apply set or tool. */
  async begin(
    members: readonly { readonly resource: Resource; readonly namespace: string | undefined }[],
    options: CallOptions,
  ): Promise<void> {
    await this.#read(options);
    for (const { resource, namespace } of members) {
      this.#new.kinds.add(groupKind(resource));
      if (namespace !== undefined) this.#new.namespaces.add(namespace);
    }
    await this.#write(
      union(this.#old.kinds, this.#new.kinds),
      union(this.#old.namespaces, this.#new.namespaces),
      options,
    );
  }

  /**
   * Deletes old members that are not among the applied ones, by uid, and narrows the parent when all of them are gone.
   */
  async prune(applied: ReadonlySet<string>, options: CallOptions): Promise<PrunedObject[]> {
    const pruned: PrunedObject[] = [];
    for (const name of [...this.#old.kinds].sort()) pruned.push(...(await this.#pruneKind(name, applied, options)));
    if (pruned.every((one) => one.error === undefined))
      await this.#write(this.#new.kinds, this.#new.namespaces, options);
    return pruned;
  }

  async #pruneKind(name: string, applied: ReadonlySet<string>, options: CallOptions): Promise<PrunedObject[]> {
    const { signal } = options;
    const [kind = "", group = ""] = splitOnce(name, ".");
    const pruned: PrunedObject[] = [];
    let descriptor: Resource;
    try {
      descriptor = await this.#descriptor(group, kind, signal);
    } catch (error) {
      // Its members may come back with its definition: the parent keeps the kind.
      return [{ apiVersion: group, kind, name: "*", error: error as Error }];
    }
    const places = descriptor.scope === "Cluster" ? [undefined] : [...this.#old.namespaces].sort();
    for (const namespace of places) {
      const members = this.#client.metadata(descriptor, defined({ namespace }));
      for await (const { metadata } of members.list({
        labelSelector: `${partOfLabel}=${this.id}`,
        limit: 500,
        signal,
      })) {
        if (applied.has(metadata.uid)) continue;
        const facts = {
          apiVersion: group === "" ? descriptor.version : `${group}/${descriptor.version}`,
          kind,
          name: metadata.name,
          ...defined({ namespace }),
        };
        try {
          await members.delete(metadata.name, {
            preconditions: { uid: metadata.uid },
            propagationPolicy: "Background",
            ...options,
          });
          pruned.push(facts);
        } catch (error) {
          pruned.push(isNotFound(error) ? facts : { ...facts, error: error as Error });
        }
      }
    }
    return pruned;
  }

  async #descriptor(group: string, kind: string, signal: AbortSignal | undefined): Promise<Resource> {
    const mapper = newDeferredRestMapper(this.#client.discovery);
    return (await mapper.restMapping({ group, kind }, [], { signal })).descriptor;
  }

  async #read({ signal, timeoutMs }: RequestOptions): Promise<void> {
    const { name, namespace } = this.#parent;
    let parent: KubeObject;
    try {
      parent = await this.#parents().get(name, {
        signal,
        timeoutMs,
      });
    } catch (error) {
      if (isNotFound(error)) return;
      throw error;
    }
    const { labels = {}, annotations = {} } = parent.metadata ?? {};
    const where = `the ${this.#parent.kind} ${JSON.stringify(name)} in namespace ${JSON.stringify(namespace)}`;
    const [owner] = splitOnce(annotations[toolingAnnotation] ?? "", "/");
    if (owner !== tool)
      throw new InvalidArgumentError(`${where} is not an apply set of ${tool}: its tool is ${JSON.stringify(owner)}`);
    if (labels[idLabel] !== this.id) throw new InvalidArgumentError(`${where} has the id of another apply set`);
    if (annotations[kindsAnnotation] === undefined)
      throw new InvalidArgumentError(`${where} does not say which kinds its members have`);
    for (const kind of listOf(annotations[kindsAnnotation])) this.#old.kinds.add(kind);
    for (const one of [namespace, ...listOf(annotations[namespacesAnnotation])]) this.#old.namespaces.add(one);
  }

  async #write(kinds: ReadonlySet<string>, namespaces: ReadonlySet<string>, options: CallOptions): Promise<void> {
    const { name, namespace, kind } = this.#parent;
    const object = {
      apiVersion: "v1",
      kind,
      metadata: {
        name,
        labels: { [idLabel]: this.id },
        annotations: {
          [toolingAnnotation]: tooling,
          [kindsAnnotation]: [...kinds].sort().join(","),
          [namespacesAnnotation]: [...namespaces]
            .filter((one) => one !== namespace)
            .sort()
            .join(","),
        },
      },
    };
    const call = { ...options, fieldManager: `${tool}-applyset` };
    try {
      await this.#parents().apply(object, call);
    } catch (error) {
      if (!isConflict(error)) throw error;
      await this.#parents().apply(object, { ...call, force: true });
    }
  }

  #parents(): OpenClient<KubeObject> {
    const { kind, namespace } = this.#parent;
    const parents: Resource = { group: "", version: "v1", kind, plural: `${kind.toLowerCase()}s`, scope: "Namespaced" };
    return this.#client.resource(parents, { namespace });
  }
}

/** The id of a set: made from what its parent is called, so that a copied label does not make another set of it. */
async function applySetId({ name, namespace, kind }: Parent): Promise<string> {
  // Loaded when it is needed: it would be a good part of what importing this library costs.
  const { createHash } = await import("node:crypto");
  const hash = createHash("sha256").update([name, namespace, kind, ""].join(".")).digest("base64url");
  return `applyset-${hash}-v1`;
}

function groupKind({ group, kind }: Resource): string {
  return group === "" ? kind : `${kind}.${group}`;
}

function listOf(text = ""): string[] {
  return text.split(",").filter((one) => one !== "");
}

function union(a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> {
  return new Set([...a, ...b]);
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + mark.length)];
}

import { type Client, newClient } from "client-ts";
import { type Clientset, newClientset } from "client-ts/clientset";
import { InvalidArgumentError } from "client-ts/errors";
import type { KubeList, KubeObject, Resource, Unstructured } from "client-ts/meta";
import type { RestConfig } from "client-ts/rest";
import { type Clock, type Logger, systemClock } from "client-ts/util";
import type { Action } from "./action.ts";
import { FakeTransport } from "./fake-transport.ts";
import type { ObjectTracker } from "./object-tracker.ts";
import type { Reactor, WatchReactor } from "./reactor-chain.ts";

/** Options of {@link newFakeClientset}. */
export interface FakeClientsetOptions {
  /** The clock for times in objects, timeouts and retries. Default: the machine's. */
  readonly clock?: Clock | undefined;
  /** Custom kinds that are known without a CustomResourceDefinition; their fields are neither checked nor dropped. */
  readonly kinds?: readonly Resource[] | undefined;
  /**
   * Accept what client-go's fake accepts: built-in kinds are not validated, and a missing namespace is created.
   * Default `false`: everything is checked as the in-memory server does.
   */
  readonly lenient?: boolean | undefined;
  /** Whether namespaces and dependents of owners are deleted as by a controller manager. Default `true`. */
  readonly controllers?: boolean | undefined;
  /** The logger of informers and whatever else is made from the clientset. Default: standard error. */
  readonly logger?: Logger | false | undefined;
}

/** What a fake clientset has in addition to the clients. */
export interface FakeControls {
  /** Every request so far, in order, as it was at the call. */
  readonly actions: readonly Action[];
  /** Forgets the requests so far. */
  clearActions(): void;
  /** The storage, which is used without the reactors. */
  readonly tracker: ObjectTracker;
  /**
   * Adds a reactor that is called before the tracker and before all earlier reactors. `verb` and `resource` may be `*`;
   * a resource may name a subresource (`pods/status`) and a group (`deployments.apps`). Watches have reactors of their
   * own.
   */
  prependReactor(verb: string, resource: string, reactor: Reactor): void;
  /** Adds a reactor for requests that the tracker does not serve: `pods/log`, and kinds that it does not know. */
  addReactor(verb: string, resource: string, reactor: Reactor): void;
  /** Adds a reactor for watches, which is called before all earlier watch reactors. */
  prependWatchReactor(resource: string, reactor: WatchReactor): void;
  /** Adds a reactor for watches, which is called after all earlier watch reactors and before the tracker. */
  addWatchReactor(resource: string, reactor: WatchReactor): void;
  /**
   * Adds a reactor for requests through the proxy of `services`, `pods` or `nodes`, which is called before all earlier
   * proxy reactors.
   */
  prependProxyReactor(resource: string, reactor: Reactor): void;
  /** Adds a reactor for proxied requests, which is called after all earlier proxy reactors. */
  addProxyReactor(resource: string, reactor: Reactor): void;
  /** Ends every watch and refuses further calls. A fake that is not closed keeps nothing alive. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * A clientset on a storage in this process, for unit tests. `client` is its {@link Client}, with the dynamic, metadata,
 * scale and discovery clients.
 */
export type FakeClientset = Clientset & FakeControls;

/** An object that a fake has at the beginning: of any kind, as `startApiServer({ objects })` takes, or a list. */
type FakeObject = KubeObject | Unstructured | KubeList<KubeObject>;

/**
 * Makes a clientset without a server and without a socket. Its clients are the real ones and its answers those of the
 * in-memory API server; reactors can answer instead, and every request is recorded.
 *
 * ```ts
 * const fake = newFakeClientset(web);
 * fake.prependReactor("create", "pods", () => {
 *   throw new StatusError(newStatus("Forbidden", { message: "no Pods today" }));
 * });
 * await rollOut(fake.client);
 * expect(fake.actions.map(({ verb }) => verb)).toEqual(["get", "create"]);
 * ```
 *
 * With options the objects come as an array: `newFakeClientset([web], { clock })`.
 */
export function newFakeClientset(...objects: readonly FakeObject[]): FakeClientset;
export function newFakeClientset(objects: readonly FakeObject[], options?: FakeClientsetOptions): FakeClientset;
export function newFakeClientset(...given: readonly unknown[]): FakeClientset {
  const [first, second] = given;
  const listed = Array.isArray(first);
  const objects = checkedObjects((listed ? first : given) as readonly KubeObject[]);
  const options = (listed ? (second ?? {}) : {}) as FakeClientsetOptions;
  const { clock = systemClock, kinds = [], lenient = false, controllers, logger } = options;
  const transport = new FakeTransport({ objects, kinds, lenient, clock, server: { controllers } });
  // Streaming lists would not pass reactors for lists.
  const config: RestConfig = {
    host: "http://fake.invalid",
    clock,
    logger,
    supportsWatchList: false,
    contentType: "application/json",
  };
  const client = newClient({ ...config, transport: transport.send });
  const tracker = trackerOf(transport, () => newClient({ ...config, transport: transport.sendPastReactors }));
  const clientset = newClientset(client);
  return Object.defineProperties(clientset, controlsOf(transport, tracker, client)) as FakeClientset;
}

function trackerOf(transport: FakeTransport, makeClient: () => Client): ObjectTracker {
  let client: Client | undefined;
  const resource = (...call: Parameters<Client["resource"]>): unknown => {
    client ??= makeClient();
    return client.resource(...call);
  };
  return {
    add: (...objects) => transport.add(checkedObjects(objects)),
    resource: resource as Client["resource"],
    journal: async () => (await transport.handler()).core.storage.journal,
    compact: async () => (await transport.handler()).core.storage.compact(),
  };
}

function controlsOf(transport: FakeTransport, tracker: ObjectTracker, client: Client): PropertyDescriptorMap {
  const close = async (): Promise<void> => {
    transport.close();
    await client.close();
  };
  const controls: Omit<FakeControls, "actions"> = {
    tracker,
    clearActions: () => transport.clearActions(),
    prependReactor: (verb, resource, reactor) => transport.before.prepend(notWatch(verb), resource, reactor),
    addReactor: (verb, resource, reactor) => transport.after.add(notWatch(verb), resource, reactor),
    prependWatchReactor: (resource, reactor) => transport.watches.prepend("watch", resource, reactor),
    addWatchReactor: (resource, reactor) => transport.watches.add("watch", resource, reactor),
    prependProxyReactor: (resource, reactor) => transport.proxies.prepend("*", resource, reactor),
    addProxyReactor: (resource, reactor) => transport.proxies.add("*", resource, reactor),
    close,
    [Symbol.asyncDispose]: close,
  };
  const descriptors: PropertyDescriptorMap = { actions: { get: () => transport.actions, enumerable: true } };
  for (const name of Reflect.ownKeys(controls)) {
    Object.assign(descriptors, { [name]: { value: controls[name as keyof typeof controls], enumerable: true } });
  }
  return descriptors;
}

function notWatch(verb: string): string {
  if (verb === "watch")
    throw new InvalidArgumentError("a reactor for watches is added with prependWatchReactor or addWatchReactor");
  return verb;
}

/** The objects and the items of lists, each of which must say what it is. */
function checkedObjects(given: readonly (KubeObject | KubeList<KubeObject>)[]): KubeObject[] {
  return given.flatMap((object, index) => {
    if (typeof object !== "object" || object === null)
      throw new InvalidArgumentError(`object ${index} of the fake clientset is not an object`);
    if ("items" in object && Array.isArray(object.items))
      return checkedObjects(itemsOf(object as KubeList<KubeObject>));
    const { apiVersion, kind } = object as KubeObject;
    if (!apiVersion || !kind)
      throw new InvalidArgumentError(
        `object ${index} of the fake clientset has no ${apiVersion ? "kind" : "apiVersion"}; ` +
          "the storage knows an object's kind by apiVersion and kind",
      );
    return [object as KubeObject];
  });
}

/** Items of a list do not repeat what the list says. */
function itemsOf({ items, kind, apiVersion }: KubeList<KubeObject>): KubeObject[] {
  const facts = kind?.endsWith("List") === true && kind !== "List" ? { kind: kind.slice(0, -4), apiVersion } : {};
  return items.map((item) => ({ ...facts, ...item }) as KubeObject);
}

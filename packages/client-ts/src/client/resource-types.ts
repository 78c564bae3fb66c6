/**
 * What a client of one kind can do, by type. Each interface is one permission; {@link ResourceClient} combines those
 * that the kind's descriptor allows. It leaves out verbs that the kind does not have, a status that it does not have,
 * and calls that need a namespace where none was given.
 */
import type { ApplyConfiguration } from "../api/apply.ts";
import type { TokenRequest, TokenRequestSpec } from "../api/authentication/v1.ts";
import type { Scale } from "../api/autoscaling/v1.ts";
import type { ObjectReference } from "../api/core/v1.ts";
import type { KubeList, KubeObject, Resource, ResourceTraits, Scope, Stored, Verb } from "../meta/index.ts";
import type { WatchStream } from "../rest/index.ts";
import type {
  AttachOptions,
  CopyOptions,
  CopyResult,
  ExecOptions,
  LogOptions,
  LogStream,
  PortForward,
  PortForwardOptions,
  PortMapping,
  RemoteProcess,
} from "../streaming/index.ts";
import type { ListCall } from "./list-call.ts";
import type {
  ApplyCallOptions,
  DeleteCallOptions,
  DeleteCollectionCallOptions,
  GetCallOptions,
  JsonPatch,
  ListCallOptions,
  MergePatch,
  ModifyCallOptions,
  PatchCallOptions,
  StrategicMergePatch,
  WatchCallOptions,
  WriteCallOptions,
} from "./options.ts";

/** An object with a name. */
export type Named<T extends KubeObject> = T & { metadata: { name: string } };

/** The kind and the namespace that a client works on. */
export interface ClientTarget<T extends KubeObject, R extends ResourceTraits> {
  /** The kind's descriptor. */
  readonly resource: Resource<T, R>;
  /** The namespace it works in; `undefined` for all of them, and for a kind without namespaces. */
  readonly namespace: string | undefined;
}

/** May read one object. */
export interface Reader<S extends KubeObject> {
  /** The object. Rejects with a StatusError for which `isNotFound` is true when there is none. */
  get(name: string, options?: GetCallOptions): Promise<S>;
}

/** May read all objects. */
export interface ListReader<S extends KubeObject> {
  /**
   * The objects. `await` gives the whole list; `for await` gives the objects one by one, a page (`limit`, default 500)
   * at a time. Nothing is sent before one of the two.
   */
  list(options?: ListCallOptions): ListCall<S>;
  /** One page: as much as `limit` says, and `metadata.continue` when there is more. */
  listPage(options?: ListCallOptions): Promise<KubeList<S>>;
}

/** May watch objects. */
export interface Watchable<S extends KubeObject> {
  /**
   * Changes as they happen. Leaving the loop closes the stream; the server ends it after some minutes. Nothing is sent
   * before it is read.
   */
  watch(options?: WatchCallOptions): WatchStream<S>;
}

/** May make objects. */
export interface Creator<T extends KubeObject, S extends KubeObject> {
  /** Makes the object; `apiVersion`, `kind` and namespace are filled in. */
  create(object: T, options?: WriteCallOptions): Promise<S>;
}

/** May replace objects. */
export interface Updater<T extends KubeObject, S extends KubeObject> {
  /** Replaces the object. With a `resourceVersion` in it, a write by another client in between is a conflict. */
  update(object: Named<T>, options?: WriteCallOptions): Promise<S>;
}

/** May read and replace in one go. */
export interface Modifier<S extends KubeObject> {
  /**
   * Reads the object, lets `change` work on a copy, and writes it, again from the start when another client wrote in
   * between. Nothing is written when nothing changed. A promise from `change` is awaited; its result is not used.
   */
  modify(name: string, change: (draft: S) => unknown, options?: ModifyCallOptions): Promise<S>;
}

/** May change parts of objects. */
export interface Patcher<T extends KubeObject, S extends KubeObject> {
  /** Applies a list of operations, all or none; a failed `test` is an error for which `isInvalid` is true. */
  jsonPatch(name: string, patch: JsonPatch, options?: PatchCallOptions): Promise<S>;
  /** Sets the fields of the patch and removes those that are `null`. */
  mergePatch(name: string, patch: MergePatch<T>, options?: PatchCallOptions): Promise<S>;
  /** As {@link mergePatch}, but merges lists that have a key. Custom resources do not support it. */
  strategicMergePatch(name: string, patch: StrategicMergePatch<T>, options?: PatchCallOptions): Promise<S>;
  /**
   * Server-side apply: sends the fields that we want, and creates the object when there is none. Needs a
   * `fieldManager`, here or on the client.
   */
  apply(object: ApplyConfiguration<T>, options?: ApplyCallOptions): Promise<S>;
}

/** May remove objects. */
export interface Deleter<S extends KubeObject> {
  /**
   * Deletes the object. Resolves with the object when it still exists (finalizers, grace period), with `undefined` when
   * it is gone.
   */
  delete(name: string, options?: DeleteCallOptions): Promise<S | undefined>;
}

/** May remove many objects. */
export interface CollectionDeleter {
  /** Deletes the objects that a selector selects in this namespace; with `{ all: true }` all of them. */
  deleteCollection(options: DeleteCollectionCallOptions): Promise<void>;
}

/** May replace the status. */
export interface StatusUpdater<T extends KubeObject, S extends KubeObject> {
  /** Replaces the status, and nothing else of the object. */
  updateStatus(object: Named<T>, options?: WriteCallOptions): Promise<S>;
  /** As `modify`, but writes only the status. */
  modifyStatus(name: string, change: (draft: S) => unknown, options?: ModifyCallOptions): Promise<S>;
}

/** May apply the status. */
export interface StatusApplier<T extends KubeObject, S extends KubeObject> {
  /** Server-side apply of the status. */
  applyStatus(object: ApplyConfiguration<T>, options?: ApplyCallOptions): Promise<S>;
}

/** May read and set the number of replicas. */
export interface Scaler {
  getScale(name: string, options?: GetCallOptions): Promise<Stored<Scale>>;
  /** Replaces the scale. Servers read its `spec.replicas`. */
  updateScale(name: string, scale: Scale, options?: WriteCallOptions): Promise<Stored<Scale>>;
  /** Server-side apply of the scale. */
  applyScale(
    name: string,
    scale: { readonly spec: { readonly replicas: number } },
    options?: ApplyCallOptions,
  ): Promise<Stored<Scale>>;
}

/** May evict a Pod. */
export interface Evicter {
  /**
   * Deletes the Pod, unless a disruption budget forbids that at present: then it rejects with an error for which
   * `isTooManyRequests` is true.
   */
  evict(name: string, options?: DeleteCallOptions): Promise<void>;
}

/** May put a Pod on a node. */
export interface Binder {
  bind(name: string, target: ObjectReference, options?: WriteCallOptions): Promise<void>;
}

/** May add ephemeral containers to a Pod. */
export interface EphemeralContainersUpdater<T extends KubeObject, S extends KubeObject> {
  /** Replaces the list of ephemeral containers, which must still have all those that are there. */
  updateEphemeralContainers(object: Named<T>, options?: WriteCallOptions): Promise<S>;
}

/** May change the resources of a running Pod. */
export interface Resizer<T extends KubeObject, S extends KubeObject> {
  updateResize(object: Named<T>, options?: WriteCallOptions): Promise<S>;
}

/** May ask for a service account's token. */
export interface TokenCreator {
  createToken(name: string, spec: TokenRequestSpec, options?: WriteCallOptions): Promise<TokenRequest>;
}

/** May approve or deny a certificate signing request. */
export interface ApprovalUpdater<T extends KubeObject, S extends KubeObject> {
  /** Replaces the conditions that approve or deny. */
  updateApproval(object: Named<T>, options?: WriteCallOptions): Promise<S>;
}

/** May end the deletion of a Namespace. */
export interface Finalizer<T extends KubeObject, S extends KubeObject> {
  /** Replaces `spec.finalizers`. */
  finalize(object: Named<T>, options?: WriteCallOptions): Promise<S>;
}

/** May run commands in a Pod's containers. */
export interface CommandRunner {
  /**
   * Runs a command in a container: `const { stdout, exit } = await pods.exec("web", ["date"])`. Resolves when the
   * server has accepted it; `(await process.exit).code` is the exit code.
   */
  exec(name: string, command: readonly string[], options?: ExecOptions): Promise<RemoteProcess>;
  /**
   * Copies a file or a folder of this machine into a container, which must have a `tar`. When `remotePath` is a folder
   * that exists, the copy is put into it. Links are left out.
   */
  copyTo(name: string, localPath: string, remotePath: string, options?: CopyOptions): Promise<CopyResult>;
  /**
   * Copies a file or a folder of a container to this machine. What a container sends is not trusted: nothing is
   * written outside of `localPath`, links and devices are left out, and there are limits.
   */
  copyFrom(name: string, remotePath: string, localPath: string, options?: CopyOptions): Promise<CopyResult>;
}

/** May attach to the main process of a Pod's container. */
export interface Attacher {
  /** Connects to the process that the container runs: its output from now on, and its input. */
  attach(name: string, options?: AttachOptions): Promise<RemoteProcess>;
}

/** May read the logs of a Pod's containers. */
export interface LogSubresource {
  /**
   * The log of a container, line by line: `for await (const line of pods.logs("web", { follow: true }))`. Nothing is
   * sent before it is read; leaving the loop closes the connection.
   */
  logs(name: string, options?: LogOptions): LogStream;
}

/** May connect to the ports of a Pod. */
export interface PortForwarder {
  /**
   * Opens local ports that lead to a Pod: `[{ local: 0, remote: 80 }]`, or as kubectl writes them, `["8080:80"]`.
   * `forward.ports[0].local` is the port that was chosen. An empty list opens none, for `forward.connect(80)`.
   */
  portForward(
    name: string,
    ports: readonly (PortMapping | string)[],
    options?: PortForwardOptions,
  ): Promise<PortForward>;
}

/** Any subresource by its name, for those that have no method of their own. */
export interface SubresourceAccess<R extends ResourceTraits> {
  subresource<U extends KubeObject = KubeObject>(subresource: SubresourceName<R>): SubresourceClient<U>;
}

/** Calls on one subresource. Bodies and answers are whatever the server has there. */
export interface SubresourceClient<U extends KubeObject> {
  get(name: string, options?: GetCallOptions): Promise<U>;
  create(name: string, object: KubeObject, options?: WriteCallOptions): Promise<U>;
  update(name: string, object: KubeObject, options?: WriteCallOptions): Promise<U>;
  jsonPatch(name: string, patch: JsonPatch, options?: WriteCallOptions): Promise<U>;
  mergePatch(name: string, patch: object, options?: WriteCallOptions): Promise<U>;
  strategicMergePatch(name: string, patch: object, options?: WriteCallOptions): Promise<U>;
  /** Server-side apply. */
  apply(name: string, object: KubeObject, options?: ApplyCallOptions): Promise<U>;
  delete(name: string, options?: DeleteCallOptions): Promise<void>;
}

/** Subresources that send text or a stream instead of an object. `rest` reads them with `stream` and `connect`. */
type StreamingSubresource = "attach" | "exec" | "log" | "portforward" | "proxy";

/** The subresources that a kind has by type and that send objects. */
export type SubresourceName<R extends ResourceTraits> =
  IsOpen<R> extends true
    ? string
    :
        | Exclude<SubresourcesOf<R>, StreamingSubresource>
        | (R extends { status: true } ? "status" : never)
        | (R extends { scale: true } ? "scale" : never);

/** Whether nothing is known about a kind by type: then everything is allowed by type, and checked when it is called. */
type IsOpen<R extends ResourceTraits> = Scope extends R["scope"] ? true : false;

type VerbsOf<R extends ResourceTraits> = R extends { verbs: infer V extends Verb } ? V : Verb;
type SubresourcesOf<R extends ResourceTraits> = R extends { subresources: infer S extends string } ? S : never;
type WithVerb<R extends ResourceTraits, V extends Verb, Methods> = V extends VerbsOf<R> ? Methods : unknown;
type WithSubresource<R extends ResourceTraits, S extends string, Methods> =
  S extends SubresourcesOf<R> ? Methods : unknown;

/** What a client of a kind in all namespaces can do: list and watch its objects. */
export type AllNamespacesClient<T extends KubeObject, R extends ResourceTraits> = ClientTarget<T, R> &
  WithVerb<R, "list", ListReader<Stored<T, R["scope"]>>> &
  WithVerb<R, "watch", Watchable<Stored<T, R["scope"]>>>;

/**
 * What a client of a kind can do where its objects are: in one namespace, or in the cluster for a kind without
 * namespaces.
 */
export type ResourceClient<T extends KubeObject, R extends ResourceTraits = ResourceTraits> =
  IsOpen<R> extends true
    ? OpenClient<T, R>
    : ClientTarget<T, R> &
        WithVerb<R, "get", Reader<Stored<T, R["scope"]>>> &
        WithVerb<R, "list", ListReader<Stored<T, R["scope"]>>> &
        WithVerb<R, "watch", Watchable<Stored<T, R["scope"]>>> &
        WithVerb<R, "create", Creator<T, Created<T, R>>> &
        WithVerb<R, "update", Updater<T, Stored<T, R["scope"]>> & Modifier<Stored<T, R["scope"]>>> &
        WithVerb<R, "patch", Patcher<T, Stored<T, R["scope"]>>> &
        WithVerb<R, "delete", Deleter<Stored<T, R["scope"]>>> &
        WithVerb<R, "deletecollection", CollectionDeleter> &
        (R extends { status: true }
          ? StatusUpdater<T, Stored<T, R["scope"]>> & WithVerb<R, "patch", StatusApplier<T, Stored<T, R["scope"]>>>
          : unknown) &
        (R extends { scale: true } ? Scaler : unknown) &
        WithSubresource<R, "eviction", Evicter> &
        WithSubresource<R, "binding", Binder> &
        WithSubresource<R, "ephemeralcontainers", EphemeralContainersUpdater<T, Stored<T, R["scope"]>>> &
        WithSubresource<R, "resize", Resizer<T, Stored<T, R["scope"]>>> &
        WithSubresource<R, "exec", CommandRunner> &
        WithSubresource<R, "attach", Attacher> &
        WithSubresource<R, "log", LogSubresource> &
        WithSubresource<R, "portforward", PortForwarder> &
        WithSubresource<R, "token", TokenCreator> &
        WithSubresource<R, "approval", ApprovalUpdater<T, Stored<T, R["scope"]>>> &
        WithSubresource<R, "finalize", Finalizer<T, Stored<T, R["scope"]>>> &
        SubresourceAccess<R>;

/**
 * The client of a kind by its descriptor, for parameters: `function scaleUp(deployments: ClientOf<typeof Deployment>)`.
 */
export type ClientOf<D> =
  D extends Resource<infer T extends KubeObject, infer R extends ResourceTraits> ? ResourceClient<T, R> : never;

/** The server answers a review and does not store it: the answer has no uid and no version. */
type Created<T extends KubeObject, R extends ResourceTraits> = "get" extends VerbsOf<R> ? Stored<T, R["scope"]> : T;

/** The client of a kind that is known only at run time: with every method. */
export interface OpenClient<T extends KubeObject, R extends ResourceTraits = ResourceTraits>
  extends ClientTarget<T, R>,
    Reader<Stored<T>>,
    ListReader<Stored<T>>,
    Watchable<Stored<T>>,
    Creator<T, Stored<T>>,
    Updater<T, Stored<T>>,
    Modifier<Stored<T>>,
    Patcher<T, Stored<T>>,
    Deleter<Stored<T>>,
    CollectionDeleter,
    StatusUpdater<T, Stored<T>>,
    StatusApplier<T, Stored<T>>,
    Scaler,
    Evicter,
    Binder,
    EphemeralContainersUpdater<T, Stored<T>>,
    Resizer<T, Stored<T>>,
    CommandRunner,
    Attacher,
    LogSubresource,
    PortForwarder,
    TokenCreator,
    ApprovalUpdater<T, Stored<T>>,
    Finalizer<T, Stored<T>>,
    SubresourceAccess<R> {}

/** The namespace of a client; a kind without namespaces takes none. */
export type ResourceOptions<R extends ResourceTraits> = R["scope"] extends "Cluster"
  ? { readonly namespace?: undefined }
  : {
      /**
       * The namespace to work in. Absent: all of them, to list and to watch. One that may be `undefined` gives the
       * calls that work in both cases.
       */
      readonly namespace?: string | undefined;
    };

/** The client that `client.resource(kind, options)` gives. */
export type ResourceClientFor<T extends KubeObject, R extends ResourceTraits, O> =
  IsOpen<R> extends true
    ? ResourceClient<T, R>
    : R["scope"] extends "Cluster"
      ? ResourceClient<T, R>
      : O extends { readonly namespace: string }
        ? ResourceClient<T, R>
        : AllNamespacesClient<T, R>;

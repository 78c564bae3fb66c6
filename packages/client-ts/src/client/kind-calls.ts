import type { ApplyConfiguration } from "../api/apply.ts";
import type { TokenRequest, TokenRequestSpec } from "../api/authentication/v1.ts";
import type { Scale } from "../api/autoscaling/v1.ts";
import type { ObjectReference, Pod } from "../api/core/v1.ts";
import {
  asStatus,
  type ClientErrorKind,
  defaultRetry,
  findStatusError,
  InvalidArgumentError,
  isClientError,
  isNotFound,
  ProtocolError,
  retryOnConflict,
} from "../errors/index.ts";
import {
  deepClone,
  deepEqual,
  type KubeList,
  type KubeObject,
  type ListOptions,
  patchTypes,
  protobufMediaType,
  type Resource,
  type Stored,
  selectorText,
} from "../meta/index.ts";
import type { Request, RESTClient, WatchStream } from "../rest/index.ts";
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
import { combineSignals, defined } from "../util/index.ts";
import type { ClientContext } from "./client-context.ts";
import { lazyLogs } from "./lazy-logs.ts";
import { ListCall } from "./list-call.ts";
import type {
  ApplyCallOptions,
  DeleteCallOptions,
  DeleteCollectionCallOptions,
  GetCallOptions,
  JsonPatch,
  ListCallOptions,
  ModifyCallOptions,
  PatchCallOptions,
  RequestOptions,
  WatchCallOptions,
  WriteCallOptions,
} from "./options.ts";
import { bodyFor, checkApply, nameOf, withKind } from "./objects.ts";
import type { Named, SubresourceClient } from "./resource-types.ts";
import { builtInScaleVersion, isScale, scaleFromV1, scaleToV1 } from "./scale-versions.ts";

/** Built-in kinds come as protobuf, and whatever else the server has to say as well when it can. */
const acceptProtobuf = `${protobufMediaType},application/json`;

/**
 * The form in which a client asks for objects, and how it reads them. Absent: whole objects, as the server sends them.
 */
export interface ObjectForm<T extends KubeObject> {
  /** The `Accept` header of requests for one object and of watches. */
  readonly accept: string;
  /** The `Accept` header of requests for many objects. Default: {@link accept}. */
  readonly acceptList?: string | undefined;
  /** The `apiVersion` and `kind` of lists. Default: what the server sends. */
  readonly listType?: { readonly apiVersion: string; readonly kind: string } | undefined;
  /** The object that a caller gets for what the server sent. Default: the same. */
  readonly decode?: ((object: KubeObject, resource: Resource) => Stored<T>) | undefined;
}

/**
 * The one implementation behind the typed, dynamic, metadata and scale clients: all calls, for any kind and any
 * {@link ObjectForm}. Which of them a caller sees is decided by type (see ResourceClient, DynamicResourceClient,
 * MetadataResourceClient); what types could not stop is refused here with an InvalidArgumentError before anything is
 * sent.
 */
export class KindCalls<T extends KubeObject> {
  readonly #context: ClientContext;
  readonly #resource: Resource;
  readonly #namespace: string | undefined;
  readonly #form: ObjectForm<T> | undefined;
  readonly #rest: RESTClient;

  constructor(context: ClientContext, resource: Resource, namespace: string | undefined, form?: ObjectForm<T>) {
    if (namespace !== undefined && resource.scope === "Cluster") {
      throw new InvalidArgumentError(
        `${resource.plural} are not namespaced: leave out the namespace ${JSON.stringify(namespace)}`,
      );
    }
    if (namespace === "")
      throw new InvalidArgumentError(
        `the namespace for ${resource.plural} is empty: leave it out to see all namespaces`,
      );
    this.#resource = resource;
    this.#namespace = namespace;
    this.#context = context;
    this.#form = form;
    this.#rest = context.restFor(resource);
  }

  async get(name: string, options: GetCallOptions = {}): Promise<Stored<T>> {
    const { resourceVersion } = options;
    return this.#object(this.#one("GET", name).versionedParams({ resourceVersion }), options);
  }

  list(options: ListCallOptions = {}): ListCall<Stored<T>> {
    const { timeoutMs } = options;
    return new ListCall<Stored<T>>((page, call) => this.listPage({ ...page, ...call, timeoutMs }), options);
  }

  async listPage(options: ListCallOptions = {}): Promise<KubeList<Stored<T>>> {
    const list = await this.#answer<KubeList<Stored<T>>>(
      this.#many("GET").versionedParams(listParams(options)),
      options,
    );
    if (
      typeof list.metadata !== "object" ||
      !(Array.isArray(list.items) || list.items === null || list.items === undefined)
    ) {
      throw new ProtocolError(`expected a list of ${this.#resource.plural}, but the server sent something else`);
    }
    list.items ??= [];
    // Servers leave these out of list items, and put them into watch events: here both have them.
    for (const item of list.items) withKind(item, this.#resource, list);
    const { decode, listType } = this.#form ?? {};
    if (decode === undefined) return list;
    return { ...(listType ?? list), metadata: list.metadata, items: list.items.map((item) => this.#decode(item)) };
  }

  watch(options: WatchCallOptions = {}): WatchStream<Stored<T>> {
    const { signal, headersTimeoutMs, idleTimeoutMs, ...params } = options;
    return this.#collection("GET", this.#form?.accept)
      .versionedParams(params)
      .watch<Stored<T>>({
        signal,
        ownerSignal: this.#context.signal,
        headersTimeoutMs,
        idleTimeoutMs,
        decode: this.#form?.decode && ((object) => this.#decode(object)),
      });
  }

  async create(object: T, options: WriteCallOptions = {}): Promise<Stored<T>> {
    this.#needsNamespace("create");
    const request = this.#collection("POST", this.#form?.accept).versionedParams(this.#writeParams(options));
    return this.#object(request.body(bodyFor(object, this.#resource, this.#namespace)), options);
  }

  async update(object: Named<T>, options: WriteCallOptions = {}): Promise<Stored<T>> {
    return this.#put(object, undefined, options);
  }

  async updateStatus(object: Named<T>, options: WriteCallOptions = {}): Promise<Stored<T>> {
    return this.#put(object, "status", options);
  }

  async modify(
    name: string,
    change: (draft: Stored<T>) => unknown,
    options: ModifyCallOptions = {},
  ): Promise<Stored<T>> {
    return this.#modify(name, change, options, undefined);
  }

  async modifyStatus(
    name: string,
    change: (draft: Stored<T>) => unknown,
    options: ModifyCallOptions = {},
  ): Promise<Stored<T>> {
    return this.#modify(name, change, options, "status");
  }

  async jsonPatch(name: string, patch: JsonPatch, options: PatchCallOptions = {}): Promise<Stored<T>> {
    if (!Array.isArray(patch)) throw new InvalidArgumentError("a JSON patch must be a list of operations");
    return this.#patch("json", name, patch, options);
  }

  async mergePatch(name: string, patch: object, options: PatchCallOptions = {}): Promise<Stored<T>> {
    return this.#patch("merge", name, patch, options);
  }

  async strategicMergePatch(name: string, patch: object, options: PatchCallOptions = {}): Promise<Stored<T>> {
    return this.#patch("strategicMerge", name, patch, options);
  }

  async apply(object: ApplyConfiguration<T>, options: ApplyCallOptions = {}): Promise<Stored<T>> {
    return this.#apply(object as KubeObject, undefined, options);
  }

  async applyStatus(object: ApplyConfiguration<T>, options: ApplyCallOptions = {}): Promise<Stored<T>> {
    return this.#apply(object as KubeObject, "status", options);
  }

  async delete(name: string, options: DeleteCallOptions = {}): Promise<Stored<T> | undefined> {
    const request = this.#one("DELETE", name).body(this.#deleteBody(options));
    const answer = await orGone(this.#answer<KubeObject>(request, options), options);
    return answer === undefined || asStatus(answer) !== undefined ? undefined : this.#decode(answer);
  }

  async deleteCollection(options: DeleteCollectionCallOptions): Promise<void> {
    this.#needsNamespace("delete");
    const labelSelector = selectorText(options.labelSelector);
    const fieldSelector = selectorText(options.fieldSelector);
    if (labelSelector === "" && fieldSelector === "" && options.all !== true) {
      throw new InvalidArgumentError(
        `deleteCollection of ${this.#resource.plural} needs a selector, or { all: true } to delete all of them`,
      );
    }
    const request = this.#many("DELETE")
      .versionedParams({ labelSelector, fieldSelector })
      .body(this.#deleteBody(options));
    await this.#answer(request, options);
  }

  async getScale(name: string, options: GetCallOptions = {}): Promise<Stored<Scale>> {
    return this.#scales().get(name, options);
  }

  async updateScale(name: string, scale: Scale, options: WriteCallOptions = {}): Promise<Stored<Scale>> {
    return this.#scales().update(name, this.#scaleOf(name, scale), options);
  }

  async applyScale(
    name: string,
    scale: { readonly spec: { readonly replicas: number } },
    options: ApplyCallOptions = {},
  ): Promise<Stored<Scale>> {
    return this.#scales().apply(name, this.#scaleOf(name, { spec: scale.spec }), options);
  }

  /** What is no Scale is given as it came, as by the other calls of a kind. */
  #scales(): SubresourceClient<Stored<Scale>> {
    return this.subresource("scale", (object) => (isScale(object) ? scaleToV1(object) : (object as Stored<Scale>)));
  }

  /** A Scale as the server takes it: in the version of a built-in kind, or as custom resources have it. */
  #scaleOf(name: string, scale: Scale): KubeObject {
    const version = builtInScaleVersion(this.#resource) ?? "autoscaling/v1";
    return scaleFromV1({ ...scale, metadata: this.#identity(name, scale.metadata) }, version);
  }

  async evict(name: string, options: DeleteCallOptions = {}): Promise<void> {
    const { dryRun, ignoreNotFound, signal: _signal, timeoutMs: _timeout, ...deleteOptions } = options;
    const dry = dryRun ?? this.#context.defaults.dryRun;
    const body = {
      apiVersion: "policy/v1",
      kind: "Eviction",
      metadata: this.#identity(name),
      deleteOptions: { ...deleteOptions, ...defined({ dryRun: dry === true ? ["All"] : undefined }) },
    };
    await orGone(this.#answer(this.#one("POST", name, "eviction").body(body), options), { ignoreNotFound });
  }

  async bind(name: string, target: ObjectReference, options: WriteCallOptions = {}): Promise<void> {
    const body = { apiVersion: "v1", kind: "Binding", metadata: this.#identity(name), target };
    await this.#answer(
      this.#one("POST", name, "binding").versionedParams(this.#writeParams(options)).body(body),
      options,
    );
  }

  async updateEphemeralContainers(object: Named<T>, options: WriteCallOptions = {}): Promise<Stored<T>> {
    return this.#put(object, "ephemeralcontainers", options);
  }

  async updateResize(object: Named<T>, options: WriteCallOptions = {}): Promise<Stored<T>> {
    return this.#put(object, "resize", options);
  }

  async updateApproval(object: Named<T>, options: WriteCallOptions = {}): Promise<Stored<T>> {
    return this.#put(object, "approval", options);
  }

  async finalize(object: Named<T>, options: WriteCallOptions = {}): Promise<Stored<T>> {
    return this.#put(object, "finalize", options);
  }

  async createToken(name: string, spec: TokenRequestSpec, options: WriteCallOptions = {}): Promise<TokenRequest> {
    const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", metadata: this.#identity(name), spec };
    return this.#answer(
      this.#one("POST", name, "token").versionedParams(this.#writeParams(options)).body(body),
      options,
    );
  }

  async exec(name: string, command: readonly string[], options: ExecOptions = {}): Promise<RemoteProcess> {
    const { exec, inContainer } = await import("../streaming/index.ts");
    return this.#lasting(options, exitOf, ({ signal }) => {
      const asked = { ...options, what: this.#streamName("exec", name), signal };
      return inContainer(asked, this.#podReader(name, asked), (chosen) =>
        exec((method) => this.#one(method, name, "exec"), command, chosen),
      );
    });
  }

  async copyTo(name: string, localPath: string, remotePath: string, options: CopyOptions = {}): Promise<CopyResult> {
    const { copyTo } = await import("../streaming/index.ts");
    return copyTo((command, more) => this.exec(name, command, more), localPath, remotePath, options);
  }

  async copyFrom(name: string, remotePath: string, localPath: string, options: CopyOptions = {}): Promise<CopyResult> {
    const { copyFrom } = await import("../streaming/index.ts");
    return copyFrom((command, more) => this.exec(name, command, more), remotePath, localPath, options);
  }

  async attach(name: string, options: AttachOptions = {}): Promise<RemoteProcess> {
    const { attach, inContainer } = await import("../streaming/index.ts");
    return this.#lasting(options, exitOf, ({ signal }) => {
      const asked = { ...options, what: this.#streamName("attach", name), signal };
      return inContainer(asked, this.#podReader(name, asked), (chosen) =>
        attach((method) => this.#one(method, name, "attach"), chosen),
      );
    });
  }

  logs(name: string, options: LogOptions = {}): LogStream {
    const open = async (signal: AbortSignal): Promise<LogStream> => {
      const { readLogs } = await import("../streaming/index.ts");
      const { clock, random } = this.#context;
      const request = (): Request => this.#one("GET", name, "log");
      const pod = (aborting: AbortSignal | undefined): Promise<Pod> => this.#podReader(name, { signal: aborting })();
      return readLogs({ request, pod, clock, random }, { ...options, signal });
    };
    return lazyLogs(open, [options.signal, this.#context.signal]);
  }

  async portForward(
    name: string,
    ports: readonly (PortMapping | string)[],
    options: PortForwardOptions = {},
  ): Promise<PortForward> {
    const { forwardPorts } = await import("../streaming/index.ts");
    const { clock, random } = this.#context;
    const what = this.#streamName("port-forward", name);
    const source = { request: (method: string) => this.#one(method, name, "portforward"), what, clock, random };
    return this.#lasting(options, closedOf, ({ signal }) => forwardPorts(source, ports, { ...options, signal }));
  }

  /** `decode` reads what the server sent; by default it is given as it came. */
  subresource<U extends KubeObject = KubeObject>(
    subresource: string,
    decode: (object: KubeObject) => U = (object) => object as U,
  ): SubresourceClient<U> {
    const answer = async (request: Request, options: RequestOptions): Promise<U> =>
      decode(await this.#answer(request, options));
    const write = async (
      method: string,
      name: string,
      object: KubeObject,
      options: WriteCallOptions = {},
    ): Promise<U> =>
      answer(this.#one(method, name, subresource).versionedParams(this.#writeParams(options)).body(object), options);
    const patch = async (
      type: keyof typeof patchTypes,
      name: string,
      body: object,
      options: WriteCallOptions = {},
    ): Promise<U> => answer(this.#patchRequest(type, name, subresource, body, options), options);
    return {
      get: async (name, options = {}) =>
        answer(
          this.#one("GET", name, subresource).versionedParams({ resourceVersion: options.resourceVersion }),
          options,
        ),
      create: (name, object, options) => write("POST", name, object, options),
      update: (name, object, options) => write("PUT", name, object, options),
      jsonPatch: (name, body, options) => patch("json", name, body, options),
      mergePatch: (name, body, options) => patch("merge", name, body, options),
      strategicMergePatch: (name, body, options) => patch("strategicMerge", name, body, options),
      apply: async (name, object, options = {}) =>
        answer(this.#applyRequest(name, subresource, object, options), options),
      delete: async (name, options = {}) => {
        const request = this.#one("DELETE", name, subresource).body(this.#deleteBody(options));
        await orGone(this.#answer(request, options), options);
      },
    };
  }

  async #put(object: Named<T>, subresource: string | undefined, options: WriteCallOptions): Promise<Stored<T>> {
    const request = this.#one("PUT", nameOf(object, this.#resource), subresource).versionedParams(
      this.#writeParams(options),
    );
    return this.#object(request.body(bodyFor(object, this.#resource, this.#namespace)), options);
  }

  async #modify(
    name: string,
    change: (draft: Stored<T>) => unknown,
    { tries = 5, ...options }: ModifyCallOptions,
    subresource: string | undefined,
  ): Promise<Stored<T>> {
    const { signal, timeoutMs } = options;
    const { clock, random } = this.#context;
    return retryOnConflict(
      async () => {
        // In JSON, so that fields which our tables do not know are written back.
        const call = { signal, timeoutMs };
        const current = this.#decode(await this.#answer<KubeObject>(this.#one("GET", name), call, true));
        const draft = deepClone(current);
        await change(draft);
        return deepEqual(draft, current) ? current : this.#put(draft as unknown as Named<T>, subresource, options);
      },
      { policy: { ...defaultRetry, steps: tries }, signal, clock, random },
    );
  }

  async #patch(
    type: keyof typeof patchTypes,
    name: string,
    patch: object,
    options: PatchCallOptions,
  ): Promise<Stored<T>> {
    return this.#object(this.#patchRequest(type, name, options.subresource, patch, options), options);
  }

  async #apply(object: KubeObject, subresource: string | undefined, options: ApplyCallOptions): Promise<Stored<T>> {
    checkApply(object, this.#resource);
    const body = bodyFor(object, this.#resource, this.#namespace);
    return this.#object(this.#applyRequest(nameOf(object, this.#resource), subresource, body, options), options);
  }

  #applyRequest(name: string, subresource: string | undefined, body: object, options: ApplyCallOptions): Request {
    if (!(options.fieldManager ?? this.#context.defaults.fieldManager)) {
      throw new InvalidArgumentError(
        `apply of ${this.#resource.plural} ${JSON.stringify(name)} needs a fieldManager, here or on the client`,
      );
    }
    return this.#patchRequest("apply", name, subresource, body, options).versionedParams({ force: options.force });
  }

  #patchRequest(
    type: keyof typeof patchTypes,
    name: string,
    subresource: string | undefined,
    patch: object,
    options: WriteCallOptions,
  ): Request {
    if (typeof patch !== "object" || patch === null)
      throw new InvalidArgumentError(`a patch of ${this.#resource.plural} must be an object or a list`);
    return this.#one("PATCH", name, subresource)
      .setHeader("content-type", patchTypes[type])
      .versionedParams(this.#writeParams(options))
      .body(JSON.stringify(patch));
  }

  /** A request about one object; only where there is a namespace, or none is needed. */
  #one(method: string, name: string, subresource?: string): Request {
    this.#needsNamespace(method === "GET" ? "read" : method === "DELETE" ? "delete" : "write");
    const request = this.#collection(method, this.#form?.accept).name(name);
    return subresource === undefined ? request : request.subresource(subresource);
  }

  /** A request about all objects, of one namespace or of all. */
  #many(method: string): Request {
    return this.#collection(method, this.#form?.acceptList ?? this.#form?.accept);
  }

  #collection(method: string, accept: string | undefined): Request {
    const request = this.#rest.verb(method).resource(this.#resource.plural);
    if (accept !== undefined) request.setHeader("accept", accept);
    return this.#namespace === undefined ? request : request.namespace(this.#namespace);
  }

  /** Reads the object as the Pod that it is where there are streams. */
  #podReader(name: string, { signal }: { readonly signal?: AbortSignal | undefined }): () => Promise<Pod> {
    return async () => (await this.get(name, { signal })) as Pod;
  }

  /** A stream in messages: `exec in pods "web" in namespace "shop"`. */
  #streamName(verb: string, name: string): string {
    return `${verb} in ${this.#resource.plural} ${JSON.stringify(name)} in namespace ${JSON.stringify(this.#namespace)}`;
  }

  #needsNamespace(what: string): void {
    if (this.#resource.scope === "Cluster" || this.#namespace !== undefined) return;
    throw new InvalidArgumentError(
      `a namespace is needed to ${what} ${this.#resource.plural}: use resource(${this.#resource.kind}, { namespace })`,
    );
  }

  #writeParams({ fieldManager, dryRun, fieldValidation }: WriteCallOptions): object {
    const { defaults } = this.#context;
    return { fieldManager: fieldManager ?? defaults.fieldManager, dryRun: dryRun ?? defaults.dryRun, fieldValidation };
  }

  #deleteBody(options: DeleteCallOptions): object {
    const { gracePeriodSeconds, preconditions, propagationPolicy, dryRun = this.#context.defaults.dryRun } = options;
    return {
      apiVersion: "v1",
      kind: "DeleteOptions",
      gracePeriodSeconds,
      preconditions,
      propagationPolicy,
      dryRun: dryRun === true ? ["All"] : undefined,
    };
  }

  #identity(name: string, metadata: KubeObject["metadata"] = {}): object {
    return { ...metadata, name, ...defined({ namespace: this.#namespace }) };
  }

  #object(request: Request, options: RequestOptions): Promise<Stored<T>> {
    // As it came: most clients need no further step.
    if (this.#form?.decode === undefined) return this.#answer<Stored<T>>(request, options);
    return this.#answer<KubeObject>(request, options).then((object) => this.#decode(object));
  }

  #decode(object: KubeObject): Stored<T> {
    return this.#form?.decode?.(object, this.#resource) ?? (object as Stored<T>);
  }

  async #answer<A>(request: Request, options: RequestOptions, inJson = false): Promise<A> {
    if (options.timeoutMs !== undefined) request.timeoutMs(options.timeoutMs);
    if (!inJson && this.#form === undefined && this.#context.wantsProtobuf) await this.#acceptProtobuf(request);
    const isWrite = request.method !== "GET" && !this.#isDryRun(options);
    const onWrite = isWrite ? this.#context.onWrite : undefined;
    const [resource, namespace] = [this.#resource, this.#namespace];
    const { signal, release } = this.#signal(options.signal);
    try {
      const answer = (await request.do<A>({ signal })).into();
      onWrite?.({ outcome: "accepted", resource, namespace, answer: answer as KubeObject });
      return answer;
    } catch (error) {
      if (isOutcomeUnknown(error)) onWrite?.({ outcome: "unknown", resource, namespace });
      throw error;
    } finally {
      release?.();
    }
  }

  async #acceptProtobuf(request: Request): Promise<void> {
    if (await this.#context.hasProtobuf(this.#resource)) request.setHeader("accept", acceptProtobuf);
  }

  #isDryRun({ dryRun = this.#context.defaults.dryRun }: WriteCallOptions): boolean {
    return dryRun === true;
  }

  /** Opens what lasts longer than the call, with the signal of a call, which is released when that has ended. */
  async #lasting<R>(
    options: { readonly signal?: AbortSignal | undefined },
    endOf: (opened: R) => Promise<unknown>,
    open: (call: CallSignal) => Promise<R>,
  ): Promise<R> {
    const call = this.#signal(options.signal);
    const { release } = call;
    if (release === undefined) return open(call);
    try {
      const opened = await open(call);
      endOf(opened).then(release, release);
      return opened;
    } catch (error) {
      release();
      throw error;
    }
  }

  /** The signal of a call: the caller's, the context's, or both in one. */
  #signal(own: AbortSignal | undefined): CallSignal {
    const { signal } = this.#context;
    return signal === undefined || own === undefined ? { signal: own ?? signal } : combineSignals(own, signal);
  }
}

/** The signal of a call. Where it was made from two, `release` removes it from both. */
interface CallSignal {
  readonly signal?: AbortSignal | undefined;
  release?(): void;
}

const exitOf = ({ exit }: RemoteProcess): Promise<unknown> => exit;
const closedOf = ({ closed }: PortForward): Promise<unknown> => closed;

/** The answer, or `undefined` when the object is gone already and that is a success. */
async function orGone<A>(
  answer: Promise<A>,
  { ignoreNotFound = false }: Pick<DeleteCallOptions, "ignoreNotFound">,
): Promise<A | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (ignoreNotFound && isNotFound(error)) return undefined;
    throw error;
  }
}

/** Whether the server may have done what was asked without our knowing. */
function isOutcomeUnknown(error: unknown): boolean {
  if (isClientError(error, "Transport")) return error.sent;
  if (["OutcomeUnknown", "Timeout", "Aborted"].some((kind) => isClientError(error, kind as ClientErrorKind)))
    return true;
  // A gateway timeout or an internal error may follow a write that was stored.
  return (findStatusError(error)?.code ?? 0) >= 500;
}

/** What of a list's options goes on the wire. */
function listParams({ signal: _signal, timeoutMs: _timeout, ...params }: ListCallOptions): ListOptions {
  return params;
}

import { randomUUID } from "node:crypto";
import type { Status } from "client-ts/errors";
import { defined, messageOf } from "client-ts/internal";
import { applyJsonPatch, type JsonPatchOperation } from "client-ts/meta";
import { ApiError, badRequest, internalError } from "../api-error.ts";
import type { Call, Core } from "../core.ts";
import { pruneCustom } from "../crd/prune.ts";
import { type ApiObject, field, groupVersion, isObject, type Json } from "../objects.ts";
import type { ServedResource } from "../resources.ts";
import type { Storage } from "../storage.ts";
import { callWebhook, WebhookCallError } from "./call-webhook.ts";
import { conditionsMatch } from "./match-conditions.ts";
import { type AdmissionAttributes, attributesOf, matchedResource } from "./match-webhook.ts";
import { NotReady } from "./not-ready.ts";
import { replay } from "./replay.ts";

/** What webhooks say about one write. A write asks at its two points; both throw {@link NotReady} at first. */
export interface AdmissionPass {
  /** An object as mutating webhooks leave it; `undefined` when none changed it. */
  mutate(object: ApiObject | undefined, old: ApiObject | undefined): ApiObject | undefined;
  /** Throws when a validating webhook refuses. */
  validate(object: ApiObject | undefined, old: ApiObject | undefined): void;
}

const collections = {
  mutating: "mutatingwebhookconfigurations.admissionregistration.k8s.io",
  validating: "validatingwebhookconfigurations.admissionregistration.k8s.io",
} as const;

/**
 * Runs a write with the webhooks that cover it: first without an answer, then with those that it asked for, until it
 * goes through or is refused. What a write makes up (identity, time, name) stays the same over its attempts.
 */
export async function admitted<T>(
  call: Call,
  write: (call: Call) => T,
  options: { readonly dryRun?: boolean | undefined } = {},
): Promise<T> {
  const { storage } = call.core;
  const warned = call.warnings.length;
  const count = (type: keyof typeof collections): number =>
    storage.collections.get(collections[type])?.records.size ?? 0;
  if (count("mutating") + count("validating") === 0) {
    return replay(() => {
      call.warnings.length = warned;
      return write(call);
    });
  }
  const pass = new Pass(call, options.dryRun ?? call.query.getAll("dryRun").length > 0);
  const steady = { ...call, core: steadyCore(call.core), admission: pass };
  const result = await replay(() => {
    call.warnings.length = warned;
    return write(steady);
  });
  call.warnings.push(...pass.warnings);
  return result;
}

/** A core whose inventions are the same in every attempt of a write. */
function steadyCore(core: Core): Core {
  const uid = core.newUid();
  const suffix = core.randomSuffix();
  const now = core.clock.now();
  const clock: Core["clock"] = {
    now: () => now,
    monotonic: () => core.clock.monotonic(),
    setTimer: (delayMs, run, options) => core.clock.setTimer(delayMs, run, options),
  };
  return { ...core, clock, newUid: () => uid, randomSuffix: () => suffix };
}

interface Hook {
  readonly webhook: Json;
  readonly name: string;
}

class Pass implements AdmissionPass {
  readonly warnings: string[] = [];
  readonly #call: Call;
  readonly #dryRun: boolean;
  readonly #answers = new Map<string, ApiObject | undefined>();

  constructor(call: Call, dryRun: boolean) {
    this.#call = call;
    this.#dryRun = dryRun;
  }

  mutate(object: ApiObject | undefined, old: ApiObject | undefined): ApiObject | undefined {
    return this.#answer("mutating", object, old, () => this.#runMutating(object, old));
  }

  validate(object: ApiObject | undefined, old: ApiObject | undefined): void {
    this.#answer("validating", object, old, async () => {
      await this.#runValidating(object, old);
      return undefined;
    });
  }

  #answer(
    type: keyof typeof collections,
    object: ApiObject | undefined,
    old: ApiObject | undefined,
    ask: () => Promise<ApiObject | undefined>,
  ): ApiObject | undefined {
    const question = JSON.stringify([type, object ?? null, old ?? null]);
    if (this.#answers.has(question)) return this.#answers.get(question);
    throw new NotReady(async () => void this.#answers.set(question, await ask()));
  }

  /** One after the other, each with what the one before left; `undefined` when nothing was changed. */
  async #runMutating(object: ApiObject | undefined, old: ApiObject | undefined): Promise<ApiObject | undefined> {
    const hooks = hooksOf(this.#call.core.storage, "mutating");
    let current = object === undefined ? undefined : structuredClone(object);
    // A new object has no identity yet when it is changed.
    if (current !== undefined && old === undefined) {
      delete current.metadata.uid;
      delete current.metadata.creationTimestamp;
    }
    const before = JSON.stringify(current);
    const left = new Map<Hook, string>();
    const invoke = async (hook: Hook): Promise<void> => {
      const response = await this.#review(hook, attributesOf(this.#call, current, old));
      if (response === undefined) return;
      if (response.patched !== undefined) current = response.patched;
      left.set(hook, JSON.stringify(current));
    };
    for (const hook of hooks) await invoke(hook);
    for (const [hook, seen] of [...left])
      if (field(hook.webhook, "reinvocationPolicy") === "IfNeeded" && seen !== JSON.stringify(current))
        await invoke(hook);
    return JSON.stringify(current) === before ? undefined : current;
  }

  /** All at once; the first in order that refuses decides. */
  async #runValidating(object: ApiObject | undefined, old: ApiObject | undefined): Promise<void> {
    const attributes = attributesOf(this.#call, object, old);
    const hooks = hooksOf(this.#call.core.storage, "validating");
    const outcomes = await Promise.allSettled(hooks.map((hook) => this.#review(hook, attributes)));
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  }

  /** The answer of one webhook; `undefined` when it is not asked, or when its failure is ignored. */
  async #review(
    hook: Hook,
    attributes: AdmissionAttributes,
  ): Promise<{ readonly patched: ApiObject | undefined } | undefined> {
    const { webhook, name } = hook;
    const shown = matchedResource(webhook, attributes);
    if (shown === undefined) return undefined;
    const sideEffects = field(webhook, "sideEffects");
    if (this.#dryRun && sideEffects !== "None" && sideEffects !== "NoneOnDryRun")
      throw badRequest(`admission webhook ${JSON.stringify(name)} does not support dry run`);
    const { resource } = attributes;
    const inShown = async (one: ApiObject | undefined): Promise<ApiObject | undefined> =>
      one === undefined ? undefined : replay(() => convertedTo(one, shown));
    try {
      const object = await inShown(attributes.object);
      const old = await inShown(attributes.old);
      const request = requestOf(this.#call, { ...attributes, object, old }, { shown, dryRun: this.#dryRun });
      if (!conditionsMatch(webhook, request)) return undefined;
      const response = await this.#ask(webhook, request);
      this.warnings.push(...textsIn(response["warnings"]));
      if (response["allowed"] !== true) throw denial(name, response["status"]);
      const patched = object === undefined ? undefined : patchedBy(response, object);
      if (patched === undefined) return { patched: undefined };
      const back = await replay(() => convertedTo(patched, resource));
      if (resource.custom !== undefined) pruneCustom(back, resource.custom);
      return { patched: back };
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (field(webhook, "failurePolicy") === "Ignore") return undefined;
      const why = messageOf(error);
      throw internalError(`failed calling webhook ${JSON.stringify(name)}: ${why}`);
    }
  }

  async #ask(webhook: Json, request: Json): Promise<Json> {
    const versions = textsIn(webhook["admissionReviewVersions"]);
    const version = versions.find((one) => one === "v1" || one === "v1beta1") ?? "v1";
    const apiVersion = `admission.k8s.io/${version}`;
    const seconds = Number(field(webhook, "timeoutSeconds") ?? 10);
    let review: Json;
    try {
      review = await callWebhook(webhook["clientConfig"], { kind: "AdmissionReview", apiVersion, request }, seconds);
    } catch (error) {
      if (error instanceof WebhookCallError) throw new Error(`failed to call webhook: ${error.message}`);
      throw error;
    }
    const invalid = (why: string): Error => new Error(`received invalid webhook response: ${why}`);
    const { response } = review;
    if (!isObject(response)) throw invalid("webhook response was absent");
    if (response["uid"] !== request["uid"] && version === "v1")
      throw invalid(
        `expected response.uid=${JSON.stringify(request["uid"])}, got ${JSON.stringify(response["uid"] ?? "")}`,
      );
    const found = `${String(review["apiVersion"] ?? "")}, Kind=${String(review["kind"] ?? "")}`;
    const wanted = `${apiVersion}, Kind=AdmissionReview`;
    if (found !== wanted) throw invalid(`expected webhook response of ${wanted}, got ${found}`);
    const { patch, patchType } = response;
    if (patch && !patchType) throw invalid("webhook returned response.patch but not response.patchType");
    if (patch && patchType !== "JSONPatch")
      throw invalid(`webhook returned invalid response.patchType of ${JSON.stringify(patchType)}`);
    return response;
  }
}

/** The webhooks of a type, by the name of their configuration and then in its order. */
function hooksOf(storage: Storage, type: keyof typeof collections): Hook[] {
  const collection = storage.collection(collections[type]);
  return collection.keys().flatMap((key) => {
    const webhooks = field(JSON.parse(collection.records.get(key)!.bytes.toString("utf8")), "webhooks");
    return (Array.isArray(webhooks) ? webhooks : [])
      .filter(isObject)
      .map((webhook) => ({ webhook, name: String(webhook["name"] ?? "") }));
  });
}

/** An object in another version of its kind. */
export function convertedTo(object: ApiObject, resource: ServedResource): ApiObject {
  const apiVersion = groupVersion(resource);
  if (object.apiVersion === apiVersion) return object;
  const conversion = resource.custom?.conversion;
  return conversion === undefined ? { ...object, apiVersion } : conversion.convert(object, apiVersion);
}

function requestOf(
  { user, resource, query }: Call,
  { operation, subresource, namespace, name, object, old }: AdmissionAttributes,
  { shown, dryRun }: { readonly shown: ServedResource; readonly dryRun: boolean },
): Json {
  const kindOf = ({ group, version, kind }: ServedResource): Json => ({ group, version, kind });
  const resourceOf = ({ group, version, plural }: ServedResource): Json => ({ group, version, resource: plural });
  const optionsKind = { CREATE: "CreateOptions", UPDATE: "UpdateOptions", DELETE: "DeleteOptions" }[operation];
  const manager = query.get("fieldManager");
  return defined({
    uid: randomUUID(),
    kind: kindOf(shown),
    resource: resourceOf(shown),
    subResource: subresource || undefined,
    requestKind: kindOf(resource),
    requestResource: resourceOf(resource),
    requestSubResource: subresource || undefined,
    name: name || undefined,
    namespace: namespace || undefined,
    operation,
    userInfo: {
      username: user.name,
      ...defined({ uid: user.uid }),
      groups: user.groups,
      ...defined({ extra: user.extra }),
    },
    object: object ?? null,
    oldObject: old ?? null,
    dryRun,
    options: {
      kind: optionsKind,
      apiVersion: "meta.k8s.io/v1",
      ...defined({ fieldManager: manager ?? undefined, dryRun: dryRun ? ["All"] : undefined }),
    },
  });
}

function patchedBy({ patch }: Json, object: ApiObject): ApiObject | undefined {
  if (typeof patch !== "string" || patch === "") return undefined;
  let operations: unknown;
  try {
    operations = JSON.parse(Buffer.from(patch, "base64").toString("utf8"));
  } catch (error) {
    throw internalError((error as Error).message);
  }
  try {
    return applyJsonPatch(object, operations as JsonPatchOperation[], { dialect: "apiserver" });
  } catch (error) {
    throw internalError((error as Error).message);
  }
}

/** A refusal, in the words that the real server puts around it. */
function denial(name: string, status: unknown): ApiError {
  const given: Status = isObject(status) ? (status as Status) : {};
  const denied = `admission webhook ${JSON.stringify(name)} denied the request`;
  const why = given.message || given.reason;
  const { code = 0 } = given;
  return new ApiError({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    ...given,
    status: "Failure",
    message: why ? `${denied}: ${why}` : `${denied} without explanation`,
    code: code < 400 ? 400 : code,
  });
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

import type { AdmissionResponse } from "../../api/admission/v1.ts";
import type { UserInfo } from "../../api/authentication/v1.ts";
import { findStatusError, newStatus, type Status, type StatusCause } from "../../errors/index.ts";
import { apiVersionOf, deepClone, type KubeObject, newJsonPatch, type Resource } from "../../meta/index.ts";
import { defined, isRecord, type Logger } from "../../util/index.ts";
import { type ReviewRecord, type RawReview, shown, textOf } from "./read-review.ts";
import type { AdmissionOperation, WebhookContext, WebhookOptions } from "./webhook-options.ts";

/** A webhook of a kind, of one of the two types. */
export interface AdmissionHandler {
  readonly resource: Resource;
  readonly options: WebhookOptions<KubeObject>;
  readonly type: "mutate" | "validate";
}

/** What a review of an admission is answered with. */
export interface AdmissionAnswer {
  readonly apiVersion: string;
  readonly kind: "AdmissionReview";
  readonly response: AdmissionResponse;
}

const versions = ["admission.k8s.io/v1", "admission.k8s.io/v1beta1"];
const operations: readonly string[] = ["CREATE", "UPDATE", "DELETE"];

/**
 * Reviews a request. Whatever was sent, and whatever the handler does, the promise is fulfilled with an answer: a
 * rejection would make the API server report a broken webhook instead of the reason.
 */
export async function answerAdmission(
  { apiVersion, uid, request }: RawReview,
  { resource, options, type }: AdmissionHandler,
  { signal, logger }: { readonly signal: AbortSignal; readonly logger: Logger },
): Promise<AdmissionAnswer> {
  const answerIn = versions.includes(apiVersion) ? apiVersion : "admission.k8s.io/v1";
  const answer = (response: AdmissionResponse): AdmissionAnswer => ({
    apiVersion: answerIn,
    kind: "AdmissionReview",
    response: { uid, ...response },
  });
  const badRequest = (message: string): AdmissionAnswer =>
    answer({ allowed: false, status: newStatus("BadRequest", { message }) });
  if (!versions.includes(apiVersion))
    return badRequest(`reviews of ${shown(apiVersion)} are not supported: send ${versions.join(" or ")}`);
  const operation = textOf(request, "operation");
  if (!operations.includes(operation))
    return badRequest(`this webhook does not review the operation ${shown(operation)}`);
  const isDelete = operation === "DELETE";
  const object = objectIn(request, isDelete ? "oldObject" : "object", resource);
  if (typeof object === "string") return badRequest(object);
  const old = operation === "UPDATE" ? objectIn(request, "oldObject", resource) : isDelete ? object : undefined;
  if (typeof old === "string") return badRequest(old);
  const review = new Review(request, { operation: operation as AdmissionOperation, old, object, uid, signal });
  try {
    if (type === "mutate") {
      if (isDelete) return answer({ allowed: true });
      const draft = deepClone(object);
      await options.default?.(draft, review);
      return answer({ ...review.outcome(resource), ...(!review.isRefused && patchOf(object, draft)) });
    }
    await options.validate?.(object, review);
    return answer(review.outcome(resource));
  } catch (error) {
    const status = findStatusError(error)?.status;
    if (status !== undefined) return answer({ ...review.outcome(resource), allowed: false, status });
    logger.error("a webhook failed", { kind: resource.kind, type, object: review.name, operation, error });
    const message = `the webhook of ${resource.kind} failed; its log says why`;
    return answer({ allowed: false, status: newStatus("InternalError", { message }) });
  }
}

/** The object of a review when it is of the kind that is reviewed here, else what is wrong with it. */
function objectIn(request: ReviewRecord, member: "object" | "oldObject", resource: Resource): KubeObject | string {
  const object = Object.hasOwn(request, member) ? request[member] : undefined;
  if (!isRecord(object)) return `request.${member} is not an object`;
  const apiVersion = textOf(object, "apiVersion");
  const kind = textOf(object, "kind");
  if (kind !== resource.kind || apiVersion !== apiVersionOf(resource))
    return (
      `request.${member} is ${shown(kind)} of ${shown(apiVersion)}: ` +
      `this webhook reviews ${resource.kind} of ${apiVersionOf(resource)}`
    );
  const metadata = Object.hasOwn(object, "metadata") ? object["metadata"] : undefined;
  if (!isRecord(metadata)) return `request.${member} has no metadata`;
  return object as unknown as KubeObject;
}

function patchOf(object: KubeObject, draft: KubeObject): AdmissionResponse {
  const patch = newJsonPatch(object, draft);
  if (patch.length === 0) return {};
  return { patchType: "JSONPatch", patch: Buffer.from(JSON.stringify(patch)).toString("base64") };
}

interface ReviewFacts {
  readonly operation: AdmissionOperation;
  readonly old: KubeObject | undefined;
  readonly object: KubeObject;
  readonly uid: string;
  readonly signal: AbortSignal;
}

/** One review under way: collects what the handler says. */
class Review implements WebhookContext {
  readonly operation: AdmissionOperation;
  readonly old: KubeObject | undefined;
  readonly name: string;
  readonly namespace: string;
  readonly subresource: string;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  readonly uid: string;
  readonly signal: AbortSignal;
  readonly #causes: StatusCause[] = [];
  readonly #reasons: string[] = [];
  readonly #warnings: string[] = [];

  constructor(request: ReviewRecord, { operation, old, object, uid, signal }: ReviewFacts) {
    this.operation = operation;
    this.old = old;
    this.uid = uid;
    this.signal = signal;
    this.name = textOf(request, "name") || (object.metadata?.name ?? "");
    this.namespace = textOf(request, "namespace");
    this.subresource = textOf(request, "subResource");
    this.user = isRecord(request["userInfo"]) ? (request["userInfo"] as UserInfo) : {};
    this.dryRun = request["dryRun"] === true;
  }

  get isRefused(): boolean {
    return this.#causes.length > 0 || this.#reasons.length > 0;
  }

  // Handlers take these two out of the context.
  readonly refuse: WebhookContext["refuse"] = (message, { field } = {}) => {
    if (field === undefined) this.#reasons.push(message);
    else this.#causes.push({ reason: "FieldValueInvalid", message, field });
  };

  readonly warn: WebhookContext["warn"] = (message) => {
    this.#warnings.push(message);
  };

  /** What was said, as a response without a patch. */
  outcome(resource: Resource): AdmissionResponse {
    return {
      allowed: !this.isRefused,
      ...defined({
        status: this.isRefused ? this.#status(resource) : undefined,
        warnings: this.#warnings.length > 0 ? this.#warnings : undefined,
      }),
    };
  }

  #status({ group, kind }: Resource): Status {
    const lines = [...this.#reasons, ...this.#causes.map(({ field, message }) => `${field}: ${message}`)];
    const joined = lines.length === 1 ? lines[0] : `[${lines.join(", ")}]`;
    if (this.#causes.length === 0) return newStatus("Forbidden", { message: joined });
    const subject = `${group === "" ? kind : `${kind}.${group}`} ${JSON.stringify(this.name)}`;
    const causes = [...this.#reasons.map((message) => ({ message })), ...this.#causes];
    return newStatus("Invalid", {
      resource: kind,
      group,
      name: this.name,
      message: `${subject} is invalid: ${joined}`,
      causes,
    });
  }
}

import { defined } from "client-ts/internal";
import { randomUUID } from "node:crypto";
import { ApiError, failure } from "../api-error.ts";
import { type ApiObject, field, isObject, type Json } from "../objects.ts";
import { callWebhook } from "./call-webhook.ts";
import { NotReady } from "./not-ready.ts";

/** How many converted objects are kept. */
const maxKept = 50_000;

/** How long the real server waits for a conversion. */
const timeoutSeconds = 30;

/** Conversions of a custom kind by its webhook. Answers are kept: a stored object is converted to a version once. */
export class Conversion {
  readonly #clientConfig: unknown;
  readonly #reviewVersion: string;
  readonly #kept = new Map<string, ApiObject>();

  constructor(webhook: unknown) {
    this.#clientConfig = field(webhook, "clientConfig");
    const versions = field(webhook, "conversionReviewVersions");
    const known = Array.isArray(versions) ? versions.find((one) => one === "v1" || one === "v1beta1") : undefined;
    this.#reviewVersion = `apiextensions.k8s.io/${String(known ?? "v1")}`;
  }

  /** An object in another version. Throws `NotReady` when the webhook has not been asked about it yet. */
  convert(object: ApiObject, apiVersion: string): ApiObject {
    if (object.apiVersion === apiVersion) return object;
    const found = this.#kept.get(keyOf(object, apiVersion));
    if (found === undefined) throw new NotReady(() => this.prepare([object], apiVersion));
    const { labels: _labels, annotations: _annotations, ...identity } = object.metadata;
    const { labels, annotations } = found.metadata;
    // In JSON from a webhook, null means that there are none.
    const metadata = {
      ...identity,
      ...defined({ labels: labels ?? undefined, annotations: annotations ?? undefined }),
    };
    return { ...structuredClone(found), metadata };
  }

  /** Asks the webhook about objects, all in one review, so that `convert` has them. */
  async prepare(objects: readonly ApiObject[], apiVersion: string): Promise<void> {
    const missing = objects.filter(
      (object) => object.apiVersion !== apiVersion && !this.#kept.has(keyOf(object, apiVersion)),
    );
    const [first] = missing;
    if (first === undefined) return;
    const fail = (why: string): ApiError =>
      new ApiError(failure(500, "", `conversion webhook for ${first.apiVersion}, Kind=${first.kind} failed: ${why}`));
    const uid = randomUUID();
    const request = { uid, desiredAPIVersion: apiVersion, objects: missing };
    const review = { kind: "ConversionReview", apiVersion: this.#reviewVersion, request };
    let answer: Json;
    try {
      answer = await callWebhook(this.#clientConfig, review, timeoutSeconds);
    } catch (error) {
      throw fail((error as Error).message);
    }
    const { response } = answer;
    if (!isObject(response) || response["uid"] !== uid) throw fail("the response is not an answer to the request");
    if (field(response, "result", "status") !== "Success")
      throw fail(String(field(response, "result", "message") ?? "unknown error"));
    const converted = response["convertedObjects"];
    if (!Array.isArray(converted) || converted.length !== missing.length)
      throw fail(`expected ${missing.length} converted objects`);
    for (const [index, object] of missing.entries()) {
      const one: unknown = converted[index];
      if (!isObject(one) || one["apiVersion"] !== apiVersion || !isObject(one["metadata"]))
        throw fail(`invalid converted object at index ${index}: invalid groupVersion`);
      if (this.#kept.size >= maxKept) this.#kept.delete(this.#kept.keys().next().value!);
      this.#kept.set(keyOf(object, apiVersion), one as ApiObject);
    }
  }
}

/** What a conversion can depend on: not the version of the object, nor who wrote it. */
function keyOf(object: ApiObject, apiVersion: string): string {
  const { resourceVersion: _version, managedFields: _managed, generation: _generation, ...metadata } = object.metadata;
  return `${apiVersion} ${JSON.stringify({ ...object, metadata })}`;
}

import type { UserInfo } from "../../api/authentication/v1.ts";
import type { CustomResourceDefinition } from "../../api/apiextensions/v1.ts";
import type { Client } from "../../client/index.ts";
import type { KubeObject, LabelSelectorLike } from "../../meta/index.ts";
import type { Clock, Logger, MethodLike } from "../../util/index.ts";

/** What the API server wants to do with an object. */
export type AdmissionOperation = "CREATE" | "UPDATE" | "DELETE";

/** What a webhook knows about a request, and what it can say about it. */
export interface WebhookContext<T extends KubeObject = KubeObject> {
  readonly operation: AdmissionOperation;
  /** The object as it is stored; `undefined` when it is created. */
  readonly old: T | undefined;
  /** The name of the object; empty when the server will generate it. */
  readonly name: string;
  /** The namespace of the object; empty for a kind without namespaces. */
  readonly namespace: string;
  /** `status`, `scale`, …; empty for the object itself. */
  readonly subresource: string;
  /** Who sent the request. */
  readonly user: UserInfo;
  /** Whether the request is a dry run: nothing will be stored, and a webhook must not have side effects. */
  readonly dryRun: boolean;
  /** The identifier of this review. */
  readonly uid: string;
  /** Fires when the API server no longer waits for the answer. */
  readonly signal: AbortSignal;
  /**
   * Refuses the request. With a `field` (`spec.replicas`) the answer reads as that of a built-in kind:
   * `The Website "web" is invalid: spec.replicas: must be at most 10`; every such refusal of a review is listed.
   * Without one the request is forbidden for the given reason. Nothing is thrown: the function goes on.
   */
  readonly refuse: (message: string, options?: { readonly field?: string | undefined }) => void;
  /** Shows a warning to the user, whether the request is allowed or not. */
  readonly warn: (message: string) => void;
}

/** Webhooks of a kind; see `WebhookServer.webhook`. */
export interface WebhookOptions<T extends KubeObject> {
  /** Changes the draft of an object that is created or updated. The patch is computed from what was changed. */
  readonly default?: MethodLike<[draft: T, context: WebhookContext<T>], void | Promise<void>> | undefined;
  /** Checks an object; for a delete, the object that is to be deleted. `context.refuse` refuses the request. */
  readonly validate?: MethodLike<[object: T, context: WebhookContext<T>], void | Promise<void>> | undefined;
  /** The operations that `validate` checks. Default `["CREATE", "UPDATE"]`. */
  readonly operations?: readonly AdmissionOperation[] | undefined;
  /** Subresources whose writes are reviewed too, such as `"status"`. Default: none. */
  readonly subresources?: readonly string[] | undefined;
  /** What the API server does when the webhook does not answer. Default `"Fail"`: the request is refused. */
  readonly failurePolicy?: "Fail" | "Ignore" | undefined;
  /** How long the API server waits, 1 to 30 seconds. Default 10. */
  readonly timeoutSeconds?: number | undefined;
  /** Only objects in namespaces with these labels. Default: all. */
  readonly namespaceSelector?: LabelSelectorLike | undefined;
  /** Only objects with these labels. Default: all. */
  readonly objectSelector?: LabelSelectorLike | undefined;
  /**
   * Only requests for which all of these CEL expressions are true; they see `object`, `oldObject` and `request`. The
   * API server evaluates them and does not call the webhook for others. Default: none.
   */
  readonly matchConditions?: readonly { readonly name: string; readonly expression: string }[] | undefined;
  /** `"Exact"` reviews only requests in the version of the kind. Default `"Equivalent"`: all versions, converted. */
  readonly matchPolicy?: "Exact" | "Equivalent" | undefined;
  /** `"IfNeeded"` calls `default` again when a later webhook changed the object. Default `"Never"`. */
  readonly reinvocationPolicy?: "Never" | "IfNeeded" | undefined;
  /** `"NoneOnDryRun"` when the webhook writes something, but not for a dry run. Default `"None"`. */
  readonly sideEffects?: "None" | "NoneOnDryRun" | undefined;
}

/**
 * How a version of a kind is converted to the version of the descriptor and back, by the name of the version. Metadata
 * is carried over; of it, only labels and annotations can be changed.
 */
export interface ConversionOptions<T extends KubeObject> {
  readonly [version: string]: {
    toHub(object: KubeObject): T | Promise<T>;
    fromHub(object: T): KubeObject | Promise<KubeObject>;
  };
}

/** Options of `newWebhookServer`. */
export interface WebhookServerOptions {
  /** The name of the configurations; the CA bundle is injected into those with this name. Default `"webhooks"`. */
  readonly name?: string | undefined;
  /** 0 takes any free port. Default 9443. */
  readonly port?: number | undefined;
  /** The address to listen on; `"0.0.0.0"` or `"::"` in a Pod. Default `"127.0.0.1"`. */
  readonly host?: string | undefined;
  /**
   * Files of the certificate and its key, which another program renews; changes are picked up. Default: the server
   * makes its own certificate and renews it.
   */
  readonly certificateFiles?: { readonly certFile: string; readonly keyFile: string } | undefined;
  /**
   * The names and addresses that a certificate of its own is for, such as `"webhooks.shop.svc"`. Default: `host`, and
   * `localhost`.
   */
  readonly certificateHosts?: readonly string[] | undefined;
  /**
   * The Secret in which replicas share the certificate that they make, in the client's own namespace unless one is
   * given. Needs `client`. Default: none; each server has its own, which is enough for one replica.
   */
  readonly certificateSecret?: { readonly name: string; readonly namespace?: string | undefined } | undefined;
  /** Writes the authority of its own certificate into the configurations and definitions that lead to this server. */
  readonly client?: Client | undefined;
  /** The largest review of an admission, in bytes. Default 7 MiB: two objects of the largest size and more. */
  readonly maxBodyBytes?: number | undefined;
  /** The largest review of a conversion, in bytes; a list is converted in one review. Default 64 MiB. */
  readonly maxConversionBytes?: number | undefined;
  readonly logger?: Logger | false | undefined;
  readonly clock?: Clock | undefined;
}

/** Options of `WebhookServer.manifests`: where the API server finds the webhooks. */
export interface RegistrationOptions {
  /** The Service in front of the server. */
  readonly service?:
    | { readonly name: string; readonly namespace: string; readonly port?: number | undefined }
    | undefined;
  /** The address of the server, for API servers that can reach it: `https://127.0.0.1:9443`. */
  readonly url?: string | undefined;
  /** The authorities of the certificate in PEM. Default: those of the certificate that the server has made. */
  readonly caBundle?: string | undefined;
  /** Definitions of the kinds with converters: they are given with their `conversion`. */
  readonly definitions?: readonly CustomResourceDefinition[] | undefined;
}

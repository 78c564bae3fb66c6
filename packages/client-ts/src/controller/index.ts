/** Controllers: managers, reconcilers, watches and webhooks, and helpers that write objects. */
export type { ManagerOptions } from "./manager-options.ts";
export type { AddOptions, RunOptions } from "./manager.ts";
export { Manager, newManager } from "./manager.ts";
export type { ManifestsOptions } from "./manifests.ts";
export type { ReconcilerOptions } from "./options.ts";
export type { ReconcileContext } from "./reconcile-context.ts";
export type { AddedWatch, ControllerHandle } from "./controller-handle.ts";
export type { ReconcileResult } from "./outcome.ts";
export { RetryAfterError, TerminalError } from "./outcome.ts";
export type { WatchSource } from "./watch-source.ts";
export { watch } from "./watch-source.ts";
export type { ChangeEvent } from "./change-event.ts";
export type { Predicate } from "./predicates.ts";
export { annotationsChanged, changed, generationChanged, labelsChanged } from "./predicates.ts";
export { CacheReader } from "./cache-reader.ts";
export { NotCachedError } from "./not-cached-error.ts";
export { createOrPatch, createOrUpdate } from "./create-or-update.ts";
export { addFinalizer, removeFinalizer } from "./finalizers.ts";
export { patchStatus } from "./patch-status.ts";
export type { Runnable } from "./runnable-group.ts";
export type {
  ConversionOptions,
  WebhookContext,
  WebhookOptions,
  WebhookServerOptions,
} from "./webhook/webhook-options.ts";
export type { WebhookServer } from "./webhook/webhook-server.ts";
export { newWebhookServer } from "./webhook/webhook-server.ts";
export { shardOf, shardSelectorOf } from "./sharding/index.ts";

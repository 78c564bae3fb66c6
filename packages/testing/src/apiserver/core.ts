import type { Clock } from "client-ts/util";
import type { AccessAnswer } from "./cel/authorizer.ts";
import type { Exchange } from "./exchange.ts";
import type { ApiObject } from "./objects.ts";
import type { ServedResource, ResourceTable } from "./resources.ts";
import type { Collection, Storage } from "./storage.ts";
import type { Streams } from "./streams/streams.ts";
import type { AdmissionPass } from "./webhooks/admission-pass.ts";

/** Who asks. */
export interface User {
  readonly name: string;
  readonly uid?: string | undefined;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Roles and their bindings decide what the user may do, unless the server's options say otherwise. */
  readonly byRoles?: boolean | undefined;
}

/** What the handlers share. */
export interface Core {
  readonly storage: Storage;
  readonly table: ResourceTable;
  /** The server's clock; a fault can shift it. */
  readonly clock: Clock;
  readonly settings: CoreSettings;
  /** The scripted containers. */
  readonly streams: Streams;
  /** Random text for names, from the alphabet of the real server. */
  randomSuffix(): string;
  newUid(): string;
  /** Throws when a role or a binding would give more than its writer has. */
  refuseEscalation(call: Call, object: ApiObject, old: ApiObject | undefined): void;
  /** What a user may do. */
  readonly access: AccessAnswer;
  /** Makes the objects of a collection that every cluster has, when it is first asked for. */
  ensureBootstrap(collection: string): void;
}

/** Settings of the handlers. */
export interface CoreSettings {
  /** How often a watch that wants bookmarks gets one. */
  readonly bookmarkIntervalMs: number;
  /** How long a watch lives that does not say. */
  readonly watchTimeoutMs: number;
  /** Bytes kept for a watcher that does not read, before it is cut. */
  readonly slowWatcherBytes: number;
  /** Refuse requests above this size. */
  readonly maxRequestBytes: number;
  /** Refuse to store objects above this size. */
  readonly maxObjectBytes: number;
  /** How long a list waits for a resourceVersion that is not there yet. */
  readonly freshnessTimeoutMs: number;
  /** Take objects of built-in kinds as they are: only their metadata is checked. */
  readonly lenient: boolean;
  /**
   * Whether the server writes the whole status of quotas, as the controller manager does. Where that is left to others,
   * the server only adds what it lets in.
   */
  readonly countsQuotas: boolean;
}

/** One request about a resource, after routing and authorization. */
export interface Call {
  readonly core: Core;
  readonly exchange: Exchange;
  readonly user: User;
  readonly resource: ServedResource;
  readonly collection: Collection;
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string;
  readonly query: URLSearchParams;
  /** Seeds are taken as they are: only their metadata is checked. */
  readonly lenient?: boolean | undefined;
  /** The webhooks that cover the write; absent when there are none. */
  readonly admission?: AdmissionPass | undefined;
  /** Become `Warning` headers. */
  readonly warnings: string[];
}

/** The key under which an object of this call is stored. */
export function keyOf({ resource, namespace }: Pick<Call, "resource" | "namespace">, name: string): string {
  return resource.namespaced ? `${namespace}/${name}` : name;
}

import { ClientError, isClientError } from "../errors/index.ts";
import type { GroupVersionKind, GroupVersionResource } from "../meta/index.ts";

/**
 * Some group versions could not be asked what they serve. The others could: this error comes with their answer, not
 * instead of it.
 */
export class GroupDiscoveryFailedError extends ClientError {
  /** What went wrong, by group version: `metrics.k8s.io/v1beta1`. */
  readonly groups: ReadonlyMap<string, Error>;

  constructor(groups: ReadonlyMap<string, Error>) {
    const lines = [...groups].map(([groupVersion, error]) => `${groupVersion}: ${error.message}`).sort();
    super("Discovery", `the server could not list everything that it serves: ${lines.join(", ")}`, {
      cause: new AggregateError(groups.values()),
    });
    this.name = "GroupDiscoveryFailedError";
    this.groups = groups;
  }
}

/** Whether an error lists group versions that failed. */
export function isGroupDiscoveryFailed(error: unknown): error is GroupDiscoveryFailedError {
  return isClientError(error, "Discovery") && error.name === "GroupDiscoveryFailedError";
}

/** The server answers for a group version whose own server it cannot reach: what it knows is old. */
export class StaleGroupVersionError extends ClientError {
  readonly groupVersion: string;

  constructor(groupVersion: string) {
    super("Discovery", `the discovery of ${groupVersion} is stale: its server does not answer`);
    this.name = "StaleGroupVersionError";
    this.groupVersion = groupVersion;
  }
}

/** A cache of discovery does not know this group version. It does not ask again before it is invalidated. */
export class GroupVersionNotCachedError extends ClientError {
  readonly groupVersion: string;

  constructor(groupVersion: string) {
    super("Discovery", `${JSON.stringify(groupVersion)} is not among the group versions that the server listed`);
    this.name = "GroupVersionNotCachedError";
    this.groupVersion = groupVersion;
  }
}

/** A server lists a group version in which there is nothing. */
export class EmptyGroupVersionError extends ClientError {
  readonly groupVersion: string;

  constructor(groupVersion: string) {
    super("Discovery", `the server lists nothing in ${groupVersion}`);
    this.name = "EmptyGroupVersionError";
    this.groupVersion = groupVersion;
  }
}

/** The server serves no such resource or kind. */
export class NoMatchError extends ClientError {
  constructor(what: string) {
    super("Discovery", `the server does not serve ${what}`);
    this.name = "NoMatchError";
  }
}

/** Whether an error says that the server serves no such resource or kind. */
export function isNoMatch(error: unknown): error is NoMatchError {
  return isClientError(error, "Discovery") && error.name === "NoMatchError";
}

/** Several resources or kinds fit equally well. */
export class AmbiguousMatchError extends ClientError {
  readonly matches: readonly (GroupVersionResource | GroupVersionKind)[];

  constructor(what: string, matches: readonly (GroupVersionResource | GroupVersionKind)[]) {
    const names = matches.map((one) =>
      [one.group, one.version, "kind" in one ? one.kind : one.resource].filter(Boolean).join("/"),
    );
    super("Discovery", `${what} could be any of ${names.join(", ")}`);
    this.name = "AmbiguousMatchError";
    this.matches = matches;
  }
}

/** The server has no OpenAPI document for a group version. */
export class GroupVersionNotFoundError extends ClientError {
  readonly groupVersion: string;

  constructor(groupVersion: string) {
    super("Discovery", `the server has no OpenAPI document for ${groupVersion}`);
    this.name = "GroupVersionNotFoundError";
    this.groupVersion = groupVersion;
  }
}

/** Whether an error says that there is no OpenAPI document for a group version. */
export function isGroupVersionNotFound(error: unknown): error is GroupVersionNotFoundError {
  return isClientError(error, "Discovery") && error.name === "GroupVersionNotFoundError";
}

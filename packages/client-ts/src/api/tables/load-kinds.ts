import type { Scope, Verb } from "../../meta/index.ts";

/** A subresource of a built-in kind. */
export interface SubresourceFacts {
  /** `status`, `scale`, `exec`. */
  readonly name: string;
  /** The kind it takes and gives; of the parent's group and version unless `group` and `version` are there. */
  readonly kind: string;
  readonly group?: string;
  readonly version?: string;
  /** Absent when no source tells. */
  readonly verbs?: readonly Verb[];
}

/** What is known about a built-in kind, as a Kubernetes 1.37 server answers discovery. */
export interface KindFacts {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Absent for kinds that are never listed, as reviews. */
  readonly listKind?: string;
  readonly plural: string;
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly scope: Scope;
  readonly verbs: readonly Verb[];
  readonly subresources: readonly SubresourceFacts[];
  readonly status: boolean;
  readonly scale: boolean;
  /** Paths that a field selector may name beside `metadata.name` and `metadata.namespace`. */
  readonly selectableFields?: readonly string[];
  /**
   * How `metadata.generation` moves, as seen on a running server: its value after create, and whether a change of
   * metadata or spec raises it.
   */
  readonly generation?: { readonly create: number; readonly metadata?: boolean; readonly spec?: boolean };
  /** What a 1.37 server needs to serve it: nothing, `--runtime-config`, a feature gate, or an older server. */
  readonly served: "default" | "runtime-config" | "feature-gate" | "no";
  /** The name of its type in `loadSchemas()` and in OpenAPI documents. */
  readonly model: string;
  /** Facts that no source tells; they are absent above. */
  readonly unknown?: readonly string[];
}

let loading: Promise<readonly KindFacts[]> | undefined;

/**
 * Every built-in kind that has a resource, those of older servers too. The data loads with the first call and is kept.
 */
export function loadKinds(): Promise<readonly KindFacts[]> {
  loading ??= import("./data/kinds.ts").then(({ kinds }) =>
    kinds.split("\n").map((line) => JSON.parse(line) as KindFacts),
  );
  return loading;
}

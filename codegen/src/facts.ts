/**
 * The facts about Kubernetes' built-in kinds, as they stand in `codegen/facts`. They hold names, types and numbers,
 * never a sentence of documentation. Type references read `core/v1.Pod`, `[]string`, `map[string]resource.Quantity`,
 * `*int32`.
 */
export interface Facts {
  readonly sources: Sources;
  readonly packages: readonly PackageFacts[];
  readonly kinds: readonly KindFact[];
}

/** Where the facts come from. */
export interface Sources {
  /** The Go modules and their versions. */
  readonly modules: Readonly<Record<string, string>>;
  /** The version the running server gave. */
  readonly server: string;
  /** Group-versions of client-go's clientset and of the two other servers, as `core/v1`. */
  readonly clientset: readonly string[];
  /** Group-versions whose types are here because servers speak them, though no client has resources in them. */
  readonly typesOnly: readonly string[];
}

/** The types of one Go package. */
export interface PackageFacts {
  /** `core/v1`: client-go's short package name and the version; the path of the generated file. */
  readonly name: string;
  /** The API group, empty for core; absent for packages that are no API group. */
  readonly group?: string;
  /** The Go import path. */
  readonly go: string;
  /** The prefix of the types' names in OpenAPI documents. */
  readonly model: string;
  /** The package of the `.proto` file. */
  readonly proto: string;
  readonly types: Readonly<Record<string, TypeFact>>;
}

/** One Go type: a struct with fields, or a name for another type. */
export interface TypeFact {
  readonly fields?: Readonly<Record<string, FieldFact>>;
  /** Structs whose fields appear among this one's in JSON. In protobuf they are fields of their own. */
  readonly inline?: readonly InlineFact[];
  /** What a type that is not a struct stands for. */
  readonly of?: string;
  /** The constants of a named string. */
  readonly values?: readonly string[];
  /** `values` is a closed set. */
  readonly closed?: boolean;
  /** An atomic struct is owned as a whole by server-side apply. */
  readonly atomic?: boolean;
  /**
   * The fields of the message, by their protobuf names, where the Go type is no struct (`type ExtraValue []string`) or
   * has a JSON of its own.
   */
  readonly proto?: Readonly<Record<string, ProtoFact>>;
}

/** Number and type of a field in protobuf: `[4, "string"]`; lists are `repeated T`, maps `map<K,V>`. */
export type ProtoFact = readonly [number: number, type: string];

/** An embedded struct. */
export interface InlineFact {
  readonly type: string;
  readonly proto?: ProtoFact;
}

/** One field, by its JSON name. */
export interface FieldFact {
  readonly type: string;
  readonly required?: true;
  /** When Go leaves the field out: `e` for `omitempty`, `z` for `omitzero`. */
  readonly omit?: "e" | "z" | "ez";
  readonly list?: "atomic" | "set" | "map";
  readonly keys?: readonly string[];
  readonly map?: "atomic" | "granular";
  readonly patch?: string;
  readonly mergeKey?: string;
  readonly default?: unknown;
  readonly proto?: ProtoFact;
}

/** A subresource as discovery has it. */
export interface SubresourceFact {
  readonly name: string;
  /** The kind it answers with; of its own group and version unless the two are given. */
  readonly kind: string;
  readonly group?: string;
  readonly version?: string;
  readonly verbs?: readonly string[];
}

/** A kind that has a resource. */
export interface KindFact {
  /** `core/v1`. */
  readonly package: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: "Namespaced" | "Cluster";
  readonly verbs: readonly string[];
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly SubresourceFact[];
  /** Paths that field selectors may name, in addition to `metadata.name` and `metadata.namespace`. */
  readonly selectableFields?: readonly string[];
  /** Which writes raise `metadata.generation`. */
  readonly generation?: GenerationFact;
  /** How a 1.37 server comes to serve it. */
  readonly served: "default" | "runtime-config" | "feature-gate" | "no";
  /** Names of facts that no source tells. */
  readonly unknown?: readonly string[];
}

/** `generation` as it was seen on a running server. */
export interface GenerationFact {
  /** The number after create; 0 when the server sets none. */
  readonly create: number;
  /** An annotation was added. */
  readonly metadata?: boolean;
  /** Something outside metadata and status was changed. */
  readonly spec?: boolean;
}

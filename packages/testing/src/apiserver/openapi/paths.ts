import { defined } from "client-ts/internal";
import { groupVersion, type Json } from "../objects.ts";
import type { ServedResource, ServedSubresource } from "../resources.ts";

/** What differs between the two versions of OpenAPI in the description of a path. */
export interface PathStyle {
  /** A parameter of the query or of the path. */
  parameter(name: string, place: "query" | "path", type: string): Json;
  /** The parts of an operation that speak of bodies. */
  bodies(operation: { readonly model: string; readonly body: "none" | "object" | "patch" }): Json;
}

/** The paths of a resource: its collection, its objects, what is below them, and the old paths of watches. */
export function pathsOf(resource: ServedResource, model: string, style: PathStyle): [string, Json][] {
  const describe = new PathWriter(resource, model, style);
  return [...describe.collections(), ...describe.items(), ...describe.subresources(), ...describe.watches()];
}

interface Operation {
  readonly method: string;
  readonly action: string;
  readonly id: string;
  readonly body: "none" | "object" | "patch";
  readonly kind?: Pick<ServedSubresource, "kind" | "group" | "version"> | undefined;
}

const writeParameters = ["dryRun", "fieldManager", "fieldValidation"];
const listParameters: readonly (readonly [string, string])[] = [
  ["allowWatchBookmarks", "boolean"],
  ["continue", "string"],
  ["fieldSelector", "string"],
  ["labelSelector", "string"],
  ["limit", "integer"],
  ["resourceVersion", "string"],
  ["resourceVersionMatch", "string"],
  ["sendInitialEvents", "boolean"],
  ["timeoutSeconds", "integer"],
  ["watch", "boolean"],
];
const deleteParameters: readonly (readonly [string, string])[] = [
  ["dryRun", "string"],
  ["gracePeriodSeconds", "integer"],
  ["orphanDependents", "boolean"],
  ["propagationPolicy", "string"],
];
const connectMethods = ["get", "put", "post", "delete", "options", "head", "patch"];

class PathWriter {
  readonly #resource: ServedResource;
  readonly #model: string;
  readonly #style: PathStyle;
  readonly #base: string;
  readonly #tag: string;
  /** `CoreV1`, in the middle of each operation's name. */
  readonly #group: string;
  /** `NamespacedPod`, at its end. */
  readonly #subject: string;

  constructor(resource: ServedResource, model: string, style: PathStyle) {
    this.#resource = resource;
    this.#model = model;
    this.#style = style;
    this.#base = resource.group === "" ? `/api/${resource.version}` : `/apis/${groupVersion(resource)}`;
    const words = groupWords(resource);
    this.#tag = `${words.map((word, index) => (index === 0 ? word : capital(word))).join("")}_${resource.version}`;
    this.#group = `${words.map(capital).join("")}${capital(resource.version)}`;
    this.#subject = `${resource.namespaced ? "Namespaced" : ""}${resource.kind}`;
  }

  collections(): [string, Json][] {
    const { namespaced, kind, plural, verbs } = this.#resource;
    const can = (verb: string): boolean => (verbs as readonly string[]).includes(verb);
    const operations: Operation[] = [];
    if (can("list")) operations.push({ method: "get", action: "list", id: this.#id("list"), body: "none" });
    if (can("create")) operations.push({ method: "post", action: "post", id: this.#id("create"), body: "object" });
    if (can("deletecollection")) {
      const id = `delete${this.#group}Collection${this.#subject}`;
      operations.push({ method: "delete", action: "deletecollection", id, body: "none" });
    }
    const found: [string, Json][] = operations.length === 0 ? [] : [[this.#collection(), this.#path(operations)]];
    if (namespaced && can("list")) {
      const id = `list${this.#group}${kind}ForAllNamespaces`;
      found.push([`${this.#base}/${plural}`, this.#path([{ method: "get", action: "list", id, body: "none" }], false)]);
    }
    return found;
  }

  items(): [string, Json][] {
    const operations = this.#resource.verbs.flatMap((verb) => itemOperation(verb, (word) => this.#id(word)));
    return operations.length === 0 ? [] : [[this.#item(), this.#path(operations)]];
  }

  subresources(): [string, Json][] {
    return this.#resource.subresources.flatMap((one): [string, Json][] => {
      const path = `${this.#item()}/${one.name}`;
      const name = `${this.#subject}${capital(one.name)}`;
      if (/Options$/.test(one.kind)) {
        const methods = one.name === "proxy" ? connectMethods : ["get", "post"];
        const connect = (suffix: string): Operation[] =>
          methods.map((method) => ({
            method,
            action: "connect",
            id: `connect${this.#group}${capital(method)}${name}${suffix}`,
            body: "none",
            kind: one,
          }));
        const found: [string, Json][] = [[path, this.#path(connect(""))]];
        if (one.name === "proxy") found.push([`${path}/{path}`, this.#path(connect("WithPath"))]);
        return found;
      }
      const operations = one.verbs.flatMap((verb) =>
        verb === "create"
          ? [{ method: "post", action: "post", id: `create${this.#group}${name}`, body: "object" as const, kind: one }]
          : itemOperation(verb, (word) => `${word}${this.#group}${name}`).map((found) => ({ ...found, kind: one })),
      );
      return operations.length === 0 ? [] : [[path, this.#path(operations)]];
    });
  }

  watches(): [string, Json][] {
    const { namespaced, kind, plural, verbs, custom } = this.#resource;
    if (custom !== undefined || !(verbs as readonly string[]).includes("watch")) return [];
    const watch = (path: string, action: string, id: string): [string, Json] => [
      `${this.#base}/watch${path}`,
      this.#path(
        [{ method: "get", action, id: `watch${this.#group}${id}`, body: "none" }],
        path.includes("{namespace}"),
      ),
    ];
    const below = this.#collection().slice(this.#base.length);
    return [
      watch(below, "watchlist", `${this.#subject}List`),
      watch(`${below}/{name}`, "watch", this.#subject),
      ...(namespaced ? [watch(`/${plural}`, "watchlist", `${kind}ListForAllNamespaces`)] : []),
    ];
  }

  #id(word: string): string {
    return `${word}${this.#group}${this.#subject}`;
  }

  #collection(): string {
    const { namespaced, plural } = this.#resource;
    return namespaced ? `${this.#base}/namespaces/{namespace}/${plural}` : `${this.#base}/${plural}`;
  }

  #item(): string {
    return `${this.#collection()}/{name}`;
  }

  #path(operations: readonly Operation[], isInNamespace: boolean = this.#resource.namespaced): Json {
    const described = operations.map(({ method, ...operation }): [string, Json] => [
      method,
      this.#operation(operation),
    ]);
    const namespace = isInNamespace ? [this.#style.parameter("namespace", "path", "string")] : [];
    return {
      ...Object.fromEntries(described),
      ...defined({ parameters: namespace.length > 0 ? namespace : undefined }),
    };
  }

  #operation({ action, id, body, kind }: Omit<Operation, "method">): Json {
    const { group, version } = this.#resource;
    const parameters = parametersOf(action).map(([name, type]) => this.#style.parameter(name, "query", type));
    const { parameters: bodyParameters, ...bodies } = this.#style.bodies({ model: this.#model, body });
    const all = [...(Array.isArray(bodyParameters) ? bodyParameters : []), ...parameters];
    return {
      tags: [this.#tag],
      operationId: id,
      // An empty list would not survive a client that reads the document and writes it again.
      ...defined({ parameters: all.length > 0 ? all : undefined }),
      ...bodies,
      "x-kubernetes-action": action,
      "x-kubernetes-group-version-kind": {
        group: kind?.group ?? group,
        version: kind?.version ?? version,
        kind: kind?.kind ?? this.#resource.kind,
      },
    };
  }
}

function itemOperation(verb: string, id: (word: string) => string): Operation[] {
  switch (verb) {
    case "get":
      return [{ method: "get", action: "get", id: id("read"), body: "none" }];
    case "update":
      return [{ method: "put", action: "put", id: id("replace"), body: "object" }];
    case "patch":
      return [{ method: "patch", action: "patch", id: id("patch"), body: "patch" }];
    case "delete":
      return [{ method: "delete", action: "delete", id: id("delete"), body: "none" }];
    default:
      return [];
  }
}

function parametersOf(action: string): readonly (readonly [string, string])[] {
  const texts = writeParameters.map((name): [string, string] => [name, "string"]);
  switch (action) {
    case "list":
    case "deletecollection":
    case "watch":
    case "watchlist":
      return listParameters;
    case "post":
    case "put":
      return texts;
    case "patch":
      return [...texts, ["force", "boolean"]];
    case "delete":
      return deleteParameters;
    default:
      return [];
  }
}

/** The words of a group in the names of its operations: `k8s.io` is left out of those that end with it. */
function groupWords({ group, custom }: ServedResource): string[] {
  if (group === "") return ["core"];
  const own = custom === undefined ? group.replace(/\.k8s\.io$/, "") : group;
  return own.split(/[.-]/);
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

import { readFileSync } from "node:fs";
import { request } from "node:https";
import { dirname, resolve } from "node:path";
import { parse } from "yaml";

/** A running API server, spoken to with the client certificate of a kubeconfig's current context. */
export interface Server {
  /** One request; the answer's status and its body, parsed where it is JSON. */
  ask(
    method: string,
    path: string,
    options?: { accept?: string | undefined; body?: unknown; contentType?: string },
  ): Promise<Answer>;
  /** A GET that must succeed. */
  get<T>(path: string, accept?: string): Promise<T>;
}

/** What a server said. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface Kubeconfig {
  clusters: {
    name: string;
    cluster: { server: string; "certificate-authority"?: string; "certificate-authority-data"?: string };
  }[];
  users: { name: string; user: Record<string, string> }[];
  contexts: { name: string; context: { cluster: string; user: string } }[];
  "current-context": string;
}

/**
 * Opens a kubeconfig with certificates in files or in place. It is for our own control plane: other credentials are not
 * understood.
 */
export function openServer(kubeconfig: string): Server {
  const config = parse(readFileSync(kubeconfig, "utf8")) as Kubeconfig;
  const context = config.contexts.find((one) => one.name === config["current-context"])?.context;
  const cluster = config.clusters.find((one) => one.name === context?.cluster)?.cluster;
  const user = config.users.find((one) => one.name === context?.user)?.user;
  if (!cluster || !user) throw new Error(`${kubeconfig}: the current context is incomplete`);
  const load = (entry: Record<string, string | undefined>, name: string): Buffer | undefined => {
    const data = entry[`${name}-data`];
    if (data) return Buffer.from(data, "base64");
    const path = entry[name];
    return path ? readFileSync(resolve(dirname(kubeconfig), path)) : undefined;
  };
  const tls = {
    ca: load(cluster as unknown as Record<string, string>, "certificate-authority"),
    cert: load(user, "client-certificate"),
    key: load(user, "client-key"),
  };
  const ask: Server["ask"] = (method, path, options = {}) =>
    new Promise((done, failed) => {
      const payload = options.body === undefined ? undefined : JSON.stringify(options.body);
      const sent = request(
        new URL(path, cluster.server),
        {
          method,
          ...tls,
          headers: {
            accept: options.accept ?? "application/json",
            ...(payload !== undefined && {
              "content-type": options.contentType ?? "application/json",
              "content-length": Buffer.byteLength(payload),
            }),
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", failed);
          response.on("end", () => {
            const text = Buffer.concat(chunks).toString("utf8");
            let body: unknown = text;
            try {
              body = JSON.parse(text);
            } catch {
              // Some errors are plain text.
            }
            done({ status: response.statusCode ?? 0, body });
          });
        },
      );
      sent.on("error", failed);
      sent.end(payload);
    });
  return {
    ask,
    async get<T>(path: string, accept?: string) {
      const answer = await ask("GET", path, { accept });
      if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status}`);
      return answer.body as T;
    },
  };
}

/** A resource in aggregated discovery. */
export interface DiscoveredResource {
  resource: string;
  responseKind: { group: string; version: string; kind: string };
  scope: "Namespaced" | "Cluster";
  singularResource?: string;
  verbs: string[];
  shortNames?: string[];
  categories?: string[];
  subresources?: {
    subresource: string;
    responseKind?: { group: string; version: string; kind: string };
    verbs: string[];
  }[];
}

/** The resources of each group-version, as `apps/v1` (`v1` for core). */
export type Discovery = ReadonlyMap<string, readonly DiscoveredResource[]>;

/** Reads aggregated discovery. */
export async function discover(server: Server): Promise<Discovery> {
  interface Group {
    metadata: { name?: string };
    versions: { version: string; resources?: DiscoveredResource[] }[];
  }
  const found = new Map<string, DiscoveredResource[]>();
  for (const path of ["/api", "/apis"]) {
    const list = await server.get<{ kind: string; items: Group[] }>(
      path,
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
    );
    if (list.kind !== "APIGroupDiscoveryList")
      throw new Error(`GET ${path} gave ${list.kind}, not aggregated discovery`);
    for (const group of list.items) {
      for (const { version, resources } of group.versions) {
        found.set(group.metadata.name ? `${group.metadata.name}/${version}` : version, resources ?? []);
      }
    }
  }
  return found;
}

/** A property in an OpenAPI v3 document, the parts we look at. */
export interface OpenApiSchema {
  type?: string;
  format?: string;
  required?: string[];
  properties?: Record<string, OpenApiSchema>;
  items?: OpenApiSchema;
  additionalProperties?: OpenApiSchema;
  allOf?: OpenApiSchema[];
  oneOf?: OpenApiSchema[];
  $ref?: string;
  default?: unknown;
  enum?: string[];
  "x-kubernetes-list-type"?: string;
  "x-kubernetes-list-map-keys"?: string[];
  "x-kubernetes-map-type"?: string;
  "x-kubernetes-patch-strategy"?: string;
  "x-kubernetes-patch-merge-key"?: string;
}

/** Every schema of `/openapi/v3`, by its name. */
export async function readOpenApi(server: Server): Promise<ReadonlyMap<string, OpenApiSchema>> {
  const index = await server.get<{ paths: Record<string, { serverRelativeURL: string }> }>("/openapi/v3");
  const found = new Map<string, OpenApiSchema>();
  for (const [path, { serverRelativeURL }] of Object.entries(index.paths)) {
    if (!/^apis?\/(.*\/)?v\w+$/.test(path)) continue;
    const document = await server.get<{ components?: { schemas?: Record<string, OpenApiSchema> } }>(serverRelativeURL);
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) found.set(name, schema);
  }
  return found;
}

import { orAborted, ProtocolError } from "../errors/index.ts";
import { parseApiVersion } from "../meta/index.ts";
import type { RESTClient } from "../rest/index.ts";
import type { DiscoveryCall } from "./types.ts";

/** Options of {@link OpenApiGroupVersion.schema}. */
export interface OpenApiSchemaOptions extends DiscoveryCall {
  /** The media type of the document. Default `application/json`. */
  readonly contentType?: string | undefined;
}

/** The OpenAPI v3 document of one group version. */
export interface OpenApiGroupVersion {
  /** The path and query of the document, as the server gives them. The `hash` in it changes with the content. */
  readonly serverRelativeURL: string;
  /** The document's bytes. */
  schema(options?: OpenApiSchemaOptions): Promise<Buffer>;
}

/** The OpenAPI v3 documents of a server. */
export interface OpenApiClient {
  /** The documents, by path: `api/v1`, `apis/apps/v1`, and some that are not group versions. */
  paths(options?: DiscoveryCall): Promise<ReadonlyMap<string, OpenApiGroupVersion>>;
}

/** The media type of JSON. */
const jsonSchema = "application/json";

/** Asks a server for its documents, with a new request for each call. */
export class RestOpenApiClient implements OpenApiClient {
  readonly #rest: RESTClient;

  constructor(rest: RESTClient) {
    this.#rest = rest;
  }

  async paths(options: DiscoveryCall = {}): Promise<ReadonlyMap<string, OpenApiGroupVersion>> {
    // Servers send it as text/plain.
    const paths = pathsIn(await this.#rest.get().absPath("/openapi/v3").setHeader("accept", jsonSchema).doRaw(options));
    return new Map(
      Object.entries(paths).map(([path, found]) => {
        const { serverRelativeURL } = found ?? {};
        if (typeof serverRelativeURL !== "string" || !/^\/(?!\/)/.test(serverRelativeURL))
          throw new ProtocolError(`/openapi/v3 does not say where ${JSON.stringify(path)} is`);
        return [path, this.#document(serverRelativeURL)];
      }),
    );
  }

  #document(serverRelativeURL: string): OpenApiGroupVersion {
    return {
      serverRelativeURL,
      schema: ({ contentType = jsonSchema, ...options } = {}) =>
        this.#rest.get().requestURI(this.#uri(serverRelativeURL)).setHeader("accept", contentType).doRaw(options),
    };
  }

  /**
   * A server behind a path of its own (`https://proxy/cluster-1`) may not know of that path. What it places under
   * `/openapi/v3` is looked for under our base path, and so is what it places there itself; anything else is taken as
   * the path that it is.
   */
  #uri(serverRelativeURL: string): string {
    if (serverRelativeURL.startsWith("/openapi/v3")) return serverRelativeURL;
    const base = this.#rest.get().absPath("/").url();
    if (serverRelativeURL.startsWith(base)) return serverRelativeURL.slice(base.length - 1);
    return "../".repeat(base.split("/").length - 2) + serverRelativeURL.slice(1);
  }
}

function pathsIn(body: Buffer): Record<string, { serverRelativeURL?: unknown } | null> {
  let answer: { paths?: unknown } | null;
  try {
    answer = JSON.parse(body.toString("utf8")) as typeof answer;
  } catch (error) {
    throw new ProtocolError("/openapi/v3 is not JSON", { cause: new Error((error as Error).name) });
  }
  if (typeof answer?.paths !== "object" || answer.paths === null) throw new ProtocolError("/openapi/v3 has no paths");
  return answer.paths as Record<string, { serverRelativeURL?: unknown } | null>;
}

/**
 * Remembers the paths and each document of another client. Failures are not remembered: the next call asks again. A
 * caller that gives up does not end what others wait for.
 */
export class CachedOpenApiClient implements OpenApiClient {
  readonly #client: OpenApiClient;
  #paths: Promise<ReadonlyMap<string, OpenApiGroupVersion>> | undefined;

  constructor(client: OpenApiClient) {
    this.#client = client;
  }

  paths(options: DiscoveryCall = {}): Promise<ReadonlyMap<string, OpenApiGroupVersion>> {
    this.#paths ??= this.#load();
    return orAborted(this.#paths, options.signal);
  }

  async #load(): Promise<ReadonlyMap<string, OpenApiGroupVersion>> {
    try {
      const paths = await this.#client.paths();
      return new Map([...paths].map(([path, document]) => [path, remembering(document)]));
    } catch (error) {
      this.#paths = undefined;
      throw error;
    }
  }
}

function remembering(document: OpenApiGroupVersion): OpenApiGroupVersion {
  const byType = new Map<string, Promise<Buffer>>();
  return {
    serverRelativeURL: document.serverRelativeURL,
    schema({ contentType = jsonSchema, signal } = {}) {
      let bytes = byType.get(contentType);
      if (bytes === undefined) {
        bytes = document.schema({ contentType }).catch((error: unknown) => {
          byType.delete(contentType);
          throw error;
        });
        byType.set(contentType, bytes);
      }
      return orAborted(bytes, signal);
    },
  };
}

/** The path of a group version among the documents: `apis/apps/v1` for `apps/v1`, `api/v1` for `v1`. */
export function groupVersionToOpenApiPath(groupVersion: string): string {
  const { group, version } = parseApiVersion(groupVersion);
  return group === "" ? `api/${version}` : `apis/${group}/${version}`;
}

/** The group version of a document's path; `undefined` when it is of none. */
export function openApiPathToGroupVersion(path: string): string | undefined {
  const [root, first = "", second = ""] = path.split("/");
  if (root === "api" && first !== "") return first;
  return root === "apis" && first !== "" && second !== "" ? `${first}/${second}` : undefined;
}

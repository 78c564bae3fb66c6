import { ProtocolError } from "../errors/index.ts";
import { GroupVersionNotFoundError } from "./errors.ts";
import { groupVersionToOpenApiPath, type OpenApiClient, openApiPathToGroupVersion } from "./openapi.ts";
import type { DiscoveryCall } from "./types.ts";

/** An OpenAPI v3 document: the parts that most programs need. */
export interface OpenApiDocument {
  openapi?: string;
  info?: { title?: string; version?: string };
  paths?: Record<string, Record<string, unknown>>;
  components?: { schemas?: Record<string, Record<string, unknown>>; [more: string]: unknown };
  [more: string]: unknown;
}

/** The OpenAPI v3 documents of a server, by group version. */
export class OpenApiRoot {
  readonly #client: OpenApiClient;

  constructor(client: OpenApiClient) {
    this.#client = client;
  }

  /** The group versions that have a document, in order. */
  async groupVersions(options: DiscoveryCall = {}): Promise<string[]> {
    const paths = await this.#client.paths(options);
    return [...paths.keys()]
      .map(openApiPathToGroupVersion)
      .filter((one) => one !== undefined)
      .sort();
  }

  /** The document of a group version, `apps/v1`. Rejects with a GroupVersionNotFoundError when there is none. */
  async groupVersionSpec(groupVersion: string, options: DiscoveryCall = {}): Promise<OpenApiDocument> {
    const document = (await this.#client.paths(options)).get(groupVersionToOpenApiPath(groupVersion));
    if (document === undefined) throw new GroupVersionNotFoundError(groupVersion);
    const bytes = await document.schema(options);
    try {
      return JSON.parse(bytes.toString("utf8")) as OpenApiDocument;
    } catch (error) {
      throw new ProtocolError(`the OpenAPI document of ${groupVersion} is not JSON`, { cause: error });
    }
  }
}

/** The OpenAPI v3 documents that a client can read: `newOpenApiRoot(client.discovery.openAPIV3())`. */
export function newOpenApiRoot(client: OpenApiClient): OpenApiRoot {
  return new OpenApiRoot(client);
}

import { protobufMediaType } from "client-ts/internal";
import { ApiError, failure, notAcceptable, unknownAccept } from "./api-error.ts";
import type { Call, Core } from "./core.ts";
import type { ApiObject, Json } from "./objects.ts";
import { isSentAsProtobuf } from "./protobuf.ts";
import type { ServedResource } from "./resources.ts";
import { tableOf, tableRows } from "./tables.ts";

/** How an answer is written. */
export interface Rendering {
  /** The object itself, its metadata alone, or a table. */
  readonly form: "object" | "metadata" | "table";
  readonly format: "json" | "yaml" | "protobuf";
  readonly contentType: string;
}

const plain: Rendering = { form: "object", format: "json", contentType: "application/json" };
/** What an object can be sent as. */
export const acceptedTypes: readonly string[] = ["application/json", "application/yaml", protobufMediaType];
const acceptedInWatch = [...acceptedTypes, "application/json;stream=watch"];

/** What a rendering depends on in addition to the `Accept` header. */
export interface RenderingOptions {
  readonly watch?: boolean | undefined;
  readonly list?: boolean | undefined;
  readonly listType?: string | undefined;
  /** The server can send the object itself as protobuf. Default `false`. */
  readonly protobuf?: boolean | undefined;
}

/** How a call about a resource is answered. */
export function renderingOf(call: Pick<Call, "exchange" | "resource">, options: RenderingOptions = {}): Rendering {
  return renderingFor(call.exchange.headers.accept, { ...options, protobuf: isSentAsProtobuf(call.resource) });
}

/** Chooses what the `Accept` header asks for first and the server can do. */
export function renderingFor(accept: string | undefined, options: RenderingOptions = {}): Rendering {
  // Most clients ask for this first.
  if (accept === undefined || accept === "application/json" || accept.startsWith("application/json,")) return plain;
  return accept.trim() === "" ? plain : chosenRendering(accept, options);
}

function chosenRendering(
  accept: string,
  { watch = false, list = false, listType = "", protobuf = false }: RenderingOptions,
): Rendering {
  for (const clause of accept.split(",")) {
    const [type, ...parameters] = clause.split(";").map((part) => part.trim());
    const options = new Map(
      parameters.map((parameter) => [parameter.split("=")[0] ?? "", parameter.split("=")[1] ?? ""]),
    );
    if (options.get("q") === "0") continue;
    const format =
      type === "application/yaml"
        ? "yaml"
        : type === "application/json" || type === "*/*" || type === "application/*"
          ? "json"
          : type === protobufMediaType
            ? "protobuf"
            : undefined;
    if (format === undefined || (watch && format === "yaml")) continue;
    const as = options.get("as");
    if (as === undefined) {
      if (options.has("stream") && options.get("stream") !== "watch") continue;
      if (format === "protobuf" && !protobuf) continue;
      return format === "json" ? plain : { form: "object", format, contentType: contentTypeOf(format, watch) };
    }
    if (options.get("g") !== "meta.k8s.io" || !["v1", "v1beta1"].includes(options.get("v") ?? "")) continue;
    if (as === "Table" && format === "protobuf") continue;
    if (as === "Table") return { form: "table", format, contentType: contentTypeOf(format, false) };
    if (as === "PartialObjectMetadata" && list && !watch) {
      throw new ApiError(
        failure(
          406,
          "NotAcceptable",
          `you requested PartialObjectMetadata, but the requested object is a list (${listType})`,
        ),
      );
    }
    if (as === "PartialObjectMetadata" || (as === "PartialObjectMetadataList" && list)) {
      return { form: "metadata", format, contentType: contentTypeOf(format, watch) };
    }
  }
  const known = accept
    .split(",")
    .some((clause) => /^\s*(application\/(json|yaml|vnd\.kubernetes\.protobuf|\*)|\*\/\*)/.test(clause));
  if (!known) throw unknownAccept(watch ? acceptedInWatch : acceptedTypes);
  throw notAcceptable(watch ? acceptedInWatch : acceptedTypes);
}

function contentTypeOf(format: Rendering["format"], watch: boolean): string {
  if (format !== "protobuf") return `application/${format}`;
  return watch ? `${protobufMediaType};stream=watch` : protobufMediaType;
}

/** One object's bytes in JSON, in a form other than its own. */
export function render(object: ApiObject, resource: ServedResource, rendering: Rendering, core: Core): Buffer {
  return Buffer.from(JSON.stringify(formOf(object, resource, rendering, core)));
}

/** One object in the form asked for. */
export function formOf(object: ApiObject, resource: ServedResource, { form }: Rendering, core: Core): Json {
  switch (form) {
    case "object":
      return object;
    case "metadata":
      return { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: object.metadata };
    case "table":
      return tableOf(resource, tableRows([object], resource, core.clock.now()), {
        resourceVersion: object.metadata.resourceVersion,
      });
  }
}

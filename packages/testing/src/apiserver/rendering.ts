import { ApiError, failure, notAcceptable, unknownAccept } from "./api-error.ts";
import type { Core } from "./core.ts";
import type { ApiObject, Json } from "./objects.ts";
import type { ServedResource } from "./resources.ts";
import { tableOf, tableRows } from "./tables.ts";

/** How an answer is written. */
export interface Rendering {
  /** The object itself, its metadata alone, or a table. */
  readonly form: "object" | "metadata" | "table";
  readonly format: "json" | "yaml";
  readonly contentType: string;
}

const plain: Rendering = { form: "object", format: "json", contentType: "application/json" };
const accepted = ["application/json", "application/yaml", "application/vnd.kubernetes.protobuf"];
const acceptedInWatch = [
  "application/json",
  "application/yaml",
  "application/vnd.kubernetes.protobuf",
  "application/json;stream=watch",
];

/** Chooses what the `Accept` header asks for first and the server can do. */
export function renderingFor(
  accept: string | undefined,
  {
    watch = false,
    list = false,
    listType = "",
  }: { watch?: boolean | undefined; list?: boolean | undefined; listType?: string | undefined } = {},
): Rendering {
  if (accept === undefined || accept.trim() === "") return plain;
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
          : undefined;
    if (format === undefined || (watch && format === "yaml")) continue;
    const as = options.get("as");
    if (as === undefined) {
      if (options.has("stream") && options.get("stream") !== "watch") continue;
      return format === "json" ? plain : { form: "object", format, contentType: "application/yaml" };
    }
    if (options.get("g") !== "meta.k8s.io" || !["v1", "v1beta1"].includes(options.get("v") ?? "")) continue;
    if (as === "Table") return { form: "table", format, contentType: `application/${format}` };
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
      return { form: "metadata", format, contentType: `application/${format}` };
    }
  }
  const known = accept
    .split(",")
    .some((clause) => /^\s*(application\/(json|yaml|vnd\.kubernetes\.protobuf|\*)|\*\/\*)/.test(clause));
  if (!known) throw unknownAccept(watch ? acceptedInWatch : accepted);
  throw notAcceptable(watch ? acceptedInWatch : accepted);
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

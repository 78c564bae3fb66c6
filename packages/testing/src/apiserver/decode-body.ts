import { mediaTypeOf, protobufMediaType } from "client-ts/internal";
import { badRequest, invalid, invalidValue, unsupportedMediaType } from "./api-error.ts";
import type { Call } from "./core.ts";
import { type ApiObject, groupVersion, isObject, type Json } from "./objects.ts";
import type { ServedResource } from "./resources.ts";
import { decodeProtobuf } from "./protobuf.ts";
import { scanJson } from "./scan-json.ts";
import { parseYamlBody } from "./yaml-body.ts";

/** Deeper JSON is refused before anything walks it. */
export const maxDepth = 10_000;

/** What came in a body. */
export interface DecodedBody {
  readonly value: Json;
  /** Fields that came twice. */
  readonly duplicates: readonly string[];
  /** The text that it came in, when it was text. */
  readonly text: string;
}

const bodyTypes = ["application/json", "application/yaml", protobufMediaType];

/** The media type of a request's body, without parameters; JSON when it says nothing. */
export function bodyType(call: Pick<Call, "exchange">): string {
  const header = call.exchange.headers["content-type"];
  return header === undefined || header === "" ? "application/json" : mediaTypeOf(header);
}

/** Reads a body of any type that the server takes. */
export async function decodeBody(
  call: Pick<Call, "exchange">,
  body: Buffer,
  expectedKind: string,
): Promise<DecodedBody> {
  const type = bodyType(call);
  if (type === protobufMediaType) return { value: await decodeProtobuf(body), duplicates: [], text: "" };
  return decodeText(body.toString("utf8"), type, expectedKind);
}

/** Reads a JSON or YAML body into a value, or refuses it as the real server would. */
function decodeText(text: string, mediaType: string, expectedKind: string): DecodedBody {
  if (mediaType !== "application/json" && mediaType !== "application/yaml") throw unsupportedMediaType(bodyTypes);
  const refuse = (why: string): Error => badRequest(unrecognized(expectedKind, text, why));
  let value: unknown;
  let duplicates: readonly string[] = [];
  if (mediaType === "application/json") {
    try {
      value = JSON.parse(text) ?? {};
    } catch (error) {
      throw refuse(goJsonError(text, error as Error));
    }
    const scan = scanJson(text);
    if (scan.depth > maxDepth)
      throw refuse(`invalid character '${/[[{]/.exec(text.slice(1))?.[0] ?? "{"}' exceeded max depth`);
    duplicates = scan.duplicates;
  } else {
    try {
      value = parseYamlBody(text, { version: "1.1" });
    } catch (error) {
      throw badRequest(
        `the object provided is unrecognized (must be of type ${expectedKind}): yaml: ${(error as Error).message.split("\n")[0]} (${summary(text)})`,
      );
    }
  }
  if (!isObject(value)) {
    throw refuse(
      `json: cannot unmarshal ${jsonType(value)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
    );
  }
  return { value, duplicates, text };
}

/** Checks that a body is of the kind that the path is about, and gives it metadata. */
export function checkKind(
  value: Json,
  resource: ServedResource,
  known?: (apiVersion: string, kind: string) => boolean,
): ApiObject {
  const custom = resource.custom !== undefined;
  const { apiVersion, kind } = typeNames(value, resource);
  const wanted = groupVersion(resource);
  if (custom && (kind === undefined || kind === "")) {
    throw badRequest(
      `the object provided is unrecognized (must be of type ${resource.kind}): Object 'Kind' is missing in '${JSON.stringify(value)}' (${summary(JSON.stringify(value))})`,
    );
  }
  const sameKind = kind === undefined || kind === "" || kind === resource.kind;
  if (custom && !sameKind) {
    const name =
      isObject(value["metadata"]) && typeof value["metadata"]["name"] === "string" ? value["metadata"]["name"] : "";
    throw invalid({ group: resource.group, kind: String(kind) }, name, [
      invalidValue("kind", kind, `must be ${resource.kind}`),
    ]);
  }
  const sameVersion = apiVersion === undefined || apiVersion === "" || apiVersion === wanted;
  if (!sameKind || (!sameVersion && !custom)) {
    const given = typeof apiVersion === "string" && apiVersion !== "" ? apiVersion : wanted;
    const shown = kind === undefined || kind === "" ? resource.kind : kind;
    const version = given.split("/").at(-1)!;
    const registered = known?.(given, shown) ?? false;
    const group = resource.group === "" ? "core" : resource.group.split(".")[0];
    const why = registered
      ? `converting (${version}.${shown}) to (${group}.${resource.kind}): unknown conversion`
      : `no kind ${JSON.stringify(shown)} is registered for version ${JSON.stringify(given)} in scheme "pkg/runtime/scheme.go:111"`;
    if (sameKind && registered)
      throw badRequest(`the API version in the data (${given}) does not match the expected API version (${wanted})`);
    throw badRequest(`${shown} in version ${JSON.stringify(version)} cannot be handled as a ${resource.kind}: ${why}`);
  }
  if (!sameVersion)
    throw badRequest(`the API version in the data (${apiVersion}) does not match the expected API version (${wanted})`);
  const { metadata } = value;
  if (metadata !== undefined && metadata !== null && !isObject(metadata))
    throw badRequest(unmarshal(metadata, "metadata", resource.kind, "v1.ObjectMeta"));
  const object = value as ApiObject;
  object.kind = resource.kind;
  object.apiVersion = wanted;
  object.metadata = isObject(metadata) ? (metadata as ApiObject["metadata"]) : {};
  return object;
}

/** A body's own words about what it is: text, or nothing. */
function typeNames(
  value: Json,
  resource: ServedResource,
): { readonly apiVersion?: string | undefined; readonly kind?: string | undefined } {
  for (const name of ["apiVersion", "kind"]) {
    const member = value[name];
    if (member === undefined || typeof member === "string") continue;
    const why = `json: cannot unmarshal ${jsonType(member)} into Go struct field .${name} of type string`;
    throw badRequest(unrecognized(resource.kind, JSON.stringify(value), why));
  }
  return value;
}

function unrecognized(kind: string, text: string, why: string): string {
  return `the object provided is unrecognized (must be of type ${kind}): couldn't get version/kind; json parse error: ${why} (${summary(text)})`;
}

function unmarshal(value: unknown, path: string, kind: string, type = "string"): string {
  return `${kind} in version "v1" cannot be handled as a ${kind}: json: cannot unmarshal ${jsonType(value)} into Go struct field ${kind}.${path} of type ${type}`;
}

/** Go's name for the type of a JSON value. */
export function jsonType(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (value === null) return "null";
  return typeof value === "boolean" ? "bool" : typeof value;
}

/** The beginning of a body, as the real server quotes it. */
function summary(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length === 0) return "<empty>";
  if (bytes[0] === 0x7b) return bytes.length > 30 ? `${bytes.subarray(0, 30).toString("utf8")} ...` : text;
  const hex = (part: Buffer): string => part.toString("hex");
  return bytes.length > 30 ? `${hex(bytes.subarray(0, 30))} ...` : hex(bytes);
}

function goJsonError(text: string, error: Error): string {
  const trimmed = text.trim();
  const position = /position ([0-9]+)/.exec(error.message);
  const at = position === null ? 0 : Number(position[1]);
  if (trimmed === "" || /end of JSON|Unterminated/.test(error.message) || (position !== null && at >= trimmed.length))
    return "unexpected end of JSON input";
  const shown = (character: string): string =>
    character < " " ? `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}` : character;
  const literal = ["null", "true", "false"].find((one) => one[0] === trimmed[0]);
  if (literal !== undefined) {
    const wrong = [...literal].findIndex((character, index) => trimmed[index] !== character);
    if (wrong > 0)
      return `invalid character '${shown(trimmed[wrong] ?? "")}' in literal ${literal} (expecting '${literal[wrong]}')`;
  }
  const place = /property name/.test(error.message) ? "object key string" : "value";
  return `invalid character '${shown(text[at] ?? text[0] ?? "")}' looking for beginning of ${place}`;
}

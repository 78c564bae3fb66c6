import { createGzip } from "node:zlib";
import { stringify } from "yaml";
import { defined } from "client-ts/internal";
import { badRequest, expired, notFound, tooLargeResourceVersion } from "./api-error.ts";
import { type Call, keyOf } from "./core.ts";
import type { ResponseHeaders, ResponseStream } from "./exchange.ts";
import { type ListRequest, parseListRequest } from "./list-options.ts";
import {
  bytesOf,
  groupVersion,
  itemBytesOf,
  objectOf,
  prepareConversions,
  type ApiObject,
  type Json,
} from "./objects.ts";
import { protobufBytes } from "./protobuf.ts";
import { formOf, renderingOf, type Rendering } from "./rendering.ts";
import { continueExpired, decodeContinue, encodeContinue, parseRevision } from "./revision.ts";
import type { StoredRecord } from "./storage.ts";
import { tableOf, tableRows } from "./tables.ts";
import { serveWatch } from "./watch.ts";
import { checkName } from "./write-options.ts";

/** Answers GET of one object. */
export async function serveGet(call: Call): Promise<void> {
  checkName(call.name);
  const rendering = renderingOf(call);
  const asked = parseRevision(call.query.get("resourceVersion") ?? "", "watch");
  await untilFresh(call, asked);
  const key = keyOf(call, call.name);
  const { readRevision } = call.exchange;
  const record =
    readRevision === undefined
      ? call.collection.records.get(key)
      : call.collection.at(readRevision).find((one) => one.key === key);
  if (record === undefined) throw notFound(call.resource, call.name);
  await prepareConversions([record], call.resource);
  if (rendering.form === "object" && rendering.format === "json") {
    call.exchange.respond(200, headersOf(call, rendering), bytesOf(record, call.resource));
  } else {
    respondValue(call, 200, formOf(objectOf(record, call.resource), call.resource, rendering, call.core), rendering);
  }
}

/** Answers GET of a collection: a list, or a watch when the query says so. */
export async function serveList(call: Call, watchPath: boolean): Promise<void> {
  const request = parseListRequest(call.query, call.resource, watchPath, call.name);
  const rendering = renderingOf(call, {
    watch: request.watch,
    list: true,
    listType: goListType(call),
  });
  if (request.watch) {
    await serveWatch(call, request, rendering);
    return;
  }
  const page = await pageOf(call, request);
  if (rendering.form === "object" && rendering.format === "json") {
    await sendItems(call, page, rendering);
    return;
  }
  const objects = page.records.map((record) => objectOf(record, call.resource));
  respondValue(call, 200, listForm(call, objects, page.metadata, rendering), rendering);
}

/** The name of a list's internal Go type, which one refusal shows. */
function goListType({ resource }: Call): string {
  if (resource.custom !== undefined) return "*unstructured.UnstructuredList";
  return `*${resource.group === "" ? "core" : resource.group.split(".")[0]}.${resource.listKind}`;
}

function listForm(call: Call, objects: readonly ApiObject[], metadata: Json, rendering: Rendering): Json {
  const { resource } = call;
  if (rendering.form === "table") {
    const include = call.query.get("includeObject") || "Metadata";
    if (!["Metadata", "Object", "None"].includes(include)) {
      const why = `includeObject: Invalid value: ${JSON.stringify(include)}: must be 'Metadata', 'Object', 'None', or empty`;
      throw badRequest(`Unable to convert to Table as requested: ${why}`);
    }
    return tableOf(resource, tableRows(objects, resource, call.core.clock.now(), include), metadata);
  }
  if (rendering.form === "metadata") {
    const items = objects.map(({ metadata: meta }) => ({
      kind: "PartialObjectMetadata",
      apiVersion: "meta.k8s.io/v1",
      metadata: meta,
    }));
    return { kind: "PartialObjectMetadataList", apiVersion: "meta.k8s.io/v1", metadata, items };
  }
  return { kind: resource.listKind, apiVersion: groupVersion(resource), metadata, items: objects };
}

/** A page of a list. */
export interface Page {
  readonly records: readonly StoredRecord[];
  readonly metadata: Json;
}

/** The objects that a list request is about. */
export async function pageOf(call: Call, request: ListRequest): Promise<Page> {
  const { core, collection, namespace } = call;
  const { storage } = core;
  let revision = call.exchange.readRevision ?? storage.revision;
  let startKey = "";
  let all: readonly StoredRecord[];
  if (request.continueToken !== "") {
    if (request.resourceVersion !== undefined && request.resourceVersion !== "0") {
      throw badRequest("specifying resource version is not allowed when using continue");
    }
    const point = decodeContinue(request.continueToken);
    startKey = point.startKey;
    if (point.revision > 0) {
      if (point.revision < storage.oldest(collection)) throw continueExpired(startKey);
      revision = point.revision;
    }
    all = collection.at(revision);
  } else {
    const asked = parseRevision(request.resourceVersion ?? "");
    await untilFresh(call, asked);
    revision = call.exchange.readRevision ?? storage.revision;
    // A limit with a version and no match means that version exactly, an old rule that clients rely on.
    const exact = request.match === "Exact" || (request.match === "" && request.limit > 0 && asked > 0);
    if (exact && asked > 0) {
      if (asked < storage.oldest(collection)) throw expired("The resourceVersion for the provided list is too old.");
      revision = asked;
    }
    all = collection.at(revision);
  }
  // The keys of a namespace lie together: `shop/` up to `shop0`, the next character. A token from a list of another
  // namespace leads no further out.
  const first = namespace === "" ? 0 : firstAfter(all, `${namespace}/`);
  const from = startKey === "" ? first : Math.max(first, firstAfter(all, startKey));
  const to = namespace === "" ? all.length : firstAfter(all, `${namespace}0`);
  const records: StoredRecord[] = [];
  let more = 0;
  await prepareConversions(all.slice(from, to), call.resource);
  for (let index = from; index < to; index++) {
    // A full page does not look further: that there is more means more keys, whether they would be chosen or not.
    if (request.limit > 0 && records.length >= request.limit) {
      more = to - index;
      break;
    }
    const record = all[index]!;
    if (request.selector.matches(record)) records.push(record);
  }
  // Lists of custom objects always show the token, be it empty.
  const metadata: Json = {
    ...defined({ continue: call.resource.custom !== undefined ? "" : undefined }),
    resourceVersion: String(revision),
  };
  if (more > 0) {
    metadata["continue"] = encodeContinue({ revision, startKey: records.at(-1)!.key });
    // The real server does not count what a selector would have to look at.
    if (request.selector.isEmpty) metadata["remainingItemCount"] = more;
  }
  return { records, metadata };
}

function firstAfter(records: readonly StoredRecord[], key: string): number {
  let low = 0;
  let high = records.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (records[middle]!.key <= key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Waits a little for a revision that is still to come; the real server refuses after three seconds. */
async function untilFresh({ core }: Call, asked: number): Promise<void> {
  const { storage, clock, settings } = core;
  if (asked <= storage.revision) return;
  const deadline = clock.monotonic() + settings.freshnessTimeoutMs;
  while (asked > storage.revision) {
    if (clock.monotonic() >= deadline) throw tooLargeResourceVersion(String(asked), storage.revision);
    await new Promise<void>((resolve) => {
      clock.setTimer(100, resolve);
    });
  }
}

async function sendItems(call: Call, { records, metadata }: Page, rendering: Rendering): Promise<void> {
  const { resource, exchange } = call;
  const head = `{"kind":${JSON.stringify(resource.listKind)},"apiVersion":${JSON.stringify(groupVersion(resource))},"metadata":${JSON.stringify(metadata)},"items":[`;
  const bytes = records.reduce((sum, record) => sum + record.bytes.length, 0);
  const headers = headersOf(call, rendering);
  const compress = bytes > compressFrom && /(^|[\s,])gzip\b/.test(String(exchange.headers["accept-encoding"] ?? ""));
  if (compress) {
    headers["content-encoding"] = "gzip";
    headers["vary"] = "Accept-Encoding";
  }
  if (bytes < wholeBytes && !compress) {
    const parts: Buffer[] = [Buffer.from(head)];
    for (const [index, record] of records.entries()) {
      if (index > 0) parts.push(comma);
      parts.push(...itemBytesOf(record, resource));
    }
    parts.push(end);
    exchange.respond(200, headers, Buffer.concat(parts));
    return;
  }
  let gone = false;
  exchange.onClose(() => {
    gone = true;
  });
  const plain = exchange.open(200, headers);
  const out = compress ? gzipped(plain) : plain;
  let parts: Buffer[] = [Buffer.from(head)];
  let size = 0;
  for (const [index, record] of records.entries()) {
    if (index > 0) parts.push(comma);
    for (const part of itemBytesOf(record, resource)) {
      parts.push(part);
      size += part.length;
    }
    if (size < 512 * 1024) continue;
    out.write(Buffer.concat(parts));
    parts = [];
    size = 0;
    await out.drained();
    if (gone) return;
  }
  parts.push(end);
  out.write(Buffer.concat(parts));
  out.end();
}

const wholeBytes = 1 << 20;
/** The real server compresses lists from this size on, when the client takes it. */
const compressFrom = 128 * 1024;

function gzipped(inner: ResponseStream): Pick<ResponseStream, "write" | "drained" | "end"> {
  const gzip = createGzip({ level: 1 });
  gzip.on("data", (chunk: Buffer) => inner.write(chunk));
  gzip.on("end", () => inner.end());
  return {
    write: (chunk) => void gzip.write(chunk),
    async drained() {
      if (gzip.writableNeedDrain) await new Promise((resolve) => gzip.once("drain", resolve));
      await inner.drained();
    },
    end: () => void gzip.end(),
  };
}
const comma = Buffer.from(",");
const end = Buffer.from("]}\n");

/** Headers of an answer, with the warnings of the call. */
export function headersOf(call: Pick<Call, "warnings">, rendering: { readonly contentType: string }): ResponseHeaders {
  const headers: ResponseHeaders = { "content-type": rendering.contentType, "cache-control": "no-cache, private" };
  if (call.warnings.length > 0) headers["warning"] = call.warnings.map(warningHeader);
  return headers;
}

function warningHeader(text: string): string {
  const clean = text.replace(/[\u0000-\u001f\u007f]/g, " ").replace(/[^\u0020-\u00ff]/g, "?");
  return `299 - "${clean.replace(/[\\"]/g, "\\$&")}"`;
}

/** Answers with a value in the format asked for. */
export function respondValue(call: Call, status: number, value: unknown, rendering: Rendering): void {
  call.exchange.respond(status, headersOf(call, rendering), bytesIn(rendering.format, value));
}

function bytesIn(format: Rendering["format"], value: unknown): Buffer {
  if (format === "protobuf") return protobufBytes(value as Json);
  return Buffer.from(format === "yaml" ? stringify(value, { sortMapEntries: true }) : `${JSON.stringify(value)}\n`);
}

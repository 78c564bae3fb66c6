import { loadProtobuf, type ProtobufCodec, protobufMediaType } from "client-ts/internal";
import { parseApiVersion } from "client-ts/meta";
import { badRequest } from "./api-error.ts";
import type { Json } from "./objects.ts";
import type { ServedResource } from "./resources.ts";

let codec: ProtobufCodec | undefined;

/**
 * What to wait for before a request with this `Accept` header is answered: the codec, which is loaded with the first
 * client that asks for it. `undefined` when there is nothing to wait for.
 */
export function protobufFor(accept: string | undefined): Promise<unknown> | undefined {
  if (codec !== undefined || !accept?.includes(protobufMediaType)) return undefined;
  return load();
}

async function load(): Promise<ProtobufCodec> {
  codec ??= await loadProtobuf();
  return codec;
}

/** Whether the real server sends this resource as protobuf: every kind that is built in. */
export function isSentAsProtobuf({ group, version, kind, custom }: ServedResource): boolean {
  return custom === undefined && codec?.planFor({ group, version, kind }) !== undefined;
}

/** Whether a client wants protobuf more than anything else. */
export function prefersProtobuf(accept: string | undefined): boolean {
  return codec !== undefined && (accept ?? "").trim().startsWith(protobufMediaType);
}

/** An object, list or Status in its envelope. */
export function protobufBytes(value: Json): Buffer {
  return encoded(codec?.encode(value as Typed), value);
}

/** A watch event in its frame. */
export function protobufEvent(type: string, object: Json): Buffer {
  return encoded(codec?.encodeEvent(type, object as Typed), object);
}

type Typed = Parameters<ProtobufCodec["encode"]>[0];

function encoded(bytes: Buffer | undefined, { kind }: Json): Buffer {
  if (bytes === undefined) throw new Error(`${String(kind)} cannot be written as protobuf`);
  return bytes;
}

/**
 * Reads a body in Kubernetes' protobuf envelope into the JSON that Go would give for it. Typed Go clients send built-in
 * kinds this way.
 */
export async function decodeProtobuf(body: Buffer): Promise<Json> {
  if (body.length < 4 || body.readUInt32BE(0) !== 0x6b387300)
    throw badRequest("provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]");
  const ready = await load();
  const broken = (): Error => badRequest("proto: the message is cut off");
  const { apiVersion, kind } = attempt(() => ready.envelopeOf(body), broken);
  if (ready.planFor({ ...parseApiVersion(apiVersion), kind }) === undefined)
    throw badRequest(`no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`);
  return attempt(() => ready.decode(body), broken);
}

function attempt<T>(run: () => T, refuse: () => Error): T {
  try {
    return run();
  } catch {
    throw refuse();
  }
}

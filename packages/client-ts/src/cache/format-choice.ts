import { loadProtobuf, type ProtobufCodec } from "../codec/index.ts";
import { findUndecodable, isClientError } from "../errors/index.ts";
import { type GroupVersionKind, isProtobuf, protobufMediaType } from "../meta/index.ts";

const json = "application/json";

/** The `Accept` header of a list or watch; `undefined` for the client's own. `as` asks for another form of objects. */
export function acceptFor(as: string | undefined, protobuf: boolean): string | undefined {
  const form = as === undefined ? "" : `;as=${as};g=meta.k8s.io;v=v1`;
  if (protobuf) return `${protobufMediaType}${form},${json}${form}${as === undefined ? "" : `,${json}`}`;
  return as === undefined ? undefined : `${json}${form},${json}`;
}

/** Whether another format may help after this failure of reading protobuf: what came could not be read. */
export function isFaultOfFormat(error: unknown): boolean {
  return isClientError(error, "Protocol") || findUndecodable(error) !== undefined;
}

/**
 * In which format one source asks for its objects: JSON, or protobuf when the configuration says so and the kind has
 * one that we know. The server may answer in JSON all the same, so that the answer's header decides how it is read.
 * After protobuf that could not be read the source asks for JSON from then on: the list or watch has failed and is
 * asked again, so that no event is lost.
 */
export class FormatChoice {
  readonly #kind: GroupVersionKind | undefined;
  #isJson: boolean;

  constructor(contentType: string | undefined, kind: GroupVersionKind | undefined) {
    this.#kind = kind;
    this.#isJson = kind === undefined || contentType !== protobufMediaType;
  }

  /** What reads protobuf; `undefined` when the source is to ask for JSON. Loaded before the request is sent. */
  async codec(): Promise<ProtobufCodec | undefined> {
    if (this.#isJson) return undefined;
    const codec = await loadProtobuf();
    if (codec.planFor(this.#kind!) === undefined) this.#isJson = true;
    return this.#isJson ? undefined : codec;
  }

  /** Reads an answer in the format that its header says. */
  async reading<R>(
    headers: { readonly [name: string]: unknown },
    codec: ProtobufCodec | undefined,
    read: (codec: ProtobufCodec | undefined) => Promise<R>,
  ): Promise<R> {
    if (codec === undefined || !isProtobuf(String(headers["content-type"] ?? ""))) return read(undefined);
    try {
      return await read(codec);
    } catch (error) {
      if (isFaultOfFormat(error)) this.#isJson = true;
      throw error;
    }
  }
}

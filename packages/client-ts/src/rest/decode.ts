import { asStatus, type RequestFacts, StatusError } from "../errors/index.ts";
import { isProtobuf } from "../meta/index.ts";
import { headerOf, type TransportResponse, type Warning } from "../transport/index.ts";
import { Result } from "./result.ts";
import { protobufSerializer, type Serializer, serializerFor, UnexpectedContentTypeError } from "./serializer.ts";

/** A whole answer that is a success by its status code. */
export interface WholeResponse {
  readonly response: TransportResponse;
  readonly body: Buffer;
  readonly warnings: readonly Warning[];
  readonly facts: RequestFacts;
}

/** Decodes an answer. A Status that is not a success is thrown, whatever the HTTP code said. */
export async function decodeObject<T>(
  { serializers }: { readonly serializers: readonly Serializer[] },
  whole: WholeResponse,
): Promise<Result<T>> {
  const { response, body, warnings, facts } = whole;
  const contentType = headerOf(response, "content-type") ?? "";
  const where = `${facts.method} ${facts.path}`;
  let object: unknown;
  if (body.length > 0) {
    const serializer =
      serializerFor(serializers, contentType) ?? (isProtobuf(contentType) ? await protobufSerializer() : undefined);
    if (serializer === undefined) throw new UnexpectedContentTypeError(where, contentType, body);
    object = serializer.decode(body);
    const status = asStatus(object);
    if (status?.status !== undefined && status.status !== "Success") throw new StatusError(status, facts);
  }
  return new Result<T>({
    statusCode: response.status,
    contentType,
    body,
    headers: response.headers,
    warnings,
    object: object as T,
    where,
  });
}

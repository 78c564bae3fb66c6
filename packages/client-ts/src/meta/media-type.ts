/** The media type of Kubernetes' protobuf. */
export const protobufMediaType = "application/vnd.kubernetes.protobuf";

/** The media type of a `Content-Type` header, in lower case and without its parameters. */
export function mediaTypeOf(contentType: string | undefined): string {
  return ((contentType ?? "").split(";", 1)[0] as string).trim().toLowerCase();
}

/** Whether a `Content-Type` header says Kubernetes' protobuf. */
export function isProtobuf(contentType: string | undefined): boolean {
  return mediaTypeOf(contentType) === protobufMediaType;
}

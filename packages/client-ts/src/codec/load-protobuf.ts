import type { ProtobufCodec } from "./protobuf/protobuf-codec.ts";

export type { ProtobufCodec };

/** The media type of Kubernetes' protobuf. */
export const protobufMediaType = "application/vnd.kubernetes.protobuf";

/** The protobuf codec. Its code and its tables are loaded with the first call. */
export async function loadProtobuf(): Promise<ProtobufCodec> {
  const { loadCodec } = await import("./protobuf/index.ts");
  return loadCodec();
}

/** Whether a `Content-Type` header says Kubernetes' protobuf. */
export function isProtobuf(contentType: string | undefined): boolean {
  return (contentType ?? "").split(";", 1)[0]!.trim().toLowerCase() === protobufMediaType;
}

import type { ProtobufCodec } from "./protobuf/protobuf-codec.ts";

export type { ProtobufCodec };

/** The protobuf codec. Its code and its tables are loaded with the first call. */
export async function loadProtobuf(): Promise<ProtobufCodec> {
  const { loadCodec } = await import("./protobuf/index.ts");
  return loadCodec();
}

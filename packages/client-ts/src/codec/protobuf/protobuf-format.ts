import type { ByteFormat } from "../byte-format.ts";
import { labelsInProtobuf } from "../label-text.ts";
import type { MessageDecoder } from "./message-decoder.ts";
import type { MessagePlan } from "./message-plan.ts";

/** The protobuf of one kind: an object's own bytes, without an envelope. */
export function protobufFormat(decoder: MessageDecoder, plan: MessagePlan): ByteFormat {
  const meta = plan.byName.get("metadata")?.plan;
  const sampling = decoder.samplingOf(plan);
  return {
    name: "protobuf",
    problem: "it is not valid protobuf",
    // The decoder refuses what is nested too deep.
    decode: (bytes, start, end, _ascii, earlier) => decoder.decode(plan, bytes, start, end, earlier),
    decodeMeta: (bytes, start, end) => (meta === undefined ? {} : decoder.decode(meta, bytes, start, end)),
    labels: labelsInProtobuf,
    field: (bytes, start, end, _ascii, path) => decoder.field(plan, bytes, start, end, path),
    metaField: (bytes, start, end, _ascii, path) =>
      meta === undefined ? undefined : decoder.field(meta, bytes, start, end, path),
    arrived(bytes, start, end) {
      if (!sampling.isDue()) return;
      try {
        decoder.decode(plan, bytes, start, end);
      } catch {
        // Reported when it is read.
      }
    },
  };
}

import type { GroupVersionKind } from "../../meta/index.ts";
import type { MessageDecoder } from "./message-decoder.ts";
import type { MessagePlan } from "./message-plan.ts";

/** Reads the messages of kinds. */
export interface KindDecoder {
  readonly decoder: MessageDecoder;
  /** How the messages of a kind are read; `undefined` for a kind that has no protobuf, or none that we know. */
  planFor(kind: GroupVersionKind): MessagePlan | undefined;
}

/** The protobuf of Kubernetes. Imported when it is first needed: most programs that read one object never load it. */
export { loadCodec } from "./protobuf-codec.ts";

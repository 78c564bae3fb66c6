/**
 * What only the other folders of this repository need: the conformance suite, the benchmarks and the scripts. It is an
 * entry under the condition `client-ts-source` alone, and is no part of the published package.
 */
export { hashOf, sortedMembers } from "./apiserver/index.ts";
export { buildFromSource, downloadBinaries, findBinaries, hasBinaries } from "./control-plane/index.ts";
export { runDemo } from "./demo/index.ts";
export type { Terminal } from "./demo/index.ts";

/**
 * Whether `KUBE_CACHE_MUTATION_DETECTOR` asks for a mutation detector in every cache: `true`, `1` or `t`, as Go reads
 * it.
 */
export function wantsMutationDetector(): boolean {
  return ["1", "t", "T", "true", "TRUE", "True"].includes(process.env["KUBE_CACHE_MUTATION_DETECTOR"] ?? "");
}

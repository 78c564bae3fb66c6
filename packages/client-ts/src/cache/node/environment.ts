/** Whether the environment asks for streaming lists to be compared with plain ones. */
export function wantsConsistencyCheck(): boolean {
  return process.env["KUBE_WATCHLIST_INCONSISTENCY_DETECTOR"] === "true";
}

/** `0:07`, `12:34`. */
export function formatClock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** `640 B`, `52.1 KB`, `3.0 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** `4 ms`, `1.3 s`; a dash when there is none. */
export function formatMs(ms: number | undefined): string {
  if (ms === undefined) return "–";
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** `24/s`, `0.5/s`. */
export function formatRate(perSecond: number): string {
  return `${perSecond > 0 && perSecond < 9.5 ? perSecond.toFixed(1) : Math.round(perSecond)}/s`;
}

/** `1 retry`, `2 retries`. */
export function formatCount(number: number, one: string, many: string = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

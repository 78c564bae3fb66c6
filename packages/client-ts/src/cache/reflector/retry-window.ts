/** A period that begins with a first failure and is kept open by the following ones. */
export interface RetryWindow {
  readonly firstAt: number;
  readonly lastAt: number;
}

/**
 * The window after one more failure; a new one when none was open, or when the last failure is `calmMs` or longer ago.
 */
export function extendRetryWindow(window: RetryWindow | undefined, at: number, calmMs: number): RetryWindow {
  const open = window !== undefined && at - window.lastAt < calmMs;
  return { firstAt: open ? window.firstAt : at, lastAt: at };
}

/** Whether the last failure came within `maxMs` of the first. With zero, never. */
export function mayRetry({ firstAt, lastAt }: RetryWindow, maxMs: number): boolean {
  return lastAt - firstAt < maxMs;
}

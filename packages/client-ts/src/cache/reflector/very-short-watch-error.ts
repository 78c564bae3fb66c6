import { isClientError, ProtocolError } from "../../errors/index.ts";

/** A watch ended within `shortWatchMs` and without an event: whatever answered, it does not serve watches. */
export class VeryShortWatchError extends ProtocolError {
  constructor(name: string) {
    super(`${name}: the watch ended immediately and without any event`);
    this.name = "VeryShortWatchError";
  }
}

/** Whether an error says that a watch ended as soon as it began. */
export function isVeryShortWatch(error: unknown): error is VeryShortWatchError {
  return isClientError(error, "Protocol") && error.name === "VeryShortWatchError";
}

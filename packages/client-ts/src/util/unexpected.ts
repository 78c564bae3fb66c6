import { inspect } from "node:util";
import { escapeForPrint } from "./escape.ts";

/**
 * Where an error goes that no caller awaits: a handler that threw, a background loop that failed. It must not throw
 * itself.
 */
export type OnUnexpectedError = (error: unknown, where: string) => void;

/**
 * The default for {@link OnUnexpectedError}: one line on standard error, with the stack, safe to print. An error that
 * is never shown is worse.
 */
export const reportUnexpectedError: OnUnexpectedError = (error, where) => {
  let text: string;
  try {
    text = error instanceof Error ? (error.stack ?? String(error)) : inspect(error, { depth: 1 });
  } catch {
    text = "an error that cannot be printed";
  }
  try {
    console.error(
      `client-ts: unexpected error in ${escapeForPrint(where, { singleLine: true })}: ${escapeForPrint(text)}`,
    );
  } catch {
    // The console was replaced and is broken too: there is no other place to report to.
  }
};

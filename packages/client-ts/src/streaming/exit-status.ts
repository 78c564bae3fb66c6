import { asStatus, ProtocolError, StatusError } from "../errors/index.ts";

/** How a remote command ended. */
export interface ExitStatus {
  /** 0 to 255; a command that a signal ended has 128 and the signal's number. */
  readonly code: number;
  /** `NonZeroExitCode`, or absent for 0. */
  readonly reason?: string | undefined;
  /** What the server says about it: `command terminated with non-zero exit code`. */
  readonly message?: string | undefined;
}

/**
 * Reads what a server sends on the error channel at the end of a command (protocol v4 and newer): a `Status`. Throws
 * a StatusError when the command could not be run, and a ProtocolError when there is no status that makes sense: no
 * answer is never taken for exit code 0.
 */
export function parseExitStatus(bytes: Buffer): ExitStatus {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch (cause) {
    throw new ProtocolError(`the exit status is not JSON: ${excerpt(bytes)}`, { cause });
  }
  const fields = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  if (fields["status"] === "Success") return { code: 0 };
  if (fields["status"] !== "Failure")
    throw new ProtocolError(`the exit status is neither Success nor Failure: ${excerpt(bytes)}`);
  const status = asStatus({ kind: "Status", apiVersion: "v1", ...fields });
  if (status === undefined) throw new ProtocolError(`the exit status cannot be read: ${excerpt(bytes)}`);
  if (status.reason !== "NonZeroExitCode") throw new StatusError(status);
  const cause = status.details?.causes?.find(({ reason }) => reason === "ExitCode");
  if (cause === undefined) throw new ProtocolError("the exit status has the reason NonZeroExitCode and no exit code");
  if (!/^\d{1,9}$/.test(cause.message ?? ""))
    throw new ProtocolError(`the exit code ${JSON.stringify(cause.message ?? "")} is not a number`);
  return { code: Number(cause.message), reason: status.reason, message: status.message };
}

function excerpt(bytes: Buffer): string {
  return JSON.stringify(bytes.toString("utf8", 0, 200));
}

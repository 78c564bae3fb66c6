import { ClientError, isClientError } from "../errors/index.ts";

/** Why no credential could be obtained. */
export type CredentialProblem =
  | "not-found" // the command of a plugin does not exist
  | "failed" // it ran and refused, or could not be run
  | "timeout" // it did not end in time and was killed
  | "limit" // it printed more than is accepted and was killed
  | "answer" // what it printed, or the provider answered, cannot be used
  | "interactive"; // it must ask the user and cannot

/**
 * A plugin or a provider gave no credential that can be used. Of what it printed, the message holds only a redacted
 * piece of its errors.
 */
export class CredentialError extends ClientError {
  /** Why no credential could be obtained, for a `switch`. */
  readonly problem: CredentialProblem;
  /** The exit code of a plugin that ran to its end. */
  readonly exitCode: number | undefined;

  constructor(
    message: string,
    {
      problem,
      exitCode,
      ...options
    }: ErrorOptions & { readonly problem: CredentialProblem; readonly exitCode?: number | undefined },
  ) {
    super("Credential", message, options);
    this.problem = problem;
    this.exitCode = exitCode;
  }
}

/**
 * Whether an error says that a plugin or provider gave no usable credential. Not for a CertificateRequestError, which
 * has the same `kind`.
 */
export function isCredentialError(error: unknown): error is CredentialError {
  return isClientError(error, "Credential") && error.name === "CredentialError";
}

import { ConfigError } from "../errors/index.ts";

/** Another candidate has our identity, so that neither can know which of them a record means. */
export class IdentityConflictError extends ConfigError {
  constructor(lease: string, identity: string) {
    super(
      `two candidates for the lease ${lease} have the identity ${JSON.stringify(identity)}: ` +
        "give each its own, or leave out identity",
    );
  }
}

/** Whether the error is an {@link IdentityConflictError}; it never leaves the module, so its class tells. */
export function isIdentityConflict(error: unknown): error is IdentityConflictError {
  return error instanceof IdentityConflictError;
}

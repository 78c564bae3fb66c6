import { ConfigError, isClientError } from "../errors/index.ts";

/** What is wrong with a kubeconfig, for a program. */
export type KubeconfigProblem =
  | "empty" // nothing is configured
  | "context-not-found" // the chosen context does not exist
  | "invalid" // a field, or a combination of fields, cannot work
  | "unreadable" // a file is missing, is not a file, or may not be read
  | "syntax" // a file is not a kubeconfig
  | "not-in-cluster" // no service account here
  | "locked"; // another process writes the file

/**
 * A kubeconfig that cannot be used, with everything that is wrong in it. Ask with {@link isEmptyConfig} and its
 * siblings.
 */
export class KubeconfigError extends ConfigError {
  /** The kinds of problems, without repetition. */
  readonly reasons: readonly KubeconfigProblem[];

  constructor(
    reasons: KubeconfigProblem | readonly KubeconfigProblem[],
    problems: string | readonly string[],
    options?: ErrorOptions,
  ) {
    super(problems, options);
    this.reasons = typeof reasons === "string" ? [reasons] : [...new Set(reasons)];
  }
}

/**
 * Whether the error says that nothing is configured, so that something else, such as the cluster we run in, may be
 * tried.
 */
export function isEmptyConfig(error: unknown): boolean {
  return some(error, (reasons) => reasons.length === 1 && reasons[0] === "empty");
}

/** Whether the error says that the chosen context does not exist. */
export function isContextNotFound(error: unknown): boolean {
  return some(error, (reasons) => reasons.includes("context-not-found"));
}

/**
 * Whether the error says that the configuration cannot work: a bad combination of fields, or a context that does not
 * exist.
 */
export function isConfigurationInvalid(error: unknown): boolean {
  return some(error, (reasons) =>
    reasons.some((reason) => reason === "invalid" || reason === "context-not-found" || reason === "empty"),
  );
}

/** Whether the error says that we do not run inside a cluster. */
export function isNotInCluster(error: unknown): boolean {
  return some(error, (reasons) => reasons.includes("not-in-cluster"));
}

/** Looks at the error, at what caused it and at what it gathers. */
function some(error: unknown, test: (reasons: readonly KubeconfigProblem[]) => boolean, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > 8) return false;
  if (isClientError(error, "Config") && "reasons" in error && test((error as KubeconfigError).reasons)) return true;
  if ("cause" in error && some(error.cause, test, depth + 1)) return true;
  return "errors" in error && Array.isArray(error.errors) && error.errors.some((inner) => some(inner, test, depth + 1));
}

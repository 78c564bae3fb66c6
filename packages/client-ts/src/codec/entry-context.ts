import type { UndecodableObjectError } from "../errors/index.ts";
import type { ByteFormat } from "./byte-format.ts";
import { FailedObjects } from "./failed-objects.ts";
import { jsonFormat } from "./json-format.ts";
import { isProduction, scannerFromEnvironment } from "./node/environment.ts";
import type { ScannerChoice } from "./scanner.ts";

/**
 * Whether objects that are handed out are frozen. `"dev"`: unless `NODE_ENV` is `production`. Freezing costs about 11
 * µs for a Pod.
 */
export type FreezePolicy = "dev" | "always" | "never";

/** How entries of one source are made. */
export interface EntryOptions {
  /** Filled in on objects that do not say it themselves, as the items of a list. */
  readonly apiVersion?: string | undefined;
  /** Filled in on objects that do not say it themselves, as the items of a list. */
  readonly kind?: string | undefined;
  /** Whether decoded objects are frozen. Default `"dev"`. */
  readonly freeze?: FreezePolicy | undefined;
  /** What `freeze: "dev"` depends on. Default: whether `NODE_ENV` is `production`. */
  readonly production?: boolean | undefined;
  /** Keep `metadata.managedFields`, about a quarter of the bytes, which few programs read. Default `false`. */
  readonly keepManagedFields?: boolean | undefined;
  /**
   * Check each object as a whole when it arrives, so that one that is not JSON is refused then and there. Default
   * `false`: brackets, the object's own keys, its metadata and UTF-8 are always checked, the rest when a caller reads
   * it, and reading throws an UndecodableObjectError then. Costs about 3 µs for a Pod of 4 KB; with the scanner in
   * JavaScript, a `JSON.parse`.
   */
  readonly verify?: boolean | undefined;
  /**
   * Which scanner finds the brackets of JSON; the results do not depend on it. Default `"auto"`, or what the
   * environment variable `CLIENT_TS_SCANNER` says.
   */
  readonly scanner?: ScannerChoice | undefined;
  /**
   * What arrived in a form that cannot be decoded, in lists and watches before. Default: nothing, so that a list or
   * watch with such an object fails.
   */
  readonly failed?: FailedObjects | undefined;
}

/** What all entries of one source share. */
export class EntryContext {
  readonly format: ByteFormat;
  readonly freeze: boolean;
  readonly keepManagedFields: boolean;
  readonly verify: boolean;
  readonly scanner: ScannerChoice;
  readonly failed: FailedObjects;
  /** An object arrived for the first time in a form that cannot be decoded: the list or watch fails with this. */
  refused: UndecodableObjectError | undefined;
  /** May become known only at the end of a list, whose `kind` can come last. */
  apiVersion: string;
  kind: string;

  /** `format` is how the bytes are read. Default: as JSON. */
  constructor(options: EntryOptions = {}, format?: ByteFormat) {
    const {
      apiVersion = "",
      kind = "",
      freeze,
      production,
      keepManagedFields = false,
      verify = false,
      scanner,
    } = options;
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.freeze = isFrozen(freeze, production);
    this.keepManagedFields = keepManagedFields;
    this.verify = verify;
    this.scanner = scanner ?? scannerFromEnvironment();
    this.failed = options.failed ?? new FailedObjects();
    this.format = format ?? jsonFormat(this.scanner);
  }
}

/** Whether objects are frozen under a policy. */
export function isFrozen(policy: FreezePolicy = "dev", production?: boolean): boolean {
  return policy === "always" || (policy === "dev" && !(production ?? isProduction()));
}

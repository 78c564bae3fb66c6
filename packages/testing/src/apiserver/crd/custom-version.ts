import type { Json } from "../objects.ts";
import type { Conversion } from "../webhooks/conversion.ts";

/** A column that a definition asks to be printed. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
  readonly jsonPath: string;
}

/** What the server needs to know about one version of a custom kind. */
export interface CustomVersion {
  /** The definition's `openAPIV3Schema`. */
  readonly schema: Json | undefined;
  /** Unknown fields are kept (`preserveUnknownFields` at the root). */
  readonly selectableFields: readonly string[];
  readonly columns: readonly PrinterColumn[];
  readonly hasStatus: boolean;
  readonly scalePaths:
    | { readonly spec: string; readonly status: string; readonly selector: string | undefined }
    | undefined;
  readonly deprecationWarning: string | undefined;
  /** Set when a webhook converts between the versions. */
  readonly conversion?: Conversion | undefined;
  /** The version in which objects are kept. */
  readonly storageVersion?: string | undefined;
  /** The schema of that version: what it does not have is not kept. */
  readonly storageSchema?: Json | undefined;
}

import type { Json } from "../objects.ts";

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
}

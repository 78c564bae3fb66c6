/** Custom resources: defined by schemas, installed, and generated as TypeScript. */
export { defineCustomResource, installCRDs, uninstallCRDs, generateTypes } from "../codegen/index.ts";
export type { CustomResource, CustomResourceOptions, FieldError } from "../codegen/index.ts";

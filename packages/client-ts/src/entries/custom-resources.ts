/** Custom resources: defined by schemas, installed, and generated as TypeScript. */
export { defineCustomResource, installCRDs, uninstallCRDs, generateTypes } from "../codegen/index.ts";
export type {
  CustomResource,
  CustomResourceOptions,
  InstallCRDsOptions,
  InstalledCRD,
} from "../codegen/index.ts";

/** Custom resources: definitions are installed, and TypeScript is generated from them. */
export { installCRDs, uninstallCRDs, generateTypes } from "../codegen/index.ts";
export type { InstallCRDsOptions, InstalledCRD, UninstallCRDsOptions } from "../codegen/index.ts";

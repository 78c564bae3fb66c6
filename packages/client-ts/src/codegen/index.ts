/** Types from CustomResourceDefinitions, and CustomResourceDefinitions from schemas. */
export { emitKinds, generateTypes } from "./generate-types.ts";
export type { DefinitionSource } from "./read-definition.ts";
export { definitionsIn } from "./definitions-in.ts";
export type { ClusterKindsOptions } from "./openapi-kinds.ts";
export { readClusterKinds } from "./openapi-kinds.ts";
export { readDefinitionFiles } from "./node/definition-files.ts";
export type { FileChanges } from "./node/generated-files.ts";
export { compareFiles, writeFiles } from "./node/generated-files.ts";
export type { CRDSource, InstallCRDsOptions, InstalledCRD, UninstallCRDsOptions } from "./install-crds.ts";
export { installCRDs, uninstallCRDs } from "./install-crds.ts";
export type { CustomResource, CustomResourceOptions, CustomResourceVersionOptions } from "./define-custom-resource.ts";
export { defineCustomResource } from "./define-custom-resource.ts";
export type { InferSchema, JsonSchema, StandardJsonSchema } from "./json-schema.ts";
export type { FieldError } from "./field-error.ts";
export { duplicateValue, invalidValue, notSupported, required, tooLong } from "./field-error.ts";
export type { MatchPattern } from "./validate-value.ts";
export { validateValue } from "./validate-value.ts";

// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { Status } from "../../errors/index.ts";
import type { KubeList, KubeObject, Resource } from "../../meta/index.ts";

/** `customresourcedefinitions` of `apiextensions.k8s.io/v1`, of the cluster. */
export interface CustomResourceDefinition extends KubeObject {
  spec: CustomResourceDefinitionSpec;
  status?: CustomResourceDefinitionStatus;
}

/** `customresourcedefinitions` of `apiextensions.k8s.io/v1`, of the cluster. */
export const CustomResourceDefinition: Resource<CustomResourceDefinition, { scope: "Cluster"; plural: "customresourcedefinitions"; accessor: "customResourceDefinitions"; status: true }> = {
  group: "apiextensions.k8s.io",
  version: "v1",
  kind: "CustomResourceDefinition",
  plural: "customresourcedefinitions",
  scope: "Cluster",
  accessor: "customResourceDefinitions",
  singular: "customresourcedefinition",
  shortNames: ["crd", "crds"],
  categories: ["api-extensions"],
  status: true,
};

/** A list of CustomResourceDefinition as the server sends it. */
export interface CustomResourceDefinitionList extends KubeList<CustomResourceDefinition> {}

/** In `CustomResourceDefinitionCondition.status`. */
export type ConditionStatus = "True" | "False" | "Unknown" | (string & {});

/** In `ConversionReview.request`. */
export interface ConversionRequest {
  uid: string;
  desiredAPIVersion: string;
  objects: unknown[];
}

/** In `ConversionReview.response`. */
export interface ConversionResponse {
  uid: string;
  convertedObjects: unknown[];
  result: Status;
}

/** No field of another type refers to it. */
export interface ConversionReview {
  request?: ConversionRequest;
  response?: ConversionResponse;
  kind?: string;
  apiVersion?: string;
}

/** In `CustomResourceConversion.strategy`. */
export type ConversionStrategyType = "None" | "Webhook" | (string & {});

/** In `CustomResourceDefinitionVersion.additionalPrinterColumns`. */
export interface CustomResourceColumnDefinition {
  name: string;
  type: string;
  format?: string;
  description?: string;
  priority?: number;
  jsonPath: string;
}

/** In `CustomResourceDefinitionSpec.conversion`. */
export interface CustomResourceConversion {
  strategy: ConversionStrategyType;
  webhook?: WebhookConversion;
}

/** In `CustomResourceDefinitionStatus.conditions`. */
export interface CustomResourceDefinitionCondition {
  type: CustomResourceDefinitionConditionType;
  status: ConditionStatus;
  lastTransitionTime?: string;
  reason?: string;
  message?: string;
  observedGeneration?: number;
}

/** In `CustomResourceDefinitionCondition.type`. */
export type CustomResourceDefinitionConditionType = "Established" | "NamesAccepted" | "NonStructuralSchema" | "Terminating" | "KubernetesAPIApprovalPolicyConformant" | "StorageMigrating" | (string & {});

/** In `CustomResourceDefinitionSpec.names` and one more place. */
export interface CustomResourceDefinitionNames {
  plural: string;
  singular?: string;
  shortNames?: string[];
  kind: string;
  listKind?: string;
  categories?: string[];
}

/** In `CustomResourceDefinition.spec`. */
export interface CustomResourceDefinitionSpec {
  group: string;
  names: CustomResourceDefinitionNames;
  scope: ResourceScope;
  versions: CustomResourceDefinitionVersion[];
  conversion?: CustomResourceConversion;
  preserveUnknownFields?: boolean;
}

/** In `CustomResourceDefinition.status`. */
export interface CustomResourceDefinitionStatus {
  conditions?: CustomResourceDefinitionCondition[];
  acceptedNames?: CustomResourceDefinitionNames;
  storedVersions?: string[];
  observedGeneration?: number;
}

/** In `CustomResourceDefinitionSpec.versions`. */
export interface CustomResourceDefinitionVersion {
  name: string;
  served: boolean;
  storage: boolean;
  deprecated?: boolean;
  deprecationWarning?: string;
  schema?: CustomResourceValidation;
  subresources?: CustomResourceSubresources;
  additionalPrinterColumns?: CustomResourceColumnDefinition[];
  selectableFields?: SelectableField[];
}

/** In `CustomResourceSubresources.scale`. */
export interface CustomResourceSubresourceScale {
  specReplicasPath: string;
  statusReplicasPath: string;
  labelSelectorPath?: string;
}

/** In `CustomResourceSubresources.status`. */
export interface CustomResourceSubresourceStatus {}

/** In `CustomResourceDefinitionVersion.subresources`. */
export interface CustomResourceSubresources {
  status?: CustomResourceSubresourceStatus;
  scale?: CustomResourceSubresourceScale;
}

/** In `CustomResourceDefinitionVersion.schema`. */
export interface CustomResourceValidation {
  openAPIV3Schema?: JSONSchemaProps;
}

/** In `JSONSchemaProps.externalDocs`. */
export interface ExternalDocumentation {
  description?: string;
  url?: string;
}

/** In `ValidationRule.reason`. */
export type FieldValueErrorReason = "FieldValueRequired" | "FieldValueDuplicate" | "FieldValueInvalid" | "FieldValueForbidden" | (string & {});

/** In `JSONSchemaProps.definitions`. */
export type JSONSchemaDefinitions = { [key: string]: JSONSchemaProps };

/** In `JSONSchemaProps.dependencies`. */
export type JSONSchemaDependencies = { [key: string]: JSONSchemaProps | string[] };

/** In `CustomResourceValidation.openAPIV3Schema` and 7 more places. */
export interface JSONSchemaProps {
  id?: string;
  $schema?: string;
  $ref?: string;
  description?: string;
  type?: string;
  format?: string;
  title?: string;
  default?: unknown;
  maximum?: number;
  exclusiveMaximum?: boolean;
  minimum?: number;
  exclusiveMinimum?: boolean;
  maxLength?: number;
  minLength?: number;
  pattern?: string;
  maxItems?: number;
  minItems?: number;
  uniqueItems?: boolean;
  multipleOf?: number;
  enum?: unknown[];
  maxProperties?: number;
  minProperties?: number;
  required?: string[];
  items?: JSONSchemaProps | JSONSchemaProps[];
  allOf?: JSONSchemaProps[];
  oneOf?: JSONSchemaProps[];
  anyOf?: JSONSchemaProps[];
  not?: JSONSchemaProps;
  properties?: { [key: string]: JSONSchemaProps };
  additionalProperties?: JSONSchemaProps | boolean;
  patternProperties?: { [key: string]: JSONSchemaProps };
  dependencies?: JSONSchemaDependencies;
  additionalItems?: JSONSchemaProps | boolean;
  definitions?: JSONSchemaDefinitions;
  externalDocs?: ExternalDocumentation;
  example?: unknown;
  nullable?: boolean;
  "x-kubernetes-preserve-unknown-fields"?: boolean;
  "x-kubernetes-embedded-resource"?: boolean;
  "x-kubernetes-int-or-string"?: boolean;
  "x-kubernetes-list-map-keys"?: string[];
  "x-kubernetes-list-type"?: string;
  "x-kubernetes-map-type"?: string;
  "x-kubernetes-validations"?: ValidationRules;
}

/** In `CustomResourceDefinitionSpec.scope`. */
export type ResourceScope = "Cluster" | "Namespaced" | (string & {});

/** In `CustomResourceDefinitionVersion.selectableFields`. */
export interface SelectableField {
  jsonPath: string;
}

/** In `WebhookClientConfig.service`. */
export interface ServiceReference {
  namespace: string;
  name: string;
  path?: string;
  port?: number;
}

/** In `ValidationRules`. */
export interface ValidationRule {
  rule: string;
  message?: string;
  messageExpression?: string;
  reason?: FieldValueErrorReason;
  fieldPath?: string;
  optionalOldSelf?: boolean;
}

/** In `JSONSchemaProps.x-kubernetes-validations`. */
export type ValidationRules = ValidationRule[];

/** In `WebhookConversion.clientConfig`. */
export interface WebhookClientConfig {
  url?: string;
  service?: ServiceReference;
  caBundle?: string;
}

/** In `CustomResourceConversion.webhook`. */
export interface WebhookConversion {
  clientConfig?: WebhookClientConfig;
  conversionReviewVersions: string[];
}

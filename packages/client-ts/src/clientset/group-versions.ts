// Made by `codegen/src/clientset-generate.ts` from packages/client-ts/src/api; do not edit.
import * as admissionregistrationV1 from "../api/admissionregistration/v1.ts";
import * as admissionregistrationV1alpha1 from "../api/admissionregistration/v1alpha1.ts";
import * as admissionregistrationV1beta1 from "../api/admissionregistration/v1beta1.ts";
import * as apiextensionsV1 from "../api/apiextensions/v1.ts";
import * as apiregistrationV1 from "../api/apiregistration/v1.ts";
import * as apiserverinternalV1alpha1 from "../api/apiserverinternal/v1alpha1.ts";
import * as appsV1 from "../api/apps/v1.ts";
import * as appsV1beta1 from "../api/apps/v1beta1.ts";
import * as appsV1beta2 from "../api/apps/v1beta2.ts";
import * as authenticationV1 from "../api/authentication/v1.ts";
import * as authenticationV1alpha1 from "../api/authentication/v1alpha1.ts";
import * as authenticationV1beta1 from "../api/authentication/v1beta1.ts";
import * as authorizationV1 from "../api/authorization/v1.ts";
import * as authorizationV1beta1 from "../api/authorization/v1beta1.ts";
import * as autoscalingV1 from "../api/autoscaling/v1.ts";
import * as autoscalingV2 from "../api/autoscaling/v2.ts";
import * as batchV1 from "../api/batch/v1.ts";
import * as batchV1beta1 from "../api/batch/v1beta1.ts";
import * as certificatesV1 from "../api/certificates/v1.ts";
import * as certificatesV1alpha1 from "../api/certificates/v1alpha1.ts";
import * as certificatesV1beta1 from "../api/certificates/v1beta1.ts";
import * as coordinationV1 from "../api/coordination/v1.ts";
import * as coordinationV1alpha2 from "../api/coordination/v1alpha2.ts";
import * as coordinationV1beta1 from "../api/coordination/v1beta1.ts";
import * as coreV1 from "../api/core/v1.ts";
import * as discoveryV1 from "../api/discovery/v1.ts";
import * as discoveryV1beta1 from "../api/discovery/v1beta1.ts";
import * as eventsV1 from "../api/events/v1.ts";
import * as eventsV1beta1 from "../api/events/v1beta1.ts";
import * as extensionsV1beta1 from "../api/extensions/v1beta1.ts";
import * as flowcontrolV1 from "../api/flowcontrol/v1.ts";
import * as flowcontrolV1beta1 from "../api/flowcontrol/v1beta1.ts";
import * as flowcontrolV1beta2 from "../api/flowcontrol/v1beta2.ts";
import * as flowcontrolV1beta3 from "../api/flowcontrol/v1beta3.ts";
import * as lifecycleV1alpha1 from "../api/lifecycle/v1alpha1.ts";
import * as networkingV1 from "../api/networking/v1.ts";
import * as networkingV1beta1 from "../api/networking/v1beta1.ts";
import * as nodeV1 from "../api/node/v1.ts";
import * as nodeV1alpha1 from "../api/node/v1alpha1.ts";
import * as nodeV1beta1 from "../api/node/v1beta1.ts";
import * as policyV1 from "../api/policy/v1.ts";
import * as policyV1beta1 from "../api/policy/v1beta1.ts";
import * as rbacV1 from "../api/rbac/v1.ts";
import * as rbacV1alpha1 from "../api/rbac/v1alpha1.ts";
import * as rbacV1beta1 from "../api/rbac/v1beta1.ts";
import * as resourceV1 from "../api/resource/v1.ts";
import * as resourceV1alpha3 from "../api/resource/v1alpha3.ts";
import * as resourceV1beta1 from "../api/resource/v1beta1.ts";
import * as resourceV1beta2 from "../api/resource/v1beta2.ts";
import * as schedulingV1 from "../api/scheduling/v1.ts";
import * as schedulingV1alpha3 from "../api/scheduling/v1alpha3.ts";
import * as schedulingV1beta1 from "../api/scheduling/v1beta1.ts";
import * as storageV1 from "../api/storage/v1.ts";
import * as storageV1alpha1 from "../api/storage/v1alpha1.ts";
import * as storageV1beta1 from "../api/storage/v1beta1.ts";
import * as storagemigrationV1 from "../api/storagemigration/v1.ts";
import * as storagemigrationV1beta1 from "../api/storagemigration/v1beta1.ts";

/** The modules of all built-in groups and versions, by the names that the clientset has. */
export interface GroupVersionModules {
  readonly admissionregistration: {
    readonly v1: typeof admissionregistrationV1;
    readonly v1alpha1: typeof admissionregistrationV1alpha1;
    readonly v1beta1: typeof admissionregistrationV1beta1;
  };
  readonly apiextensions: { readonly v1: typeof apiextensionsV1 };
  readonly apiregistration: { readonly v1: typeof apiregistrationV1 };
  readonly internal: { readonly v1alpha1: typeof apiserverinternalV1alpha1 };
  readonly apps: {
    readonly v1: typeof appsV1;
    readonly v1beta1: typeof appsV1beta1;
    readonly v1beta2: typeof appsV1beta2;
  };
  readonly authentication: {
    readonly v1: typeof authenticationV1;
    readonly v1alpha1: typeof authenticationV1alpha1;
    readonly v1beta1: typeof authenticationV1beta1;
  };
  readonly authorization: { readonly v1: typeof authorizationV1; readonly v1beta1: typeof authorizationV1beta1 };
  readonly autoscaling: { readonly v1: typeof autoscalingV1; readonly v2: typeof autoscalingV2 };
  readonly batch: { readonly v1: typeof batchV1; readonly v1beta1: typeof batchV1beta1 };
  readonly certificates: {
    readonly v1: typeof certificatesV1;
    readonly v1alpha1: typeof certificatesV1alpha1;
    readonly v1beta1: typeof certificatesV1beta1;
  };
  readonly coordination: {
    readonly v1: typeof coordinationV1;
    readonly v1alpha2: typeof coordinationV1alpha2;
    readonly v1beta1: typeof coordinationV1beta1;
  };
  readonly core: { readonly v1: typeof coreV1 };
  readonly discovery: { readonly v1: typeof discoveryV1; readonly v1beta1: typeof discoveryV1beta1 };
  readonly events: { readonly v1: typeof eventsV1; readonly v1beta1: typeof eventsV1beta1 };
  readonly extensions: { readonly v1beta1: typeof extensionsV1beta1 };
  readonly flowcontrol: {
    readonly v1: typeof flowcontrolV1;
    readonly v1beta1: typeof flowcontrolV1beta1;
    readonly v1beta2: typeof flowcontrolV1beta2;
    readonly v1beta3: typeof flowcontrolV1beta3;
  };
  readonly lifecycle: { readonly v1alpha1: typeof lifecycleV1alpha1 };
  readonly networking: { readonly v1: typeof networkingV1; readonly v1beta1: typeof networkingV1beta1 };
  readonly node: {
    readonly v1: typeof nodeV1;
    readonly v1alpha1: typeof nodeV1alpha1;
    readonly v1beta1: typeof nodeV1beta1;
  };
  readonly policy: { readonly v1: typeof policyV1; readonly v1beta1: typeof policyV1beta1 };
  readonly rbac: {
    readonly v1: typeof rbacV1;
    readonly v1alpha1: typeof rbacV1alpha1;
    readonly v1beta1: typeof rbacV1beta1;
  };
  readonly resource: {
    readonly v1: typeof resourceV1;
    readonly v1alpha3: typeof resourceV1alpha3;
    readonly v1beta1: typeof resourceV1beta1;
    readonly v1beta2: typeof resourceV1beta2;
  };
  readonly scheduling: {
    readonly v1: typeof schedulingV1;
    readonly v1alpha3: typeof schedulingV1alpha3;
    readonly v1beta1: typeof schedulingV1beta1;
  };
  readonly storage: {
    readonly v1: typeof storageV1;
    readonly v1alpha1: typeof storageV1alpha1;
    readonly v1beta1: typeof storageV1beta1;
  };
  readonly storagemigration: {
    readonly v1: typeof storagemigrationV1;
    readonly v1beta1: typeof storagemigrationV1beta1;
  };
}

/** Every built-in kind's descriptor, by group, version and kind. */
export const groupVersionModules: GroupVersionModules = {
  admissionregistration: {
    v1: admissionregistrationV1,
    v1alpha1: admissionregistrationV1alpha1,
    v1beta1: admissionregistrationV1beta1,
  },
  apiextensions: { v1: apiextensionsV1 },
  apiregistration: { v1: apiregistrationV1 },
  internal: { v1alpha1: apiserverinternalV1alpha1 },
  apps: { v1: appsV1, v1beta1: appsV1beta1, v1beta2: appsV1beta2 },
  authentication: { v1: authenticationV1, v1alpha1: authenticationV1alpha1, v1beta1: authenticationV1beta1 },
  authorization: { v1: authorizationV1, v1beta1: authorizationV1beta1 },
  autoscaling: { v1: autoscalingV1, v2: autoscalingV2 },
  batch: { v1: batchV1, v1beta1: batchV1beta1 },
  certificates: { v1: certificatesV1, v1alpha1: certificatesV1alpha1, v1beta1: certificatesV1beta1 },
  coordination: { v1: coordinationV1, v1alpha2: coordinationV1alpha2, v1beta1: coordinationV1beta1 },
  core: { v1: coreV1 },
  discovery: { v1: discoveryV1, v1beta1: discoveryV1beta1 },
  events: { v1: eventsV1, v1beta1: eventsV1beta1 },
  extensions: { v1beta1: extensionsV1beta1 },
  flowcontrol: {
    v1: flowcontrolV1,
    v1beta1: flowcontrolV1beta1,
    v1beta2: flowcontrolV1beta2,
    v1beta3: flowcontrolV1beta3,
  },
  lifecycle: { v1alpha1: lifecycleV1alpha1 },
  networking: { v1: networkingV1, v1beta1: networkingV1beta1 },
  node: { v1: nodeV1, v1alpha1: nodeV1alpha1, v1beta1: nodeV1beta1 },
  policy: { v1: policyV1, v1beta1: policyV1beta1 },
  rbac: { v1: rbacV1, v1alpha1: rbacV1alpha1, v1beta1: rbacV1beta1 },
  resource: { v1: resourceV1, v1alpha3: resourceV1alpha3, v1beta1: resourceV1beta1, v1beta2: resourceV1beta2 },
  scheduling: { v1: schedulingV1, v1alpha3: schedulingV1alpha3, v1beta1: schedulingV1beta1 },
  storage: { v1: storageV1, v1alpha1: storageV1alpha1, v1beta1: storageV1beta1 },
  storagemigration: { v1: storagemigrationV1, v1beta1: storagemigrationV1beta1 },
};

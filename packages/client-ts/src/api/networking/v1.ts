// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, LabelSelector, Resource } from "../../meta/index.ts";
import type { Protocol, TypedLocalObjectReference } from "../core/v1.ts";
import type { Condition } from "../meta/v1.ts";

/** `ipaddresses` of `networking.k8s.io/v1`, of the cluster. */
export interface IPAddress extends KubeObject {
  spec: IPAddressSpec;
}

/** `ipaddresses` of `networking.k8s.io/v1`, of the cluster. */
export const IPAddress: Resource<IPAddress, { scope: "Cluster"; plural: "ipaddresses"; accessor: "ipAddresses" }> = {
  group: "networking.k8s.io",
  version: "v1",
  kind: "IPAddress",
  plural: "ipaddresses",
  scope: "Cluster",
  accessor: "ipAddresses",
  singular: "ipaddress",
  shortNames: ["ip"],
};

/** `ingresses` of `networking.k8s.io/v1`, in a namespace. */
export interface Ingress extends KubeObject {
  spec?: IngressSpec;
  status?: IngressStatus;
}

/** `ingresses` of `networking.k8s.io/v1`, in a namespace. */
export const Ingress: Resource<Ingress, { scope: "Namespaced"; plural: "ingresses"; status: true }> = {
  group: "networking.k8s.io",
  version: "v1",
  kind: "Ingress",
  plural: "ingresses",
  scope: "Namespaced",
  singular: "ingress",
  shortNames: ["ing"],
  status: true,
};

/** `ingressclasses` of `networking.k8s.io/v1`, of the cluster. */
export interface IngressClass extends KubeObject {
  spec?: IngressClassSpec;
}

/** `ingressclasses` of `networking.k8s.io/v1`, of the cluster. */
export const IngressClass: Resource<IngressClass, { scope: "Cluster"; plural: "ingressclasses"; accessor: "ingressClasses" }> = {
  group: "networking.k8s.io",
  version: "v1",
  kind: "IngressClass",
  plural: "ingressclasses",
  scope: "Cluster",
  accessor: "ingressClasses",
  singular: "ingressclass",
};

/** `networkpolicies` of `networking.k8s.io/v1`, in a namespace. */
export interface NetworkPolicy extends KubeObject {
  spec?: NetworkPolicySpec;
}

/** `networkpolicies` of `networking.k8s.io/v1`, in a namespace. */
export const NetworkPolicy: Resource<NetworkPolicy, { scope: "Namespaced"; plural: "networkpolicies"; accessor: "networkPolicies" }> = {
  group: "networking.k8s.io",
  version: "v1",
  kind: "NetworkPolicy",
  plural: "networkpolicies",
  scope: "Namespaced",
  accessor: "networkPolicies",
  singular: "networkpolicy",
  shortNames: ["netpol"],
};

/** `servicecidrs` of `networking.k8s.io/v1`, of the cluster. */
export interface ServiceCIDR extends KubeObject {
  spec?: ServiceCIDRSpec;
  status?: ServiceCIDRStatus;
}

/** `servicecidrs` of `networking.k8s.io/v1`, of the cluster. */
export const ServiceCIDR: Resource<ServiceCIDR, { scope: "Cluster"; plural: "servicecidrs"; accessor: "serviceCIDRs"; status: true }> = {
  group: "networking.k8s.io",
  version: "v1",
  kind: "ServiceCIDR",
  plural: "servicecidrs",
  scope: "Cluster",
  accessor: "serviceCIDRs",
  singular: "servicecidr",
  status: true,
};

/** A list of IPAddress as the server sends it. */
export interface IPAddressList extends KubeList<IPAddress> {}

/** A list of IngressClass as the server sends it. */
export interface IngressClassList extends KubeList<IngressClass> {}

/** A list of Ingress as the server sends it. */
export interface IngressList extends KubeList<Ingress> {}

/** A list of NetworkPolicy as the server sends it. */
export interface NetworkPolicyList extends KubeList<NetworkPolicy> {}

/** A list of ServiceCIDR as the server sends it. */
export interface ServiceCIDRList extends KubeList<ServiceCIDR> {}

/** In `HTTPIngressRuleValue.paths`. */
export interface HTTPIngressPath {
  path?: string;
  pathType: PathType;
  backend: IngressBackend;
}

/** In `IngressRuleValue.http`. */
export interface HTTPIngressRuleValue {
  paths: HTTPIngressPath[];
}

/** In `IPAddress.spec`. */
export interface IPAddressSpec {
  parentRef: ParentReference;
}

/** In `NetworkPolicyPeer.ipBlock`. */
export interface IPBlock {
  cidr: string;
  except?: string[];
}

/** In `HTTPIngressPath.backend` and one more place. */
export interface IngressBackend {
  service?: IngressServiceBackend;
  resource?: TypedLocalObjectReference;
}

/** In `IngressClassSpec.parameters`. */
export interface IngressClassParametersReference {
  apiGroup?: string;
  kind: string;
  name: string;
  scope?: string;
  namespace?: string;
}

/** In `IngressClass.spec`. */
export interface IngressClassSpec {
  controller?: string;
  parameters?: IngressClassParametersReference;
}

/** In `IngressLoadBalancerStatus.ingress`. */
export interface IngressLoadBalancerIngress {
  ip?: string;
  hostname?: string;
  ports?: IngressPortStatus[];
}

/** In `IngressStatus.loadBalancer`. */
export interface IngressLoadBalancerStatus {
  ingress?: IngressLoadBalancerIngress[];
}

/** In `IngressLoadBalancerIngress.ports`. */
export interface IngressPortStatus {
  port: number;
  protocol: Protocol;
  error?: string;
}

/** In `IngressSpec.rules`. */
export interface IngressRule extends IngressRuleValue {
  host?: string;
}

/** In `IngressRule`. */
export interface IngressRuleValue {
  http?: HTTPIngressRuleValue;
}

/** In `IngressBackend.service`. */
export interface IngressServiceBackend {
  name: string;
  port?: ServiceBackendPort;
}

/** In `Ingress.spec`. */
export interface IngressSpec {
  ingressClassName?: string;
  defaultBackend?: IngressBackend;
  tls?: IngressTLS[];
  rules?: IngressRule[];
}

/** In `Ingress.status`. */
export interface IngressStatus {
  loadBalancer?: IngressLoadBalancerStatus;
}

/** In `IngressSpec.tls`. */
export interface IngressTLS {
  hosts?: string[];
  secretName?: string;
}

/** In `NetworkPolicySpec.egress`. */
export interface NetworkPolicyEgressRule {
  ports?: NetworkPolicyPort[];
  to?: NetworkPolicyPeer[];
}

/** In `NetworkPolicySpec.ingress`. */
export interface NetworkPolicyIngressRule {
  ports?: NetworkPolicyPort[];
  from?: NetworkPolicyPeer[];
}

/** In `NetworkPolicyEgressRule.to` and one more place. */
export interface NetworkPolicyPeer {
  podSelector?: LabelSelector;
  namespaceSelector?: LabelSelector;
  ipBlock?: IPBlock;
}

/** In `NetworkPolicyEgressRule.ports` and one more place. */
export interface NetworkPolicyPort {
  protocol?: Protocol;
  port?: number | string;
  endPort?: number;
}

/** In `NetworkPolicy.spec`. */
export interface NetworkPolicySpec {
  podSelector?: LabelSelector;
  ingress?: NetworkPolicyIngressRule[];
  egress?: NetworkPolicyEgressRule[];
  policyTypes?: PolicyType[];
}

/** In `IPAddressSpec.parentRef`. */
export interface ParentReference {
  group?: string;
  resource: string;
  namespace?: string;
  name: string;
}

/** In `HTTPIngressPath.pathType`. */
export type PathType = "Exact" | "Prefix" | "ImplementationSpecific" | (string & {});

/** In `NetworkPolicySpec.policyTypes`. */
export type PolicyType = "Ingress" | "Egress" | (string & {});

/** In `IngressServiceBackend.port`. */
export interface ServiceBackendPort {
  name?: string;
  number?: number;
}

/** In `ServiceCIDR.spec`. */
export interface ServiceCIDRSpec {
  cidrs?: string[];
}

/** In `ServiceCIDR.status`. */
export interface ServiceCIDRStatus {
  conditions?: Condition[];
}

// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, LabelSelector, Resource } from "../../meta/index.ts";
import type { ConditionStatus, ResourceName } from "../core/v1.ts";

/** `horizontalpodautoscalers` of `autoscaling/v2`, in a namespace. */
export interface HorizontalPodAutoscaler extends KubeObject {
  spec: HorizontalPodAutoscalerSpec;
  status?: HorizontalPodAutoscalerStatus;
}

/** `horizontalpodautoscalers` of `autoscaling/v2`, in a namespace. */
export const HorizontalPodAutoscaler: Resource<HorizontalPodAutoscaler, { scope: "Namespaced"; plural: "horizontalpodautoscalers"; accessor: "horizontalPodAutoscalers"; status: true }> = {
  group: "autoscaling",
  version: "v2",
  kind: "HorizontalPodAutoscaler",
  plural: "horizontalpodautoscalers",
  scope: "Namespaced",
  accessor: "horizontalPodAutoscalers",
  singular: "horizontalpodautoscaler",
  shortNames: ["hpa"],
  categories: ["all"],
  status: true,
};

/** A list of HorizontalPodAutoscaler as the server sends it. */
export interface HorizontalPodAutoscalerList extends KubeList<HorizontalPodAutoscaler> {}

/** In `MetricSpec.containerResource`. */
export interface ContainerResourceMetricSource {
  name: ResourceName;
  target: MetricTarget;
  container: string;
}

/** In `MetricStatus.containerResource`. */
export interface ContainerResourceMetricStatus {
  name: ResourceName;
  current: MetricValueStatus;
  container: string;
}

/** In `HorizontalPodAutoscalerSpec.scaleTargetRef` and 2 more places. */
export interface CrossVersionObjectReference {
  kind: string;
  name: string;
  apiVersion?: string;
}

/** In `MetricSpec.external`. */
export interface ExternalMetricSource {
  metric: MetricIdentifier;
  target: MetricTarget;
}

/** In `MetricStatus.external`. */
export interface ExternalMetricStatus {
  metric: MetricIdentifier;
  current: MetricValueStatus;
}

/** In `HPAScalingRules.policies`. */
export interface HPAScalingPolicy {
  type: HPAScalingPolicyType;
  value: number;
  periodSeconds: number;
}

/** In `HPAScalingPolicy.type`. */
export type HPAScalingPolicyType = "Pods" | "Percent" | (string & {});

/** In `HorizontalPodAutoscalerBehavior.scaleUp` and one more place. */
export interface HPAScalingRules {
  stabilizationWindowSeconds?: number;
  selectPolicy?: ScalingPolicySelect;
  policies?: HPAScalingPolicy[];
  tolerance?: string;
}

/** In `HorizontalPodAutoscalerSpec.behavior`. */
export interface HorizontalPodAutoscalerBehavior {
  scaleUp?: HPAScalingRules;
  scaleDown?: HPAScalingRules;
}

/** In `HorizontalPodAutoscalerStatus.conditions`. */
export interface HorizontalPodAutoscalerCondition {
  type: HorizontalPodAutoscalerConditionType;
  status: ConditionStatus;
  lastTransitionTime?: string;
  reason?: string;
  message?: string;
  observedGeneration?: number;
}

/** In `HorizontalPodAutoscalerCondition.type`. */
export type HorizontalPodAutoscalerConditionType = "ScalingActive" | "AbleToScale" | "ScalingLimited" | "ScaledToZero" | (string & {});

/** In `HorizontalPodAutoscaler.spec`. */
export interface HorizontalPodAutoscalerSpec {
  scaleTargetRef: CrossVersionObjectReference;
  minReplicas?: number;
  maxReplicas: number;
  metrics?: MetricSpec[];
  behavior?: HorizontalPodAutoscalerBehavior;
}

/** In `HorizontalPodAutoscaler.status`. */
export interface HorizontalPodAutoscalerStatus {
  observedGeneration?: number;
  lastScaleTime?: string;
  currentReplicas?: number;
  desiredReplicas: number;
  currentMetrics?: MetricStatus[];
  conditions?: HorizontalPodAutoscalerCondition[];
}

/** In `ExternalMetricSource.metric` and 5 more places. */
export interface MetricIdentifier {
  name: string;
  selector?: LabelSelector;
}

/** In `MetricSpec.type` and one more place. */
export type MetricSourceType = "Object" | "Pods" | "Resource" | "ContainerResource" | "External" | (string & {});

/** In `HorizontalPodAutoscalerSpec.metrics`. */
export interface MetricSpec {
  type: MetricSourceType;
  object?: ObjectMetricSource;
  pods?: PodsMetricSource;
  resource?: ResourceMetricSource;
  containerResource?: ContainerResourceMetricSource;
  external?: ExternalMetricSource;
}

/** In `HorizontalPodAutoscalerStatus.currentMetrics`. */
export interface MetricStatus {
  type: MetricSourceType;
  object?: ObjectMetricStatus;
  pods?: PodsMetricStatus;
  resource?: ResourceMetricStatus;
  containerResource?: ContainerResourceMetricStatus;
  external?: ExternalMetricStatus;
}

/** In `ContainerResourceMetricSource.target` and 4 more places. */
export interface MetricTarget {
  type: MetricTargetType;
  value?: string;
  averageValue?: string;
  averageUtilization?: number;
}

/** In `MetricTarget.type`. */
export type MetricTargetType = "Utilization" | "Value" | "AverageValue" | (string & {});

/** In `ContainerResourceMetricStatus.current` and 4 more places. */
export interface MetricValueStatus {
  value?: string;
  averageValue?: string;
  averageUtilization?: number;
}

/** In `MetricSpec.object`. */
export interface ObjectMetricSource {
  describedObject: CrossVersionObjectReference;
  target: MetricTarget;
  metric: MetricIdentifier;
}

/** In `MetricStatus.object`. */
export interface ObjectMetricStatus {
  metric: MetricIdentifier;
  current: MetricValueStatus;
  describedObject: CrossVersionObjectReference;
}

/** In `MetricSpec.pods`. */
export interface PodsMetricSource {
  metric: MetricIdentifier;
  target: MetricTarget;
}

/** In `MetricStatus.pods`. */
export interface PodsMetricStatus {
  metric: MetricIdentifier;
  current: MetricValueStatus;
}

/** In `MetricSpec.resource`. */
export interface ResourceMetricSource {
  name: ResourceName;
  target: MetricTarget;
}

/** In `MetricStatus.resource`. */
export interface ResourceMetricStatus {
  name: ResourceName;
  current: MetricValueStatus;
}

/** In `HPAScalingRules.selectPolicy`. */
export type ScalingPolicySelect = "Max" | "Min" | "Disabled" | (string & {});

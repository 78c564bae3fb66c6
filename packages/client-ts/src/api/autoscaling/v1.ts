// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, LabelSelector, Resource } from "../../meta/index.ts";
import type { ConditionStatus, ResourceName } from "../core/v1.ts";

/** `horizontalpodautoscalers` of `autoscaling/v1`, in a namespace. */
export interface HorizontalPodAutoscaler extends KubeObject {
  spec: HorizontalPodAutoscalerSpec;
  status?: HorizontalPodAutoscalerStatus;
}

/** `horizontalpodautoscalers` of `autoscaling/v1`, in a namespace. */
export const HorizontalPodAutoscaler: Resource<HorizontalPodAutoscaler, { scope: "Namespaced"; plural: "horizontalpodautoscalers"; accessor: "horizontalPodAutoscalers"; status: true }> = {
  group: "autoscaling",
  version: "v1",
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
  targetAverageUtilization?: number;
  targetAverageValue?: string;
  container: string;
}

/** In `MetricStatus.containerResource`. */
export interface ContainerResourceMetricStatus {
  name: ResourceName;
  currentAverageUtilization?: number;
  currentAverageValue: string;
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
  metricName: string;
  metricSelector?: LabelSelector;
  targetValue?: string;
  targetAverageValue?: string;
}

/** In `MetricStatus.external`. */
export interface ExternalMetricStatus {
  metricName: string;
  metricSelector?: LabelSelector;
  currentValue: string;
  currentAverageValue?: string;
}

/** No field of another type refers to it. */
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
  targetCPUUtilizationPercentage?: number;
}

/** In `HorizontalPodAutoscaler.status`. */
export interface HorizontalPodAutoscalerStatus {
  observedGeneration?: number;
  lastScaleTime?: string;
  currentReplicas: number;
  desiredReplicas: number;
  currentCPUUtilizationPercentage?: number;
}

/** In `MetricSpec.type` and one more place. */
export type MetricSourceType = "Object" | "Pods" | "Resource" | "ContainerResource" | "External" | (string & {});

/** No field of another type refers to it. */
export interface MetricSpec {
  type: MetricSourceType;
  object?: ObjectMetricSource;
  pods?: PodsMetricSource;
  resource?: ResourceMetricSource;
  containerResource?: ContainerResourceMetricSource;
  external?: ExternalMetricSource;
}

/** No field of another type refers to it. */
export interface MetricStatus {
  type: MetricSourceType;
  object?: ObjectMetricStatus;
  pods?: PodsMetricStatus;
  resource?: ResourceMetricStatus;
  containerResource?: ContainerResourceMetricStatus;
  external?: ExternalMetricStatus;
}

/** In `MetricSpec.object`. */
export interface ObjectMetricSource {
  target: CrossVersionObjectReference;
  metricName: string;
  targetValue: string;
  selector?: LabelSelector;
  averageValue?: string;
}

/** In `MetricStatus.object`. */
export interface ObjectMetricStatus {
  target: CrossVersionObjectReference;
  metricName: string;
  currentValue: string;
  selector?: LabelSelector;
  averageValue?: string;
}

/** In `MetricSpec.pods`. */
export interface PodsMetricSource {
  metricName: string;
  targetAverageValue: string;
  selector?: LabelSelector;
}

/** In `MetricStatus.pods`. */
export interface PodsMetricStatus {
  metricName: string;
  currentAverageValue: string;
  selector?: LabelSelector;
}

/** In `MetricSpec.resource`. */
export interface ResourceMetricSource {
  name: ResourceName;
  targetAverageUtilization?: number;
  targetAverageValue?: string;
}

/** In `MetricStatus.resource`. */
export interface ResourceMetricStatus {
  name: ResourceName;
  currentAverageUtilization?: number;
  currentAverageValue: string;
}

/** No field of another type refers to it. */
export interface Scale extends KubeObject {
  spec?: ScaleSpec;
  status?: ScaleStatus;
}

/** In `Scale.spec`. */
export interface ScaleSpec {
  replicas?: number;
}

/** In `Scale.status`. */
export interface ScaleStatus {
  replicas: number;
  selector?: string;
}

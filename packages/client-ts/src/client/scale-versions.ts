/**
 * The Scale of four API versions. `autoscaling/v1` has the selector as text; the old ones of `extensions` and `apps`
 * have it as a map of labels, and as text in `targetSelector` when labels alone cannot say it.
 */
import type { Scale } from "../api/autoscaling/v1.ts";
import { InvalidArgumentError, ProtocolError } from "../errors/index.ts";
import {
  apiVersionOf,
  type GroupVersionKind,
  type KubeObject,
  type LabelSelector,
  labelSelectorFromSelector,
  parseSelector,
  type Stored,
} from "../meta/index.ts";
import { defined } from "../util/index.ts";

/** The versions of Scale that can be converted. */
export const scaleVersions = ["autoscaling/v1", "apps/v1beta1", "apps/v1beta2", "extensions/v1beta1"] as const;

/** One of {@link scaleVersions}. */
export type ScaleVersion = (typeof scaleVersions)[number];

/** Whether a Scale of this version can be converted. */
export function isScaleVersion(apiVersion: unknown): apiVersion is ScaleVersion {
  return scaleVersions.includes(apiVersion as ScaleVersion);
}

/**
 * The version in which a built-in kind has its Scale, so that discovery is not needed for it; `undefined` for others.
 */
export function builtInScaleVersion(resource: Pick<GroupVersionKind, "group" | "version">): ScaleVersion | undefined {
  return builtIn.get(apiVersionOf(resource));
}

const builtIn: ReadonlyMap<string, ScaleVersion> = new Map([
  ["v1", "autoscaling/v1"],
  ["apps/v1", "autoscaling/v1"],
  ["apps/v1beta1", "apps/v1beta1"],
  ["apps/v1beta2", "apps/v1beta2"],
  ["extensions/v1beta1", "extensions/v1beta1"],
]);

interface OldScale extends KubeObject {
  spec?: { replicas?: number };
  status?: { replicas?: number; selector?: Record<string, string>; targetSelector?: string };
}

/** Whether an object is a Scale of a version that can be converted. */
export function isScale(object: KubeObject | undefined): boolean {
  return object?.kind === "Scale" && isScaleVersion(object.apiVersion);
}

/** A Scale of any version as `autoscaling/v1`. Throws a ProtocolError for anything else. */
export function scaleToV1(object: KubeObject): Stored<Scale> {
  if (!isScale(object)) {
    throw new ProtocolError(
      `expected a Scale, but the server sent a ${String(object?.kind)} of ${String(object?.apiVersion)}`,
    );
  }
  if (object.apiVersion === "autoscaling/v1") return object as Stored<Scale>;
  const { spec, status, metadata } = object as OldScale;
  const selector = status?.targetSelector || labelText(status?.selector);
  return {
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    metadata: metadata as Stored<Scale>["metadata"],
    ...defined({
      spec: spec ? { ...spec } : undefined,
      status: status ? { replicas: status.replicas ?? 0, ...defined({ selector: selector || undefined }) } : undefined,
    }),
  };
}

/** A Scale of `autoscaling/v1` as another version has it. */
export function scaleFromV1(scale: Scale, apiVersion: ScaleVersion): KubeObject {
  if ((scale.kind ?? "Scale") !== "Scale" || (scale.apiVersion ?? "autoscaling/v1") !== "autoscaling/v1") {
    throw new InvalidArgumentError(
      `a Scale of autoscaling/v1 is needed, not a ${String(scale.kind)} of ${String(scale.apiVersion)}`,
    );
  }
  if (apiVersion === "autoscaling/v1") return { ...scale, apiVersion, kind: "Scale" };
  const { spec, status, metadata } = scale;
  const old: OldScale = {
    apiVersion,
    kind: "Scale",
    ...defined({ metadata: metadata ?? undefined, spec: spec ? { ...spec } : undefined }),
  };
  if (!status) return old;
  const { selector } = status;
  const labels = selector === undefined ? undefined : labelsOnly(selector);
  old.status = {
    replicas: status.replicas,
    ...defined({ selector: labels, targetSelector: selector || undefined }),
  };
  return old;
}

/** `a=b,c=d`, sorted. */
function labelText(labels: Readonly<Record<string, string>> = {}): string {
  return Object.keys(labels)
    .sort()
    .map((key) => `${key}=${labels[key]}`)
    .join(",");
}

/** The labels that a selector asks for, when it asks for nothing else. */
function labelsOnly(selector: string): Record<string, string> | undefined {
  let parsed: LabelSelector | undefined;
  try {
    parsed = labelSelectorFromSelector(parseSelector(selector));
  } catch {
    throw new InvalidArgumentError(`the selector ${JSON.stringify(selector)} of the Scale cannot be read`);
  }
  return (parsed?.matchExpressions ?? []).length > 0 ? undefined : parsed?.matchLabels;
}

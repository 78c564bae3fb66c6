import type { Entry } from "../../codec/index.ts";
import { ProtocolError } from "../../errors/index.ts";
import { apiVersionOf, type GroupVersionKind, type KubeObject } from "../../meta/index.ts";

/** Why an object cannot be stored, or `undefined` when it can. A missing kind or apiVersion is not an error. */
export function whyRefused(
  { key, kind, apiVersion, resourceVersion }: Entry<unknown>,
  expected: GroupVersionKind | undefined,
  needsVersion: boolean,
): ProtocolError | undefined {
  if (expected !== undefined && kind !== "" && !isExpected(kind, apiVersion, expected)) {
    return new ProtocolError(`expected ${describeKind(expected)}, got ${apiVersion} ${kind}`);
  }
  if (kind === "Table" && isTable({ apiVersion, kind })) return new ProtocolError("expected an object, got a Table");
  if (key === "") return new ProtocolError("an object without a name cannot be stored");
  if (needsVersion && resourceVersion === "")
    return new ProtocolError(`${key}: an event's object without resourceVersion cannot be stored`);
  return undefined;
}

/** Whether something is a Table, the representation for printing. */
export function isTable(object: unknown): boolean {
  const { apiVersion, kind } = (object ?? {}) as KubeObject;
  return kind === "Table" && (apiVersion === "meta.k8s.io/v1" || apiVersion === "meta.k8s.io/v1beta1");
}

/** `apps/v1 Deployment`, for messages. */
export function describeKind(expected: GroupVersionKind | undefined): string {
  return expected === undefined ? "any kind" : `${apiVersionOf(expected)} ${expected.kind}`;
}

function isExpected(kind: string, apiVersion: string, expected: GroupVersionKind): boolean {
  return kind === expected.kind && (apiVersion === "" || isApiVersionOf(apiVersion, expected));
}

/** Compares with `apiVersionOf` without making it: each event and each object of a list is looked at. */
function isApiVersionOf(apiVersion: string, { group, version }: GroupVersionKind): boolean {
  if (group === "") return apiVersion === version;
  return (
    apiVersion.length === group.length + 1 + version.length &&
    apiVersion.startsWith(group) &&
    apiVersion[group.length] === "/" &&
    apiVersion.endsWith(version)
  );
}

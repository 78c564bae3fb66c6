import { describe, expect, it } from "vitest";
import { accessorName } from "./accessor-name.ts";

describe("the name of a kind in the clientset", () => {
  it.each([
    ["Pod", "pods", "pods"],
    ["ConfigMap", "configmaps", "configMaps"],
    ["EndpointSlice", "endpointslices", "endpointSlices"],
    ["Endpoints", "endpoints", "endpoints"],
    ["NetworkPolicy", "networkpolicies", "networkPolicies"],
    ["PersistentVolumeClaim", "persistentvolumeclaims", "persistentVolumeClaims"],
    ["Ingress", "ingresses", "ingresses"],
    ["CSIDriver", "csidrivers", "csiDrivers"],
    ["CSINode", "csinodes", "csiNodes"],
    ["APIService", "apiservices", "apiServices"],
    ["IPAddress", "ipaddresses", "ipAddresses"],
    ["ServiceCIDR", "servicecidrs", "serviceCIDRs"],
    ["HorizontalPodAutoscaler", "horizontalpodautoscalers", "horizontalPodAutoscalers"],
  ])("of %s (%s) is %s", (kind, plural, name) => {
    expect(accessorName(kind, plural)).toBe(name);
  });
});

/**
 * The name of a kind in the clientset: its plural with the capitals of the kind, as client-go has it, in camelCase.
 * `ConfigMap` and `configmaps` give `configMaps`, `CSIDriver` gives `csiDrivers`, `NetworkPolicy` `networkPolicies`.
 */
export function accessorName(kind: string, plural: string): string {
  let cased = "";
  let same = true;
  for (const [i, letter] of [...plural].entries()) {
    same &&= kind[i]?.toLowerCase() === letter;
    cased += same ? kind[i] : letter;
  }
  return cased.replace(/^[A-Z]+(?![a-z])|^[A-Z]+(?=[A-Z][a-z])|^[A-Z]/, (capitals) => capitals.toLowerCase());
}

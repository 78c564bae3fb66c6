/** The programs of a control plane, in the order in which they start. */
export const partNames = [
  "etcd",
  "kube-apiserver",
  "kube-controller-manager",
  "kube-scheduler",
  "stream-kubelet",
  "kwok",
] as const;

/** One program of a control plane. */
export type PartName = (typeof partNames)[number];

/** A part, or the command line tool that comes with them. */
export type BinaryName = PartName | "kubectl";

/** Every binary of a full set. */
export const binaryNames: readonly BinaryName[] = [...partNames, "kubectl"];

/**
 * Which parts to start. `core` is etcd and kube-apiserver alone: fastest, and nothing runs or changes but what the test
 * does. `all` has controllers, a scheduler, nodes, and Pods that run and stream.
 */
export type Parts = "core" | "all" | readonly PartName[];

/** The parts that a choice stands for, in starting order; etcd and kube-apiserver are always among them. */
export function chosenParts(parts: Parts): readonly PartName[] {
  if (parts === "all") return partNames;
  const wanted = new Set<PartName>(parts === "core" ? [] : parts);
  wanted.add("etcd").add("kube-apiserver");
  return partNames.filter((name) => wanted.has(name));
}

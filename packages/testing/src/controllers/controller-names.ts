import { InvalidArgumentError } from "client-ts/errors";

/** The controllers that the in-memory server can run, in the order in which they start. */
export const controllerNames = [
  "node",
  "serviceaccount",
  "root-ca",
  "scheduler",
  "kubelet",
  "replicaset",
  "deployment",
  "statefulset",
  "daemonset",
  "job",
  "cronjob",
  "endpoints",
  "endpointslice",
] as const;

/**
 * A controller of the in-memory server. `node` keeps nodes ready, `scheduler` binds Pods, `kubelet` lets them run; the
 * others are those of kube-controller-manager with the same names.
 */
export type ControllerName = (typeof controllerNames)[number];

/** What `startApiServer` takes as `controllers`. */
export type ControllerChoice = boolean | "real" | readonly ControllerName[];

/** The mini controllers of a choice. Throws an InvalidArgumentError for a name that is not one of theirs. */
export function chosenControllers(choice: ControllerChoice | undefined): readonly ControllerName[] {
  if (choice === undefined || choice === false) return [];
  if (choice === true || choice === "real") return controllerNames;
  const unknown = Array.isArray(choice)
    ? choice.find((name) => !(controllerNames as readonly string[]).includes(name))
    : choice;
  if (unknown !== undefined)
    throw new InvalidArgumentError(
      `there is no controller ${JSON.stringify(unknown)}: use one of ${controllerNames.join(", ")}`,
    );
  return controllerNames.filter((name) => choice.includes(name));
}

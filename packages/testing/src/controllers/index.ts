/** Controllers for the in-memory API server: small ones of our own, or the real programs. */
export { chosenControllers, controllerNames } from "./controller-names.ts";
export type { ControllerChoice, ControllerName } from "./controller-names.ts";
export type { RunningControllers } from "./start-controllers.ts";

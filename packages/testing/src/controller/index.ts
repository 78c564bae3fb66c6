/** Controllers under test: a manager on an in-memory API server, with a clock that the test moves. */
export type { ControllerRun, RunControllerOptions } from "./run-controller.ts";
export { runController } from "./run-controller.ts";

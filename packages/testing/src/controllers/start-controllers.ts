import type { Client } from "client-ts";
import { allowManyListeners } from "client-ts/internal";
import type { Clock, Logger } from "client-ts/util";
import { type BuiltinController, ControllerFrame, SharedState } from "./controller-frame.ts";
import type { ControllerName } from "./controller-names.ts";
import { cronJobController } from "./cron-job.ts";
import { daemonSetController } from "./daemon-set.ts";
import { deploymentController } from "./deployment.ts";
import { endpointSliceController } from "./endpoint-slices.ts";
import { endpointsController } from "./endpoints.ts";
import { jobController } from "./job.ts";
import { kubelet } from "./kubelet.ts";
import { rootCaController, serviceAccountController } from "./namespace-contents.ts";
import { nodeController } from "./nodes.ts";
import { replicaSetController } from "./replica-set.ts";
import { scheduler } from "./scheduler.ts";
import { statefulSetController } from "./stateful-set.ts";

/** Options of {@link startControllers}. */
export interface StartControllersOptions {
  readonly names: readonly ControllerName[];
  readonly clock: Clock;
  /** Gets a warning when a controller fails and tries again. */
  readonly logger?: Logger | false | undefined;
  /** The certificate of the server's authority, for `root-ca`; without it that controller does nothing. */
  readonly rootCertificate?: string | undefined;
}

/** Controllers that run. */
export interface RunningControllers {
  /** Settles when nothing of them runs any more. The client belongs to the caller. */
  close(): Promise<void>;
}

/** Starts controllers on a client and settles when their caches are filled. */
export async function startControllers(client: Client, options: StartControllersOptions): Promise<RunningControllers> {
  const { names, clock, logger, rootCertificate = "" } = options;
  const shared = new SharedState(client, { clock, logger });
  const stopper = new AbortController();
  allowManyListeners(stopper.signal);
  const frames = names.map((name) => {
    const { component, controller } = known(name, rootCertificate);
    const frame = new ControllerFrame(shared, component);
    controller(frame);
    return frame;
  });
  await shared.start(stopper.signal);
  const running = frames.map((frame) => frame.run(stopper.signal));
  return {
    async close() {
      stopper.abort();
      await Promise.all(running);
      await shared.broadcaster.shutDown();
      await shared.factory.close();
    },
  };
}

/** A controller, and the name under which it reports events. */
function known(name: ControllerName, rootCertificate: string): { component: string; controller: BuiltinController } {
  switch (name) {
    case "node":
      return { component: "node-controller", controller: nodeController };
    case "serviceaccount":
      return { component: "serviceaccount-controller", controller: serviceAccountController };
    case "root-ca":
      return { component: "root-ca-certificate-publisher", controller: rootCaController(rootCertificate) };
    case "scheduler":
      return { component: "default-scheduler", controller: scheduler };
    case "kubelet":
      return { component: "kubelet", controller: kubelet };
    case "replicaset":
      return { component: "replicaset-controller", controller: replicaSetController };
    case "deployment":
      return { component: "deployment-controller", controller: deploymentController };
    case "statefulset":
      return { component: "statefulset-controller", controller: statefulSetController };
    case "daemonset":
      return { component: "daemonset-controller", controller: daemonSetController };
    case "job":
      return { component: "job-controller", controller: jobController };
    case "cronjob":
      return { component: "cronjob-controller", controller: cronJobController };
    case "endpoints":
      return { component: "endpoint-controller", controller: endpointsController };
    case "endpointslice":
      return { component: "endpoint-slice-controller", controller: endpointSliceController };
  }
}

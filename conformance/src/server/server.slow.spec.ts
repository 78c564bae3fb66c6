import { playScenarios, recorded } from "./play-scenarios.ts";
import { realKubeconfig, realSubject } from "./servers.ts";

const kubeconfig = await realKubeconfig(recorded.get("crud")!.minor);
if (kubeconfig === undefined) {
  console.log(
    "the server suite was not compared with a real control plane: set CLIENT_TS_TEST_KUBECONFIG to its kubeconfig",
  );
}

playScenarios("the real control plane", kubeconfig === undefined ? undefined : () => realSubject(kubeconfig));

/** kubectl says the same on the in-memory API server with its controllers as on a real control plane. */
import { clusterSessions } from "./kubectl-cluster.ts";
import { describeKubectl } from "./kubectl-suite.ts";
import { workloadSessions } from "./kubectl-workloads.ts";

await describeKubectl({ ...workloadSessions, ...clusterSessions });

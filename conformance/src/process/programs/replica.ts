// One replica of a manager with leader election. Says when its caches are filled and what it reconciles.
import { connect } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import { newManager } from "client-ts/controller";

/** What it is started with. */
export interface ReplicaInput {
  readonly kubeconfig: string;
  readonly identity: string;
  readonly namespace: string;
}

/** What it says. Times are those of the machine's clock. */
export interface ReplicaNews {
  readonly ready?: true;
  readonly reconciled?: { readonly name: string; readonly at: number };
}

const { kubeconfig, identity, namespace } = JSON.parse(process.env["TEST_INPUT"] ?? "") as ReplicaInput;
const tell = (news: ReplicaNews): void => void process.send?.(news);
const client = await connect({ kubeconfigText: kubeconfig, logger: false });
const manager = newManager(client, {
  namespaces: [namespace],
  leaderElection: {
    name: "replicas",
    namespace,
    identity,
    leaseDurationMs: 3_000,
    renewDeadlineMs: 2_000,
    retryPeriodMs: 500,
  },
});
manager.controller(ConfigMap, {
  labelSelector: "app=replica",
  reconcile: ({ metadata }) => tell({ reconciled: { name: metadata.name, at: Date.now() } }),
});
manager.add(async () => tell({ ready: true }), { elected: false });
await manager.run({ handleSignals: true });

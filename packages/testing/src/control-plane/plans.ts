import { request } from "node:http";
import { join } from "node:path";
import { TimeoutError } from "client-ts/errors";
import { defined } from "client-ts/internal";
import { type ApiAccess, apiCall } from "./api-call.ts";
import type { Binaries } from "./find-binaries.ts";
import type { PartPlan } from "./part-process.ts";
import type { PartName } from "./parts.ts";

/** The ports of one control plane. */
export interface Ports {
  readonly etcd: number;
  readonly etcdPeer: number;
  readonly apiserver: number;
  readonly kubelet: number;
  readonly kwok: number;
}

/** Command line flags by name, without the dashes. */
export type Flags = Readonly<Record<string, string>>;

/** What the command lines are made from. */
export interface PlanFacts {
  readonly directory: string;
  readonly binaries: Binaries;
  readonly ports: Ports;
  /** Asks kube-apiserver whether it is ready; absent when it is not among the parts. */
  readonly admin?: ApiAccess | undefined;
  readonly kwokConfig: string;
  readonly featureGates: Readonly<Record<string, boolean>>;
  /** Per part, flags that are added or that replace ours. */
  readonly flags: Readonly<Partial<Record<PartName, Flags>>>;
  readonly auditLog: string | undefined;
  /** Whether something makes default service accounts; without it their admission is switched off. */
  readonly hasControllers: boolean;
}

/** How each part is started. Pure except for the readiness checks. */
export function planOf(name: PartName, facts: PlanFacts): PartPlan {
  const { directory, binaries, flags } = facts;
  const args = Object.entries({ ...ownFlags(name, facts), ...flags[name] }).map(
    ([flag, value]) => `--${flag}=${value}`,
  );
  const isReady = readiness(name, facts);
  return {
    name,
    binary: binaries.get(name) as string,
    args,
    directory,
    logPath: join(directory, `${name}.log`),
    isReady,
  };
}

function ownFlags(
  name: PartName,
  { directory, ports, kwokConfig, featureGates, auditLog, hasControllers }: PlanFacts,
): Flags {
  const pki = (file: string): string => join(directory, "pki", file);
  const kubeconfig = join(directory, "kubeconfig");
  const gates = Object.entries(featureGates).map(([gate, on]) => `${gate}=${on}`);
  const gateFlag: Flags = gates.length > 0 ? { "feature-gates": gates.join(",") } : {};
  switch (name) {
    case "etcd":
      return {
        "data-dir": join(directory, "etcd"),
        "listen-client-urls": `http://127.0.0.1:${ports.etcd}`,
        "advertise-client-urls": `http://127.0.0.1:${ports.etcd}`,
        "listen-peer-urls": `http://127.0.0.1:${ports.etcdPeer}`,
        "initial-advertise-peer-urls": `http://127.0.0.1:${ports.etcdPeer}`,
        "initial-cluster": `default=http://127.0.0.1:${ports.etcdPeer}`,
        "unsafe-no-fsync": "true",
      };
    case "kube-apiserver":
      return {
        "etcd-servers": `http://127.0.0.1:${ports.etcd}`,
        "bind-address": "127.0.0.1",
        "secure-port": String(ports.apiserver),
        "cert-dir": join(directory, "pki"),
        "tls-cert-file": pki("apiserver.crt"),
        "tls-private-key-file": pki("apiserver.key"),
        "client-ca-file": pki("ca.crt"),
        "service-account-issuer": `https://127.0.0.1:${ports.apiserver}/`,
        "service-account-key-file": pki("sa.pub"),
        "service-account-signing-key-file": pki("sa.key"),
        "service-cluster-ip-range": "10.0.0.0/24",
        "authorization-mode": "RBAC",
        "allow-privileged": "true",
        "kubelet-preferred-address-types": "InternalIP",
        "kubelet-client-certificate": pki("apiserver-kubelet.crt"),
        "kubelet-client-key": pki("apiserver-kubelet.key"),
        "kubelet-certificate-authority": pki("ca.crt"),
        ...defined({
          "disable-admission-plugins": hasControllers ? undefined : "ServiceAccount",
          "audit-policy-file": auditLog && join(directory, "audit-policy.json"),
          "audit-log-path": auditLog,
        }),
        ...gateFlag,
      };
    case "kube-controller-manager":
      return {
        kubeconfig,
        "leader-elect": "false",
        "secure-port": "0",
        "service-account-private-key-file": pki("sa.key"),
        "root-ca-file": pki("ca.crt"),
        "cluster-signing-cert-file": pki("ca.crt"),
        "cluster-signing-key-file": pki("ca.key"),
        ...gateFlag,
      };
    case "kube-scheduler":
      return { kubeconfig, "leader-elect": "false", "secure-port": "0", ...gateFlag };
    case "stream-kubelet":
      return {
        listen: `127.0.0.1:${ports.kubelet}`,
        root: join(directory, "root"),
        "tls-cert-file": pki("kubelet.crt"),
        "tls-private-key-file": pki("kubelet.key"),
        "client-ca-file": pki("ca.crt"),
      };
    case "kwok":
      return {
        config: kwokConfig,
        kubeconfig,
        "manage-all-nodes": "true",
        cidr: "10.244.0.0/16",
        "node-ip": "127.0.0.1",
        "node-port": String(ports.kubelet),
        "server-address": `127.0.0.1:${ports.kwok}`,
        "node-lease-duration-seconds": "40",
      };
  }
}

function readiness(name: PartName, { ports, admin }: PlanFacts): (() => Promise<boolean>) | undefined {
  if (name === "etcd") return () => answersOk(ports.etcd, "/health");
  // With the admin's certificate: anonymous callers are refused until the RBAC bootstrap is over.
  if (name === "kube-apiserver" && admin !== undefined)
    return async () => (await apiCall(admin, "GET", "/readyz")).status === 200;
  return undefined;
}

function answersOk(port: number, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const call = request({ host: "127.0.0.1", port, path, agent: false, timeout: 2_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    call.on("timeout", () => call.destroy(new TimeoutError("the health check of a part got no answer within 2 s")));
    call.on("error", reject);
    call.end();
  });
}

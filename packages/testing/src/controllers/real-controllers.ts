import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CertificateAndKey, newPrivateKey } from "client-ts/certs";
import { ConfigError } from "client-ts/errors";
import { sleep } from "client-ts/internal";
import { systemClock } from "client-ts/util";
import {
  findBinaries,
  Guardian,
  hasBinaries,
  PartProcess,
  pinsFolder,
  planOf,
  reservePorts,
} from "../control-plane/index.ts";
import type { RunningControllers } from "./start-controllers.ts";

const parts = ["kube-controller-manager", "kube-scheduler", "kwok"] as const;

/** The server that real controllers work on. */
export interface ServedCluster {
  /** A kubeconfig that may do everything. */
  readonly kubeconfig: string;
  /** Whether the controllers have done their first work. */
  isReady(): boolean;
  /** Signs certificate requests, and is published as the root of every namespace. */
  readonly authority: CertificateAndKey;
}

/** Whether the programs are on this machine. */
export function hasRealControllers(): boolean {
  return hasBinaries(parts);
}

/** Settles when the controllers have done their first work; rejects when one of them ends or a minute is over. */
async function settled(processes: readonly PartProcess[], isReady: () => boolean): Promise<void> {
  const deadline = systemClock.monotonic() + 60_000;
  while (!isReady()) {
    const gone = processes.find((part) => !part.running);
    if (gone !== undefined) throw new ConfigError(`${gone.name} ended; the end of its log:\n${gone.logTail()}`);
    if (systemClock.monotonic() > deadline)
      throw new ConfigError("the nodes and the default service account were not there after 60 s");
    await sleep(20, { clock: systemClock });
  }
}

/**
 * Starts kube-controller-manager, kube-scheduler and kwok on a server and settles when they work. Their files go when
 * they are closed.
 */
export async function startRealControllers({
  kubeconfig,
  authority,
  isReady,
}: ServedCluster): Promise<RunningControllers> {
  const directory = mkdtempSync(join(tmpdir(), "client-ts-controllers-"));
  const guardian = new Guardian();
  guardian.watchDirectory(directory);
  const pki = join(directory, "pki");
  mkdirSync(pki, { mode: 0o700 });
  const write = (path: string, text: string): void => writeFileSync(path, text, { mode: 0o600 });
  write(join(directory, "kubeconfig"), kubeconfig);
  write(join(pki, "ca.crt"), authority.cert);
  write(join(pki, "ca.key"), authority.key);
  write(join(pki, "sa.key"), await newPrivateKey());
  const [kwok = 0, kubelet = 0] = await reservePorts(2);
  const facts = {
    directory,
    binaries: findBinaries(parts),
    ports: { etcd: 0, etcdPeer: 0, apiserver: 0, kubelet, kwok },
    kwokConfig: join(pinsFolder(), "kwok.yaml"),
    featureGates: {},
    flags: {},
    auditLog: undefined,
    hasControllers: true,
  };
  const around = { guardian, clock: systemClock, startTimeoutMs: 60_000, stopTimeoutMs: 20_000 };
  const processes = parts.map((name) => new PartProcess(planOf(name, facts), around));
  const close = async (): Promise<void> => {
    await Promise.all(processes.map((part) => part.close()));
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    await guardian.dismiss();
  };
  try {
    for (const part of processes) await part.start();
    await settled(processes, isReady);
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}

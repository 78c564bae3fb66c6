import type { Duplex, Readable, Writable } from "node:stream";
import type { Pod } from "client-ts/api/core/v1";
import type { ContainerLog } from "./container-log.ts";

/** A container for which a script is wanted. */
export interface ContainerTarget {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  readonly object: Readonly<Pod>;
}

/**
 * What a container of the in-memory server does, so that `exec`, `attach`, `logs`, `portForward`, `copyTo` and the
 * proxies work without a machine to run anything on. All parts are optional.
 */
export interface ContainerScript {
  /**
   * Programs by name. Built in, on {@link files}: `cat`, `echo`, `env`, `false`, `head`, `ls`, `rm`, `tail`, `tar`,
   * `test`, `true` and `wc`. A program of the same name wins.
   */
  readonly commands?: Readonly<Record<string, ContainerCommand>> | undefined;
  /** Files by their absolute path. What is copied into the container appears here. Default: none. */
  readonly files?: Map<string, Buffer> | undefined;
  /** The main process, to which `attach` connects. Default: it writes back what it reads. */
  readonly main?: ContainerCommand | undefined;
  /** What `logs` reads. Default: nothing. */
  readonly log?: ContainerLog | undefined;
  /** What `logs` reads with `previous`: the log of the previous run. Default: none, so that such a read is an error. */
  readonly previousLog?: ContainerLog | undefined;
  /** What listens on the Pod's ports, for port-forward and the proxies. Other ports refuse. */
  readonly ports?: Readonly<Record<number, (connection: Duplex) => void>> | undefined;
}

/** A program: gives its exit code, by default 0. An error that it throws is how a container fails to run it. */
export type ContainerCommand = (process: ContainerProcess) => number | undefined | Promise<number | undefined>;

/** A running {@link ContainerCommand}. */
export interface ContainerProcess {
  /** The command and its arguments. */
  readonly argv: readonly string[];
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly tty: boolean;
  readonly files: Map<string, Buffer>;
  /** Fires when the client closed the connection or the Pod is deleted. */
  readonly signal: AbortSignal;
  /** Calls back with each size of the terminal. */
  onResize(run: (size: { readonly columns: number; readonly rows: number }) => void): void;
}

/** Gives the script of a container, or `undefined` for one that cannot stream. */
export type ContainerScripts = (target: ContainerTarget) => ContainerScript | undefined;

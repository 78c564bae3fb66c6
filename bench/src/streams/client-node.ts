import { createRequire } from "node:module";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";

/** As much of client-node as is used here. */
export interface ClientNode {
  readonly KubeConfig: new () => { loadFromFile(path: string): void };
  readonly Exec: new (
    config: unknown,
  ) => {
    exec(
      namespace: string,
      pod: string,
      container: string,
      command: readonly string[],
      stdout: Writable,
      stderr: null,
      stdin: null,
      tty: boolean,
      onStatus: () => void,
    ): Promise<unknown>;
  };
  readonly PortForward: new (
    config: unknown,
  ) => {
    portForward(
      namespace: string,
      pod: string,
      ports: readonly number[],
      output: Writable,
      errors: null,
      input: Readable,
    ): Promise<unknown>;
  };
}

/** Loads client-node from the folder of the npm peers. */
export function loadClientNode(peers: string): ClientNode {
  return createRequire(join(peers, "package.json"))("@kubernetes/client-node") as ClientNode;
}

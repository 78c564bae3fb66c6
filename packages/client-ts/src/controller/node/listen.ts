import type { AddressInfo, Server } from "node:net";
import { InvalidArgumentError } from "../../errors/index.ts";

/** Where a server listens, and what gets its later errors. */
export interface ListenOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  onError(error: unknown): void;
}

/** Starts to listen and gives the port; rejects when that is not possible. */
export async function listen(server: Server, { port, host, onError }: ListenOptions): Promise<number> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError(`${port} is not a port: give a number from 0 to 65535`);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      server.on("error", onError);
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}

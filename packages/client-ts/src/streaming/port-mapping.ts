import { InvalidArgumentError } from "../errors/index.ts";

/** A port of the Pod, and the local one that leads to it. */
export interface PortMapping {
  /** The local port; 0 for any free one. Default: the same as `remote`. */
  readonly local?: number | undefined;
  /** The port of the Pod. */
  readonly remote: number;
}

/**
 * A port as kubectl writes it: `5000` for both ends, `8888:5000` for a local 8888, `:5000` and `0:5000` for any free
 * local port. Throws an InvalidArgumentError for anything else.
 */
export function toPortMapping(port: PortMapping | string): Required<PortMapping> {
  const mapping = typeof port === "string" ? parse(port) : port;
  const { remote, local = remote } = mapping;
  if (!isPort(remote, 1)) throw new InvalidArgumentError(`the Pod's port ${remote} is not a number from 1 to 65535`);
  if (!isPort(local, 0)) throw new InvalidArgumentError(`the local port ${local} is not a number from 0 to 65535`);
  return { local, remote };
}

function parse(text: string): PortMapping {
  const match = /^(?:(\d{0,5}):)?(\d{1,5})$/.exec(text);
  if (match === null)
    throw new InvalidArgumentError(`${JSON.stringify(text)} is not a port: write 5000, 8888:5000 or :5000`);
  const remote = Number(match[2]);
  return { remote, local: match[1] === undefined ? remote : Number(match[1]) };
}

function isPort(value: unknown, least: number): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= 65_535;
}

import { execFileSync } from "node:child_process";

/** A network namespace with one cable to ours. */
export interface NetworkNamespace {
  readonly name: string;
  /** The address on the other side. */
  readonly address: string;
  /** Takes the address away: from now on nothing answers from there, and nothing says so. */
  unplug(): void;
  /** Gives it back. */
  plug(): void;
  remove(): void;
}

function ip(...args: string[]): void {
  execFileSync("ip", args, { stdio: "pipe" });
}

/** Makes one, or says why it cannot be made here. */
export function makeNetworkNamespace(): NetworkNamespace | { readonly whyNot: string } {
  const id = process.pid % 60_000;
  const name = `client-ts-${process.pid}`;
  const [ours, theirs] = [`cts${id}a`, `cts${id}b`];
  const net = `10.${200 + (id >> 12)}.${(id >> 4) & 255}`;
  const last = (id & 15) * 16;
  const [ourAddress, address] = [`${net}.${last + 1}`, `${net}.${last + 2}`];
  const plug = (): void => ip("-n", name, "addr", "add", `${address}/30`, "dev", theirs);
  try {
    ip("netns", "add", name);
  } catch (error) {
    return { whyNot: String((error as { stderr?: Buffer }).stderr ?? "").trim() || (error as Error).message };
  }
  const remove = (): void => ip("netns", "del", name);
  try {
    ip("link", "add", ours, "type", "veth", "peer", "name", theirs, "netns", name);
    ip("addr", "add", `${ourAddress}/30`, "dev", ours);
    ip("link", "set", ours, "up");
    ip("-n", name, "link", "set", theirs, "up");
    ip("-n", name, "link", "set", "lo", "up");
    plug();
  } catch (error) {
    remove();
    return { whyNot: String((error as { stderr?: Buffer }).stderr ?? "").trim() || (error as Error).message };
  }
  return { name, address, plug, unplug: () => ip("-n", name, "addr", "del", `${address}/30`, "dev", theirs), remove };
}

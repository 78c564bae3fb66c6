import { hostname } from "node:os";

/** The name of this machine; in a Pod, the Pod's name. */
export function hostName(): string {
  return hostname();
}

import { hostname } from "node:os";

/** The name of this machine; in a Pod, the name of the Pod. */
export function hostName(): string {
  return hostname();
}

/**
 * Which container of a Pod is meant when none was named. Servers choose the only one and refuse to choose among
 * several; kubectl then looks at an annotation of the Pod, and so do we.
 */
import type { Pod } from "../api/core/v1.ts";
import { isBadRequest } from "../errors/index.ts";

/** Names the container that commands and logs are about. */
export const defaultContainerAnnotation = "kubectl.kubernetes.io/default-container";

/** The container that the Pod's annotation names; `undefined` without one, or when the Pod has no such container. */
export function annotatedContainer({ metadata, spec }: Pod): string | undefined {
  const name = metadata?.annotations?.[defaultContainerAnnotation];
  const { containers = [], initContainers = [], ephemeralContainers = [] } = spec ?? {};
  return [...containers, ...initContainers, ...ephemeralContainers].some((one) => one.name === name) ? name : undefined;
}

/**
 * Opens a stream to a container. When none was named and the server refuses, the Pod is read: what its annotation names
 * is tried then. A Pod with one container costs no further request.
 */
export async function inContainer<O extends { readonly container?: string | undefined }, R>(
  options: O,
  readPod: () => Promise<Pod>,
  open: (options: O) => Promise<R>,
): Promise<R> {
  try {
    return await open(options);
  } catch (error) {
    if (options.container !== undefined || !isBadRequest(error)) throw error;
    const container = await readPod().then(annotatedContainer, () => undefined);
    if (container === undefined) throw error;
    return open({ ...options, container });
  }
}

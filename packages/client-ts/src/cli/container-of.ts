import type { Pod } from "../api/core/v1.ts";
import type { ClientOf } from "../client/index.ts";
import { escapeForPrint } from "../errors/index.ts";
import { annotatedContainer, defaultContainerAnnotation } from "../streaming/index.ts";
import type { CommandIo } from "../util/index.ts";

/**
 * The container that kubectl chooses: the one that was named, else the one that the annotation of the Pod names, else
 * the first, which is reported when there are others.
 */
export async function containerOf(
  pods: ClientOf<typeof Pod>,
  name: string,
  asked: string | undefined,
  io: Pick<CommandIo, "report" | "signal">,
): Promise<string | undefined> {
  if (asked !== undefined) return asked;
  // The names come from users of the cluster.
  const report = (text: string): void => io.report(escapeForPrint(text, { singleLine: true }));
  const pod = await pods.get(name, { signal: io.signal });
  const annotated = annotatedContainer(pod);
  if (annotated !== undefined) return annotated;
  const wanted = pod.metadata.annotations?.[defaultContainerAnnotation];
  if (wanted) report(`Default container name ${JSON.stringify(wanted)} not found in pod ${name}`);
  const { containers = [], initContainers = [], ephemeralContainers = [] } = pod.spec ?? {};
  const all = [
    ...containers.map((one) => one.name),
    ...ephemeralContainers.map((one) => `${one.name} (ephem)`),
    ...initContainers.map((one) => `${one.name} (init)`),
  ];
  const first = containers[0]?.name;
  if (all.length > 1) report(`Defaulted container ${JSON.stringify(first)} out of: ${all.join(", ")}`);
  return first;
}

// An informer that says which files of the library run for one event of its watch, by V8's count of calls.
import { Session } from "node:inspector";
import { ConfigMap } from "client-ts/api/core/v1";
import { connect } from "client-ts/client";
import { newSharedInformerFactory } from "client-ts/informers";

/** What it says. */
export interface WatchPathNews {
  /** How many events it has received. */
  readonly received: number;
  /** The files that ran since the event before, below `packages/client-ts/src`. */
  readonly files: readonly string[];
}

const { kubeconfig } = JSON.parse(process.env["TEST_INPUT"] ?? "") as { kubeconfig: string };
const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

/** The files with a function that was called since this was asked last. */
function filesRun(): readonly string[] {
  let files: readonly string[] = [];
  session.post("Profiler.takePreciseCoverage", (_error, { result }) => {
    files = result
      .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
      .flatMap(({ url }) => /\/packages\/client-ts\/src\/(.+)$/.exec(url)?.[1] ?? []);
  });
  return files;
}

const client = await connect({ kubeconfigText: kubeconfig });
const factory = newSharedInformerFactory(client);
let received = 0;
const onEvent = (): void => {
  const news: WatchPathNews = { received: ++received, files: filesRun() };
  process.send?.(news);
};
factory.forKind(ConfigMap).informer().addEventHandler({ onAdd: onEvent, onUpdate: onEvent });
factory.start();

import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { type CommandIo, whenAborted } from "client-ts/internal";
import { chosenControllers, type ControllerChoice, type ControllerName } from "../controllers/index.ts";
import { startApiServer } from "./api-server.ts";
import { newSampleContainers } from "./streams/sample-containers.ts";
import { writePrivate } from "./write-private.ts";

const usage = `client-ts apiserver --kubeconfig-out FILE [--port N] [--host ADDRESS] [--no-tls] [--all-versions]
                    [--controllers mini|real|NAME,...] [--no-containers]

Serves the Kubernetes API from memory on loopback until it is interrupted. With controllers, Deployments and the
other workloads become Pods that are ready: "mini" are small ones of our own, "real" are
kube-controller-manager, kube-scheduler and kwok, and names choose among the small ones. Nothing of an image runs, but
Pods with a node have containers to try streams with: a log, a shell with some programs, files, and HTTP on their
ports. --no-containers leaves them out.`;

/** Runs `client-ts apiserver`: one line when it is ready, a clean end when the signal aborts; gives the exit code. */
export async function runApiServerCommand(
  argv: readonly string[],
  { print, report, signal }: CommandIo,
): Promise<number> {
  let values: {
    "kubeconfig-out"?: string | undefined;
    port?: string | undefined;
    host?: string | undefined;
    "no-tls"?: boolean | undefined;
    "all-versions"?: boolean | undefined;
    controllers?: string | undefined;
    "no-containers"?: boolean | undefined;
    help?: boolean | undefined;
  };
  try {
    ({ values } = parseArgs({
      args: [...argv],
      options: {
        "kubeconfig-out": { type: "string" },
        port: { type: "string" },
        host: { type: "string" },
        "no-tls": { type: "boolean" },
        "all-versions": { type: "boolean" },
        controllers: { type: "string" },
        "no-containers": { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    }));
  } catch (error) {
    report(`${(error as Error).message}\n\n${usage}`);
    return 2;
  }
  if (values.help === true) {
    print(usage);
    return 0;
  }
  const file = values["kubeconfig-out"];
  const port = Number(values.port ?? 0);
  if (file === undefined || !Number.isInteger(port) || port < 0 || port > 65_535) {
    report(
      file === undefined
        ? `client-ts apiserver needs --kubeconfig-out FILE\n\n${usage}`
        : `--port must be a number from 0 to 65535, not ${values.port}`,
    );
    return 2;
  }
  let controllers: ControllerChoice | undefined;
  try {
    controllers = controllersOf(values.controllers);
  } catch (error) {
    report((error as Error).message);
    return 2;
  }
  const server = await startApiServer({
    port,
    controllers,
    tls: values["no-tls"] !== true,
    allVersions: values["all-versions"] === true,
    host: values.host,
    containers: values["no-containers"] === true ? undefined : newSampleContainers(),
  });
  try {
    writePrivate(file, server.kubeconfig);
    print(`ready: ${server.url}, kubeconfig in ${file}`);
    await whenAborted(signal);
    rmSync(file, { force: true });
  } finally {
    await server.close();
  }
  return 0;
}

/** The choice that `--controllers` stands for. */
function controllersOf(text: string | undefined): ControllerChoice | undefined {
  if (text === undefined || text === "real") return text;
  if (text === "mini") return true;
  return chosenControllers(text.split(",").map((name) => name.trim()) as ControllerName[]);
}

import { text } from "node:stream/consumers";
import { type ApiServer, newContainerLog, startApiServer } from "client-ts-testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Pod } from "../api/core/v1.ts";
import { type Client, connect } from "../client/index.ts";
import { isBadRequest } from "../errors/index.ts";
import { annotatedContainer, defaultContainerAnnotation } from "../streaming/index.ts";
import { defined } from "../util/index.ts";
import { containerOf } from "./container-of.ts";

const pod = (name: string, annotation?: string): Pod => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: {
    name,
    namespace: "default",
    ...defined({
      annotations: annotation === undefined ? undefined : { [defaultContainerAnnotation]: annotation },
    }),
  },
  spec: {
    nodeName: "node-1",
    containers: ["app", "proxy"].map((container) => ({ name: container, image: "none" })),
    initContainers: [{ name: "setup", image: "none" }],
  },
});

describe("a Pod with several containers", () => {
  let server: ApiServer;
  let client: Client;
  const pods = () => client.resource(Pod, { namespace: "default" });
  beforeAll(async () => {
    server = await startApiServer({
      objects: [pod("annotated", "proxy"), pod("plain"), pod("wrong", "gone\u009b2J")],
      containers: ({ container }) => {
        const log = newContainerLog();
        log.append(`log of ${container}`);
        log.end();
        const say = ({ stdout }: { stdout: NodeJS.WritableStream }) => void stdout.write(container);
        return { log, main: say as () => undefined, commands: { which: say as () => undefined } };
      },
    });
    client = await connect({ kubeconfigText: server.kubeconfig });
  });
  afterAll(async () => {
    await client.close();
    await server.close();
  });

  it("streams from the container that its annotation names", async () => {
    expect(await text((await pods().exec("annotated", ["which"])).stdout)).toBe("proxy");
    expect(await text((await pods().attach("annotated")).stdout)).toBe("proxy");
    for (const whenCut of ["error", "resume"] as const) {
      const lines: string[] = [];
      for await (const line of pods().logs("annotated", { whenCut })) lines.push(line);
      expect(lines).toEqual(["log of proxy"]);
    }
    expect(await text((await pods().exec("annotated", ["which"], { container: "app" })).stdout)).toBe("app");
  });

  it("needs the name of one without an annotation that names one of them, and says what the server says", async () => {
    for (const name of ["plain", "wrong"]) {
      const error = await pods()
        .exec(name, ["which"])
        .catch((thrown: unknown) => thrown);
      expect(isBadRequest(error)).toBe(true);
      expect((error as Error).message).toContain("a container name must be specified");
    }
    expect(annotatedContainer(pod("init", "setup"))).toBe("setup");
  });

  it("is used on the command line as kubectl does: by annotation, else the first, which is reported", async () => {
    const chosen: unknown[] = [];
    for (const name of ["annotated", "plain", "wrong"]) {
      const lines: string[] = [];
      const io = { signal: new AbortController().signal, report: (line: string) => void lines.push(line) };
      chosen.push([await containerOf(pods(), name, undefined, io), ...lines]);
    }
    const defaulted = 'Defaulted container "app" out of: app, proxy, setup (init)';
    expect(chosen).toEqual([
      ["proxy"],
      ["app", defaulted],
      ["app", expect.stringMatching(/^Default container name "gone.*" not found in pod wrong$/), defaulted],
    ]);
    expect(JSON.stringify(chosen)).not.toContain("\u009b");
  });
});

import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { connect } from "client-ts";
import { Pod } from "client-ts/api/core/v1";
import { expect, it, onTestFinished } from "vitest";
import { startApiServer } from "../api-server.ts";

it("a container whose script has no files keeps what commands write, apart from other containers", async () => {
  const pod = (name: string) => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: "default" },
    spec: { nodeName: "node-1", containers: [{ name: "app", image: "none" }] },
  });
  const keep = async ({
    argv,
    stdin,
    files,
  }: {
    argv: readonly string[];
    stdin: Readable;
    files: Map<string, Buffer>;
  }) => void files.set(argv[1] ?? "", Buffer.from(await text(stdin)));
  const script = { commands: { keep } };
  const server = await startApiServer({ objects: [pod("web"), pod("api")], containers: () => script });
  const client = await connect({ kubeconfigText: server.kubeconfig });
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  const pods = client.resource(Pod, { namespace: "default" });
  const write = await pods.exec("web", ["keep", "/tmp/motd"], { stdin: true });
  write.stdin.end("hello");
  expect((await write.exit).code).toBe(0);
  const codes: Record<string, number> = {};
  for (const name of ["web", "api"])
    codes[name] = (await (await pods.exec(name, ["test", "-f", "/tmp/motd"])).exit).code;
  expect(codes).toEqual({ web: 0, api: 1 });
});

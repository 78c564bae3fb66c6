// Run: npm run examples -- cp (in memory only: the files of the container are written in this file)
// Copies files into a container and back.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "client-ts";
import { Pod } from "client-ts/api/core/v1";
import { startApiServer } from "client-ts-testing";

const web = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "default" },
  spec: { nodeName: "node-1", containers: [{ name: "app", image: "nginx" }] },
};
await using server = await startApiServer({
  objects: [web],
  // The container's files; its tar works on them.
  containers: () => ({ files: new Map([["/etc/motd", Buffer.from("welcome\n")]]) }),
});
await using client = await connect({ kubeconfigText: server.kubeconfig });
const pods = client.resource(Pod, { namespace: "default" });
const folder = await mkdtemp(join(tmpdir(), "cp-"));

const got = await pods.copyFrom("web", "/etc/motd", join(folder, "motd"));
console.log(`${got.files} file, ${got.bytes} bytes: ${await readFile(join(folder, "motd"), "utf8")}`);

await writeFile(join(folder, "new"), "from here\n");
const sent = await pods.copyTo("web", folder, "/srv/copy", {
  onProgress: ({ file, fileBytes, fileSize }) => console.log(`${file} ${fileBytes} of ${fileSize}`),
});
// Links and devices are never copied; what was left out is listed.
console.log(`${sent.files} files, ${sent.skipped.length} left out`);
await rm(folder, { recursive: true });

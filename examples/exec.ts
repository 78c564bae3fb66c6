// Run: npm run examples -- exec (in memory only: the container is a function in this file)
// Runs a command in a Pod, with input, output and its exit code.
import { text } from "node:stream/consumers";
import { connect } from "client-ts";
import { Pod } from "client-ts/api/core/v1";
import { startApiServer } from "client-ts-testing";

// A server in memory, so that the example needs no cluster: its container runs functions. With a cluster of your own,
// `const client = await connect()` is all.
const web = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "default" },
  spec: { nodeName: "node-1", containers: [{ name: "app", image: "nginx" }] },
};
await using server = await startApiServer({
  objects: [web],
  containers: () => ({
    commands: {
      sort: async ({ stdin, stdout }) => {
        stdout.write(`${(await text(stdin)).trim().split("\n").sort().join("\n")}\n`);
        return 0;
      },
    },
  }),
});
await using client = await connect({ kubeconfigText: server.kubeconfig });
const pods = client.resource(Pod, { namespace: "default" });

const sort = await pods.exec("web", ["sort"], { stdin: true });
sort.stdin.end("pear\napple\n");
console.log(await text(sort.stdout));
console.log(`exit code ${(await sort.exit).code}`);

// A command that fails is no error of the call: its exit code says so.
const failed = await pods.exec("web", ["false"]);
console.log(`exit code ${(await failed.exit).code}`);

// The in-memory API server in a process of its own, for a network namespace: `server.ts ADDRESS`. Writes each message
// that it receives into the ConfigMap `news`.
import { startApiServer } from "client-ts-testing";

const server = await startApiServer({ host: process.argv[2] ?? "127.0.0.1" });
process.on("message", (text: string) => {
  server.apply({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "news", namespace: "default" },
    data: { text },
  } as object);
});
process.on("disconnect", () => process.exit(0));
process.send?.(server.kubeconfig);

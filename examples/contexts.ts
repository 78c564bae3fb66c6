// Run: npm run examples -- contexts
// Reads a kubeconfig, lists its contexts, and connects to each of them: one program for many clusters.
import { connect } from "client-ts";
import { loadKubeconfig } from "client-ts/kubeconfig";

const kubeconfig = await loadKubeconfig(); // KUBECONFIG or ~/.kube/config, merged as kubectl merges them
console.log(`${kubeconfig.files.length} file, current context ${kubeconfig.currentContext}`);

const clients = new Map(
  await Promise.all(
    kubeconfig.contextNames.map(
      async (context) => [context, await connect({ kubeconfig: kubeconfig.with({ context }) })] as const,
    ),
  ),
);
for (const [context, client] of clients) {
  const version = await client.health.version().catch((error: Error) => ({ gitVersion: error.message }));
  console.log(`${context}: ${version.gitVersion}, namespace ${client.namespace}`);
}
for (const client of clients.values()) await client.close();

// What is printed or logged shows no credential; exportRaw() does.
console.log(`the server of the first cluster: ${kubeconfig.toJSON().clusters?.[0]?.cluster.server}`);

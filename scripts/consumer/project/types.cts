import { connect } from "client-ts";
import { Pod } from "client-ts/api/core/v1";

export async function names(): Promise<string[]> {
  const client = await connect();
  const pods = await client.resource(Pod, { namespace: "shop" }).list();
  return pods.items.map((pod) => pod.metadata.name);
}

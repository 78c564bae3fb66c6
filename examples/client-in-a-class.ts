// Run: npm run examples -- client-in-a-class
// Makes a client in a constructor: only the loading of the kubeconfig has to be awaited.
import { type Client, newClient } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import { type Kubeconfig, loadKubeconfig } from "client-ts/kubeconfig";

class Settings {
  readonly #client: Client;
  readonly #namespace: string;

  constructor(kubeconfig: Kubeconfig) {
    this.#client = newClient(kubeconfig.restConfig()); // nothing is dialled before the first call
    this.#namespace = kubeconfig.namespace().name;
  }

  async save(name: string, data: Record<string, string>): Promise<void> {
    await this.#maps.apply({ metadata: { name }, data }, { fieldManager: "settings" });
  }

  async load(name: string): Promise<Record<string, string>> {
    return (await this.#maps.get(name)).data ?? {};
  }

  async remove(name: string): Promise<void> {
    await this.#maps.delete(name);
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  get #maps() {
    return this.#client.resource(ConfigMap, { namespace: this.#namespace });
  }
}

const settings = new Settings(await loadKubeconfig());
await settings.save("colors", { front: "red" });
console.log(await settings.load("colors"));
await settings.remove("colors");
await settings.close();

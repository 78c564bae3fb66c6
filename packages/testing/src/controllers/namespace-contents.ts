import { ConfigMap, Namespace, ServiceAccount } from "client-ts/api/core/v1";
import { deepClone } from "client-ts/meta";
import type { BuiltinController } from "./controller-frame.ts";

/** Every namespace has the ServiceAccount `default`. */
export const serviceAccountController: BuiltinController = (frame) => {
  frame.follow(Namespace);
  frame.follow(ServiceAccount, ({ metadata }) => (metadata.name === "default" ? [metadata.namespace!] : []));
  frame.reconcile(async (name) => {
    const namespace = frame.find(Namespace, name);
    if (namespace === undefined || namespace.status?.phase === "Terminating") return undefined;
    if (frame.find(ServiceAccount, `${name}/default`) === undefined)
      await frame.create(ServiceAccount, { metadata: { name: "default", namespace: name } });
    return undefined;
  });
};

const rootName = "kube-root-ca.crt";

/** Every namespace has the certificate of the server's authority in the ConfigMap `kube-root-ca.crt`. */
export function rootCaController(certificate: string): BuiltinController {
  return (frame) => {
    frame.follow(Namespace);
    frame.follow(ConfigMap, ({ metadata }) => (metadata.name === rootName ? [metadata.namespace!] : []));
    frame.reconcile(async (name) => {
      const namespace = frame.find(Namespace, name);
      if (namespace === undefined || namespace.status?.phase === "Terminating") return undefined;
      const known = frame.find(ConfigMap, `${name}/${rootName}`);
      const data = { "ca.crt": certificate };
      if (known === undefined) {
        const description =
          "Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as " +
          "the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of " +
          "Kubernetes clusters.";
        const annotations = { "kubernetes.io/description": description };
        await frame.create(ConfigMap, { metadata: { name: rootName, namespace: name, annotations }, data });
      } else if (known.data?.["ca.crt"] !== certificate || Object.keys(known.data).length !== 1)
        await frame.update(ConfigMap, { ...(deepClone(known) as ConfigMap), data });
      return undefined;
    });
  };
}

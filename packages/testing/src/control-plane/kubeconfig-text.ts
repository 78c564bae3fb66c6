/** What a kubeconfig of one user is made from. */
export interface KubeconfigFacts {
  readonly server: string;
  readonly user: string;
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
  readonly name?: string | undefined;
}

/** A kubeconfig with everything inlined, as YAML text (JSON is YAML). */
export function kubeconfigText({ server, user, ca, cert, key, name = "client-ts-test" }: KubeconfigFacts): string {
  const inline = (pem: string): string => Buffer.from(pem).toString("base64");
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name, cluster: { server, "certificate-authority-data": inline(ca) } }],
    users: [{ name: user, user: { "client-certificate-data": inline(cert), "client-key-data": inline(key) } }],
    contexts: [{ name, context: { cluster: name, user } }],
    "current-context": name,
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

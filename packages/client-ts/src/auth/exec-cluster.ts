import { ConfigError, revealed } from "../errors/index.ts";
import { hideCredentials, type ProxyServer, proxyFor, type RestConfig, withoutUserinfo } from "../transport/index.ts";
import { defined } from "../util/index.ts";
import type { ExecCluster } from "./exec-credential.ts";
import { readTextFile } from "./node/read-text-file.ts";

/**
 * The description of a cluster that a plugin receives. It holds the content of the authority's file, because the plugin
 * may not be able to read that file. The proxy is the configuration's, else the one that the configuration's own `env`
 * names for the server; the plugin inherits the environment of the process, so a proxy from there is not named.
 */
export async function configToExecCluster(
  config: RestConfig,
  { read = readTextFile }: { readonly read?: ((path: string) => Promise<string>) | undefined } = {},
): Promise<ExecCluster> {
  const { host, tls = {}, disableCompression, exec } = config;
  const [proxyUrl, env, execConfig] = [revealed(config.proxyUrl), revealed(config.env), revealed(exec?.config)];
  let server: URL;
  try {
    server = new URL(host);
  } catch {
    throw new ConfigError(`${JSON.stringify(withoutUserinfo(host))} is not the URL of a server`);
  }
  const ca = tls.ca || (tls.caFile ? await readCa(tls.caFile, read) : undefined);
  const proxy = proxyUrl || (env === undefined ? undefined : proxyText(proxyFor(server, { env })));
  return {
    server: host,
    ...defined({
      "tls-server-name": tls.serverName || undefined,
      "proxy-url": proxy || undefined,
      config: execConfig,
      "insecure-skip-tls-verify": tls.insecure || undefined,
      "certificate-authority-data": ca ? Buffer.from(ca).toString("base64") : undefined,
      "disable-compression": disableCompression || undefined,
    }),
  };
}

/**
 * The configuration for the cluster that a plugin received, without any credential. What the cluster has configured for
 * the plugin is not part of it.
 */
export function execClusterToConfig(cluster: ExecCluster): RestConfig {
  const ca = cluster["certificate-authority-data"];
  const tls = defined({
    insecure: cluster["insecure-skip-tls-verify"] || undefined,
    serverName: cluster["tls-server-name"] || undefined,
    ca: ca ? Buffer.from(ca, "base64").toString("utf8") : undefined,
  });
  return hideCredentials(
    defined({
      host: cluster.server,
      tls: Object.keys(tls).length > 0 ? tls : undefined,
      proxyUrl: cluster["proxy-url"] || undefined,
      disableCompression: cluster["disable-compression"] || undefined,
    }),
  );
}

async function readCa(path: string, read: (path: string) => Promise<string>): Promise<string> {
  try {
    return await read(path);
  } catch (error) {
    const code = (error as { code?: string }).code ?? "unknown error";
    throw new ConfigError(`the certificate authority ${path} cannot be read: ${code}`);
  }
}

function proxyText(proxy: ProxyServer | undefined): string | undefined {
  if (proxy === undefined) return undefined;
  const { scheme, host, port, username, password } = proxy;
  const login =
    username === undefined ? "" : `${encodeURIComponent(username)}:${encodeURIComponent(password?.reveal() ?? "")}@`;
  return `${scheme}://${login}${host.includes(":") ? `[${host}]` : host}:${port}`;
}

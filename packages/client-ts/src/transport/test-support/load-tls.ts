import { buildTls, readTls, type TlsSettings } from "../node/tls.ts";
import type { TlsConfig } from "../rest-config.ts";

/** What connections are made with, from a configuration. */
export async function loadTls(tls: TlsConfig = {}, read?: (path: string) => Promise<string>): Promise<TlsSettings> {
  return buildTls(tls, await readTls(tls, read));
}

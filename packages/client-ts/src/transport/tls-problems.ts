import type { TlsConfig } from "./rest-config.ts";

/** What is wrong with a TLS configuration, without reading any file. */
export function tlsProblems(tls: TlsConfig): string[] {
  const problems: string[] = [];
  const hasCa = Boolean(tls.ca || tls.caFile);
  const hasCert = Boolean(tls.cert || tls.certFile);
  const hasKey = Boolean(tls.key || tls.keyFile);
  if (tls.insecure && hasCa)
    problems.push("insecure and a certificate authority exclude each other: remove one of them");
  if (hasCert && !hasKey) problems.push("a client certificate needs its key");
  if (hasKey && !hasCert) problems.push("a client key needs its certificate");
  return problems;
}

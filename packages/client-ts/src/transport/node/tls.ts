import { readFile } from "node:fs/promises";
import { isIP, type TcpNetConnectOpts } from "node:net";
import type { Duplex } from "node:stream";
import {
  checkServerIdentity,
  type ConnectionOptions,
  connect,
  createSecureContext,
  type SecureContext,
  type TLSSocket,
} from "node:tls";
import { ConfigError, newSecretValue, type SecretValue, TransportError } from "../../errors/index.ts";
import { afterTurn, type Clock, defined, systemClock } from "../../util/index.ts";
import type { DialTarget } from "../dial.ts";
import { transportErrorCode } from "../error-code.ts";
import type { TlsConfig } from "../rest-config.ts";
import { tlsProblems } from "../tls-problems.ts";
import { ReusedBuffer } from "./reused-buffer.ts";
import { socketEvent } from "./socket-event.ts";

/** TLS as one cluster and user need it: files are read, trust and identity are decided. */
export interface TlsSettings {
  readonly context: SecureContext;
  /** `false` only when the configuration says `insecure`. */
  readonly verify: boolean;
  /** The name to ask for and to check; absent: the host that was dialled. */
  readonly serverName?: string | undefined;
}

/** The texts that TLS is built from. */
export interface TlsMaterial {
  readonly ca: string | undefined;
  readonly cert: string | undefined;
  readonly key: SecretValue | undefined;
}

/** Reads what the configuration names. */
export async function readTls(
  tls: TlsConfig,
  read: (path: string) => Promise<string> = readText,
): Promise<TlsMaterial> {
  const problems = tlsProblems(tls);
  if (problems.length > 0) throw new ConfigError(problems);
  const [ca, cert, key] = await Promise.all([
    load(tls.ca, tls.caFile, "certificate authority", read),
    load(tls.cert, tls.certFile, "client certificate", read),
    load(tls.key?.reveal(), tls.keyFile, "client key", read),
  ]);
  return { ca, cert, key: key === undefined ? undefined : newSecretValue(key) };
}

/**
 * Builds from texts the one TLS context that every connection of this cluster and user is made with: requests, watches
 * and upgrades. Checks are on unless the configuration says `insecure`; no environment variable turns them off. Throws
 * a ConfigError when the texts cannot be used: a key of another certificate, an authority without a certificate.
 */
export function buildTls(tls: TlsConfig, { ca, cert, key }: TlsMaterial): TlsSettings {
  // Node would fall back to its own roots when these are empty, and trust more than was asked for.
  if (ca !== undefined && !ca.includes("-----BEGIN"))
    throw new ConfigError(`the certificate authority ${tls.caFile ?? "data"} holds no certificate`);
  try {
    const context = createSecureContext({
      minVersion: "TLSv1.2",
      ca,
      cert,
      key: key?.reveal(),
    });
    return { context, verify: tls.insecure !== true, serverName: tls.serverName || undefined };
  } catch (error) {
    // OpenSSL's own error names the routine, never the key; its text is not repeated all the same.
    throw new ConfigError(
      `the client certificate, its key or the certificate authority cannot be used (${(error as { code?: string }).code})`,
    );
  }
}

/** Options of {@link connectTls}. */
export interface ConnectTlsOptions {
  readonly target: DialTarget;
  readonly settings: TlsSettings;
  /** Protocols to offer, best first. */
  readonly alpn: readonly string[];
  /** Limit for the handshake. Default 10 s. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
}

/** TLS over a connected socket. Resolves when the peer has proven who it is; else the socket is destroyed. */
export async function connectTls(socket: Duplex, options: ConnectTlsOptions): Promise<TLSSocket> {
  const tls = connect({ ...connectionOptions(options), socket });
  // TLS destroys the socket below it, except for one that the peer reset at the wrong moment: Node 20 leaves that open.
  // Never both at once, see {@link socketEvent}.
  tls.once("close", () => afterTurn(() => socket.destroy()));
  return secured(tls, options);
}

/**
 * A socket that connects over TCP and begins with TLS in the same moment, in which {@link secured} has to be called.
 * Only such a socket can have a {@link ReusedBuffer}.
 */
export function newTlsSocket(tcp: TcpNetConnectOpts, options: ConnectTlsOptions): TLSSocket {
  const buffer = new ReusedBuffer();
  const tls = connect({ ...tcp, ...connectionOptions(options), onread: buffer.onread } as ConnectionOptions);
  buffer.attach(tls);
  return tls;
}

function connectionOptions({ target, settings, alpn }: ConnectTlsOptions): ConnectionOptions {
  const name = settings.serverName ?? target.host;
  return {
    secureContext: settings.context,
    // Always said, never left out: an absent key would let NODE_TLS_REJECT_UNAUTHORIZED decide.
    rejectUnauthorized: settings.verify,
    minVersion: "TLSv1.2",
    ALPNProtocols: [...alpn],
    // Addresses must not be sent as server name (RFC 6066), but are checked.
    ...defined({ servername: isIP(name) === 0 ? name : undefined }),
    checkServerIdentity: (_host, certificate) => checkServerIdentity(name, certificate),
  };
}

/** Waits for the handshake. Resolves when the peer has proven who it is; else the socket is destroyed. */
export function secured(tls: TLSSocket, options: ConnectTlsOptions): Promise<TLSSocket> {
  const { target, timeoutMs = 10_000, signal, clock = systemClock } = options;
  const place = `${target.host}:${target.port}`;
  return socketEvent(tls, "secureConnect", {
    timeoutMs,
    clock,
    signal,
    timedOut: () =>
      new TransportError(`no TLS handshake with ${place} within ${timeoutMs} ms`, { code: "timeout", sent: false }),
    failed: (cause) => {
      const found = transportErrorCode(cause);
      return new TransportError(`the TLS handshake with ${place} failed: ${cause.message}`, {
        code: found === "other" ? "tls" : found,
        sent: false,
        cause,
      });
    },
    closed: () =>
      new TransportError(`${place} closed the connection during the TLS handshake`, { code: "reset", sent: false }),
    onEvent: () => tls,
  });
}

async function load(
  data: string | undefined,
  file: string | undefined,
  what: string,
  read: (path: string) => Promise<string>,
): Promise<string | undefined> {
  if (data) return data;
  if (!file) return undefined;
  try {
    return await read(file);
  } catch (error) {
    throw new ConfigError(
      `the ${what} ${file} cannot be read: ${(error as { code?: string }).code ?? "unknown error"}`,
    );
  }
}

/** A file's text; the path is resolved again each time. */
export function readText(path: string): Promise<string> {
  return readFile(path, "utf8");
}

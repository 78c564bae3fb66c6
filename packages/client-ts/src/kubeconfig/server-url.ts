import { InvalidArgumentError } from "../errors/index.ts";
import { writtenPath } from "../transport/index.ts";

/**
 * A server's address as `https://host:port/prefix`, without a slash at the end, query or fragment. Without a scheme it
 * is https when `secure` says so, else http; an empty one is localhost. Refused: other schemes, a path without a
 * scheme, and a user or password in the address, which would end up in logs. The path stays as it is written; clients
 * refuse one that would lead to another path.
 */
export function normalizeServer(server: string, secure: boolean): string {
  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*):\/\//.exec(server)?.[1]?.toLowerCase();
  const address =
    scheme === undefined ? `${secure ? "https" : "http"}://${server === "" ? "localhost" : bracketed(server)}` : server;
  if (scheme !== undefined && scheme !== "http" && scheme !== "https") {
    throw new InvalidArgumentError(`a server's address must begin with https:// or http://, not ${scheme}://`);
  }
  if (!URL.canParse(address)) throw new InvalidArgumentError("the server's address is not a URL");
  const url = new URL(address);
  if (url.username !== "" || url.password !== "")
    throw new InvalidArgumentError(`the address of server "${url.host}" holds a user or a password`);
  const path = writtenPath(address).trimEnd().replace(/\/+$/, "");
  if (scheme === undefined && path !== "") {
    throw new InvalidArgumentError("a server's address with a path needs a scheme: https://host:port/path");
  }
  return `${url.protocol}//${url.host}${path}`;
}

/** Whether credentials may be sent there. */
export function isHttps(host: string): boolean {
  return host.startsWith("https://");
}

/** `::1` is `[::1]`. */
function bracketed(server: string): string {
  return server.split(":").length > 2 && !server.startsWith("[") ? `[${server}]` : server;
}

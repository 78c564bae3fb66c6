import { InvalidArgumentError } from "../errors/index.ts";
import { checkHeader, isTokenByte } from "./headers.ts";
import type { ImpersonationConfig } from "./rest-config.ts";
import type { Interceptor } from "./transport.ts";

/**
 * Acts as another user, unless the request names one already. An invalid configuration is refused here, before
 * anything is sent.
 */
export function impersonation(config: ImpersonationConfig): Interceptor {
  const headers = impersonationHeaders(config);
  return (next) => (request) => {
    if (request.headers["impersonate-user"] !== undefined) return next(request);
    return next({ ...request, headers: { ...request.headers, ...headers } });
  };
}

/** The headers of an impersonation; none when no user is named. */
export function impersonationHeaders({
  userName = "",
  uid = "",
  groups = [],
  extra = {},
}: ImpersonationConfig): Record<string, string | readonly string[]> {
  const more = [
    uid !== "" && "a uid",
    groups.length > 0 && "groups",
    Object.keys(extra).length > 0 && "extra values",
  ].filter(Boolean);
  if (userName === "") {
    if (more.length > 0) throw new InvalidArgumentError(`impersonation with ${more.join(" and ")} needs a user name`);
    return {};
  }
  // Extra keys come from elsewhere; a Map keeps `__proto__` an ordinary key.
  const headers = new Map<string, string | readonly string[]>([["impersonate-user", userName]]);
  if (uid !== "") headers.set("impersonate-uid", uid);
  if (groups.length > 0) headers.set("impersonate-group", [...groups]);
  for (const [key, values] of Object.entries(extra))
    headers.set(`impersonate-extra-${escapeHeaderKey(key)}`, [...values]);
  for (const [name, value] of headers) checkHeader(name, value);
  return Object.fromEntries(headers);
}

/**
 * A key as part of a header's name: lower case, with `%` and every byte that a name may not have percent-escaped, as
 * client-go does.
 */
export function escapeHeaderKey(key: string): string {
  let escaped = "";
  for (const byte of Buffer.from(key.toLowerCase(), "utf8")) {
    const legal = isTokenByte(byte) && byte !== 0x25;
    escaped += legal ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return escaped;
}

import type { Interceptor, TransportRequest } from "../transport/index.ts";

/** Who we are, as something that may have to be renewed: a token, a token file, and later the answers of plugins and providers. */
export interface Credential {
  /** The headers that show who asks, fresh enough to be used now. Callers may come all at once; a renewal happens once. */
  headers(options?: { readonly signal?: AbortSignal }): Promise<Readonly<Record<string, string>>>;
  /** The server did not accept the last headers. Renews them; resolves to whether asking again makes sense. */
  onUnauthorized?(options?: { readonly signal?: AbortSignal }): Promise<boolean>;
  /** Gives back what the credential holds open. */
  close?(): void;
}

/** Methods that can be sent twice and mean the same. */
const idempotent: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]);

/**
 * Adds a credential to every request that has none of its own. When the server answers 401, the credential is renewed once; a request that is
 * idempotent and can be sent again is then sent once more, any other keeps its 401. There is no second renewal for one request.
 */
export function authentication(credential: Credential): Interceptor {
  return (next) => async (request) => {
    if (request.headers["authorization"] !== undefined) return next(request);
    const options = request.signal === undefined ? {} : { signal: request.signal };
    const send = async () => next({ ...request, headers: { ...request.headers, ...(await credential.headers(options)) } });
    const response = await send();
    if (response.status !== 401 || credential.onUnauthorized === undefined) return response;
    const renewed = await credential.onUnauthorized(options);
    if (!renewed || !canRepeat(request)) return response;
    response.body.on("error", () => {});
    response.body.destroy();
    return send();
  };
}

function canRepeat({ method, body }: TransportRequest): boolean {
  return idempotent.has(method) && (body === undefined || typeof body === "string" || body instanceof Uint8Array);
}

import type { Credential, Interceptor, TransportRequest } from "../transport/index.ts";
import { extended } from "../util/index.ts";

/** Methods that can be sent twice and mean the same. */
const idempotent: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]);

/**
 * Adds a credential to every request that has none of its own. When the server answers 401, the credential is renewed
 * once; a request that is idempotent and can be sent again is then sent once more, any other keeps its 401. There is no
 * second renewal for one request.
 */
export function authentication(credential: Credential): Interceptor {
  return (next) => async (request) => {
    if (request.headers["authorization"] !== undefined) return next(request);
    const { signal } = request;
    const options = { signal };
    const headers = await credential.headers(options);
    const response = await next({ ...request, headers: extended(request.headers, headers) });
    if (response.status !== 401 || credential.onUnauthorized === undefined) return response;
    const giveUp = (): void => {
      response.body.on("error", () => {});
      response.body.destroy();
    };
    let renewed: boolean;
    try {
      renewed = await credential.onUnauthorized({ ...options, refused: headers });
    } catch (error) {
      giveUp();
      throw error;
    }
    if (!renewed || !canRepeat(request)) return response;
    giveUp();
    return next({ ...request, headers: { ...request.headers, ...(await credential.headers(options)) } });
  };
}

function canRepeat({ method, body }: TransportRequest): boolean {
  return idempotent.has(method) && (body === undefined || typeof body === "string" || body instanceof Uint8Array);
}

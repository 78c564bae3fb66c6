import { ClosedError } from "client-ts/errors";
import { abortedError, onAbort } from "client-ts/internal";
import type { Transport, TransportRequest, TransportResponse } from "client-ts/rest";
import { LocalExchange, requestBytes } from "./local-exchange.ts";
import type { CertificateUser, RequestHandler } from "./request-handler.ts";
import { parseQuery } from "./request-path.ts";

/**
 * A transport to a request handler of the same process, for clients that are part of the server. No socket, so that
 * faults, cut connections and their count concern the clients of the test alone.
 */
export class LocalTransport {
  readonly #handler: RequestHandler;
  readonly #user: CertificateUser;
  readonly #open = new Set<LocalExchange>();
  #closed = false;

  constructor(handler: RequestHandler, user: CertificateUser) {
    this.#handler = handler;
    this.#user = user;
  }

  readonly send: Transport = async (request: TransportRequest): Promise<TransportResponse> => {
    const body = await requestBytes(request.body);
    const { signal, method, path } = request;
    if (this.#closed) throw new ClosedError(`${method} ${path}: the server is closed`);
    if (signal?.aborted) throw abortedError(signal);
    return new Promise((resolve, reject) => {
      const exchange = new LocalExchange(request, body, { answer: resolve, fail: reject });
      this.#open.add(exchange);
      const forget = onAbort(signal, () => exchange.destroy(abortedError(signal!)));
      exchange.onClose(() => {
        this.#open.delete(exchange);
        forget();
      });
      const [pathname = "", query = ""] = splitOnce(path, "?");
      this.#handler.serve(exchange, this.#user, pathname, parseQuery(query));
    });
  };

  /** Ends what is open and refuses further requests. */
  close(): void {
    this.#closed = true;
    for (const exchange of [...this.#open]) exchange.abort();
  }
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

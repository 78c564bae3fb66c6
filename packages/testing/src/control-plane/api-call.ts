import { request } from "node:https";
import { TimeoutError } from "client-ts/errors";

/** The server to call and the client certificate to call it with. */
export interface ApiAccess {
  readonly port: number;
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** An answer of the API server. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * One plain request to the API server of a control plane: the launcher must not depend on the client that is tested
 * with it.
 */
export function apiCall(
  access: ApiAccess,
  method: string,
  path: string,
  body?: unknown,
  contentType = "application/json",
): Promise<ApiAnswer> {
  return new Promise((resolve, reject) => {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const call = request(
      {
        host: "127.0.0.1",
        port: access.port,
        ca: access.ca,
        cert: access.cert,
        key: access.key,
        rejectUnauthorized: true,
        method,
        path,
        agent: false,
        timeout: 5_000,
        headers:
          payload === undefined ? {} : { "content-type": contentType, "content-length": Buffer.byteLength(payload) },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }));
        response.on("error", reject);
      },
    );
    call.on("timeout", () => call.destroy(new TimeoutError("kube-apiserver did not answer within 5 s")));
    call.on("error", reject);
    call.end(payload);
  });
}

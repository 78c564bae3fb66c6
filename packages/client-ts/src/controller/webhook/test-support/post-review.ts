import { request } from "node:https";

/** What a webhook server answered. */
export interface PostedAnswer {
  readonly status: number;
  readonly text: string;
  /** The fingerprint of the certificate that the server showed. */
  readonly fingerprint: string;
}

/** Sends a body to a webhook server on this machine, as an API server does. */
export async function postReview(
  port: number | undefined,
  path: string,
  body: string | Buffer,
  { ca, headers = {}, method = "POST" }: { ca?: string | undefined; headers?: object; method?: string } = {},
): Promise<PostedAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        path,
        method,
        agent: false,
        ca,
        rejectUnauthorized: ca !== undefined,
        headers: { "content-type": "application/json", ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        const { fingerprint256: fingerprint = "" } = (
          response.socket as unknown as { getPeerCertificate(): { fingerprint256?: string } }
        ).getPeerCertificate();
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8"), fingerprint }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

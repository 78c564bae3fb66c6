import type { FakeClientset } from "client-ts-testing";
import type { TransportResponse } from "client-ts/rest";
import type { Answer, Connection, LineStream, Sending, WebSocketAnswer } from "./api-connection.ts";

/** Requests to a fake clientset, as a server gets them: nothing of the typed clients in between. */
export class FakeConnection implements Connection {
  readonly url = "https://fake.invalid";
  readonly #fake: FakeClientset;

  constructor(fake: FakeClientset) {
    this.#fake = fake;
  }

  async request(method: string, path: string, { body, headers = {} }: Sending = {}): Promise<Answer> {
    const response = await this.#send(method, path, headers, body);
    const chunks: Buffer[] = [];
    for await (const chunk of response.body) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString("utf8");
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      parsed = undefined;
    }
    return { status: response.status, headers: joined(response.headers), text, body: parsed };
  }

  /** A fake has one user without credentials: its administrator. */
  requestAlone(method: string, path: string, sending: Sending = {}): Promise<Answer> {
    return this.request(method, path, sending);
  }

  lines(path: string, headers: Readonly<Record<string, string>> = {}): LineStream {
    const opened = this.#send("GET", path, headers, undefined);
    const lines = (async function* () {
      let rest = "";
      for await (const chunk of (await opened).body) {
        const parts = (rest + (chunk as Buffer).toString("utf8")).split("\n");
        rest = parts.pop()!;
        yield* parts;
      }
    })();
    return {
      status: opened.then(({ status }) => status),
      next: async () => {
        const { done, value } = await lines.next();
        return done ? undefined : value;
      },
      close: () => void opened.then(({ body }) => body.destroy()),
    };
  }

  /** There is no connection that could change its protocol. */
  webSocket(): Promise<WebSocketAnswer> {
    return Promise.resolve({ status: 0, accept: undefined, next: async () => undefined, close() {} });
  }

  close(): void {
    void this.#fake.close();
  }

  #send(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string | Buffer | undefined,
  ): Promise<TransportResponse> {
    return this.#fake.client.rest.send({
      method,
      path,
      headers: { "user-agent": "conformance/1.0", ...headers },
      purpose: "stream",
      body,
    });
  }
}

/** Headers as a connection gives them: several values of one name as one text. */
function joined(headers: TransportResponse["headers"]): Answer["headers"] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  ) as Answer["headers"];
}

import { defined } from "client-ts/internal";
import type { Json } from "./json.ts";
import type { Answer, Connection, LineStream } from "./api-connection.ts";
import { Normaliser } from "./normaliser.ts";

/** What a scenario saw: each step's label and what the server answered, with volatile parts masked. */
export type Observation = readonly { readonly [step: string]: unknown }[];

/** One behaviour: what is done, in order. What the server answers is recorded by the stage. */
export interface Scenario {
  /** Finishes the sentence "the server …". */
  readonly title: string;
  /** Record managedFields too. Default `false`. */
  readonly managedFields?: boolean;
  /** `false`: of refusals the code and the reason are compared, not the message. Default `true`. */
  readonly words?: boolean;
  /** Why the in-memory server and the fake answer otherwise, where they do so knowingly. */
  readonly knownDifference?: string;
  /** Why the fake alone answers otherwise. */
  readonly fakeDifference?: string;
  /** Only on a server that has forgotten its beginning. Default `false`. */
  readonly needsForgotten?: boolean;
  run(stage: Stage): Promise<void>;
}

/** What a request has in addition to its path and body. */
export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** What of the answer's body is recorded. Default: all of it. */
  readonly pick?: (body: Json) => unknown;
  /** Without the kubeconfig's credentials. */
  readonly anonymous?: boolean;
}

/** What a stage needs from the server behind it. */
export interface StageSetting {
  readonly connection: Connection;
  readonly namespace: string;
  /** Unique for this run: part of every name that is visible to the whole cluster. */
  readonly run: string;
  /** How long to wait between two questions about what the server does a moment later. */
  readonly pauseMs: number;
  /** Makes a continue token expired: the server forgets, or the token is from a time that it has forgotten. */
  expire(token: string): string | Promise<string>;
}

/** Where a scenario plays: requests to one server, each recorded with its answer. */
export class Stage {
  readonly namespace: string;
  readonly run: string;
  readonly pauseMs: number;
  readonly observation: { readonly [step: string]: unknown }[] = [];
  readonly #setting: StageSetting;
  readonly #normaliser: Normaliser;
  readonly #made: string[] = [];
  readonly #watches: WatchRecorder[] = [];
  readonly #words: boolean;
  #recording = true;

  constructor(setting: StageSetting, scenario: Pick<Scenario, "managedFields" | "words">) {
    this.namespace = setting.namespace;
    this.run = setting.run;
    this.pauseMs = setting.pauseMs;
    this.#setting = setting;
    this.#words = scenario.words ?? true;
    const names = new Map([
      [setting.namespace, "NS"],
      [setting.run, "RUN"],
    ]);
    this.#normaliser = new Normaliser(names, { managedFields: scenario.managedFields ?? false });
  }

  /** The path of a resource in this scenario's namespace: `in("configmaps", "a")`, `in("apps/v1/deployments")`. */
  in(resource: string, name?: string): string {
    const parts = resource.split("/");
    const plural = parts.pop()!;
    const prefix = parts.length === 0 ? "/api/v1" : `/apis/${parts.join("/")}`;
    return `${prefix}/namespaces/${this.namespace}/${plural}${name === undefined ? "" : `/${name}`}`;
  }

  get(path: string, options?: RequestOptions): Promise<Answer> {
    return this.send("GET", path, undefined, options);
  }

  post(path: string, body: unknown, options?: RequestOptions): Promise<Answer> {
    return this.send("POST", path, body, options);
  }

  put(path: string, body: unknown, options?: RequestOptions): Promise<Answer> {
    return this.send("PUT", path, body, options);
  }

  delete(path: string, body?: unknown, options?: RequestOptions): Promise<Answer> {
    return this.send("DELETE", path, body, options);
  }

  /** A merge patch unless the type says otherwise: `json`, `strategic`, `apply`, or a content type. */
  patch(path: string, body: unknown, type = "merge", options: RequestOptions = {}): Promise<Answer> {
    const types: Record<string, string> = {
      merge: "application/merge-patch+json",
      json: "application/json-patch+json",
      strategic: "application/strategic-merge-patch+json",
      apply: "application/apply-patch+yaml",
    };
    return this.send("PATCH", path, body, {
      ...options,
      headers: { "content-type": types[type] ?? type, ...options.headers },
    });
  }

  /** Server-side apply. */
  apply(
    path: string,
    body: unknown,
    manager: string,
    { force, ...options }: RequestOptions & { readonly force?: boolean } = {},
  ): Promise<Answer> {
    const query = `fieldManager=${manager}${force === undefined ? "" : `&force=${force}`}`;
    return this.patch(`${path}${path.includes("?") ? "&" : "?"}${query}`, body, "apply", options);
  }

  /** Sends a request and records what came back. A body that is text or bytes goes as it is. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    { headers = {}, pick, anonymous = false }: RequestOptions = {},
  ): Promise<Answer> {
    const raw = body === undefined || typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const { connection } = this.#setting;
    const alone = anonymous || (raw !== undefined && raw.length > 2 * 1024 * 1024);
    const answer = await (alone ? connection.requestAlone.bind(connection) : connection.request.bind(connection))(
      method,
      path,
      {
        body: raw,
        anonymous,
        headers: { ...defined({ "content-type": raw === undefined ? undefined : "application/json" }), ...headers },
      },
    );
    this.#remember(method, path, answer);
    if (this.#recording) {
      const warning = answer.headers.warning as string | string[] | undefined;
      this.note(`${method} ${path}`, {
        status: answer.status,
        ...defined({
          warning,
          retryAfter: answer.headers["retry-after"],
          text: answer.body === undefined ? answer.text : undefined,
          body: answer.body === undefined ? undefined : this.#bodyOf(answer, pick),
        }),
      });
    }
    return answer;
  }

  /** Steps that only prepare: what they answer is not compared. */
  async quietly<T>(steps: () => Promise<T>): Promise<T> {
    this.#recording = false;
    try {
      return await steps();
    } finally {
      this.#recording = true;
    }
  }

  /** Prepares an object; it must work. */
  async given(path: string, body: unknown): Promise<Answer["body"]> {
    const answer = await this.quietly(() => this.post(path, body));
    if (answer.status !== 201) throw new Error(`cannot prepare ${path}: ${answer.text}`);
    return answer.body;
  }

  /** Records a value that the scenario worked out itself. */
  note(step: string, value: unknown): void {
    const label = this.#normaliser.text(step.length > 300 ? `${step.slice(0, 300)}…` : step);
    this.observation.push({
      [label.replace(/([?&]resourceVersion=)[1-9]\d+/, "$1N").replace(/([?&]continue=)[^&]+/, "$1TOKEN")]:
        this.#normaliser.value(value),
    });
  }

  /** Opens a watch. */
  async watch(path: string, headers?: Readonly<Record<string, string>>): Promise<WatchRecorder> {
    const separator = path.includes("?") ? "&" : "?";
    const lines = this.#setting.connection.lines(`${path}${separator}watch=true`, headers);
    const watch = new WatchRecorder(lines, (step, value) => this.note(step, value));
    this.#watches.push(watch);
    await lines.status;
    return watch;
  }

  /** Watches over a WebSocket: records whether it was opened, and the next frames, of events their type and name. */
  async watchWebSocket(path: string, count: number, headers: Readonly<Record<string, string>> = {}): Promise<void> {
    const { connection } = this.#setting;
    const origin = new URL(connection.url).origin;
    const socket = await connection.webSocket(path, { origin, ...headers });
    const frames: unknown[] = [];
    for (let i = 0; i < count && socket.status === 101; i++) {
      const frame = await socket.next();
      const event = /^text (\{.*\})(\n?)$/s.exec(frame ?? "");
      frames.push(
        event === null ? frame : [...brieflyTyped(JSON.parse(event[1]!)), event[2] === "\n" ? "line" : "no line"],
      );
    }
    socket.close();
    this.note(`WebSocket ${path}`, { status: socket.status, accept: socket.accept, frames });
  }

  /** A token that the server has forgotten the meaning of. */
  async expire(token: string): Promise<string> {
    return this.#setting.expire(token);
  }

  /** Asks again until the answer is as wanted; not recorded. */
  async until(path: string, wanted: (answer: Answer) => boolean, seconds = 20): Promise<Answer> {
    const deadline = Date.now() + seconds * 1000;
    for (;;) {
      const answer = await this.#setting.connection.request("GET", path);
      if (wanted(answer)) return answer;
      if (Date.now() > deadline)
        throw new Error(`${path} did not become as wanted within ${seconds} s: ${answer.text.slice(0, 2000)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Creates on paper (a dry run) until the answer is as wanted: what the server follows counts a moment later. */
  async settle(path: string, body: unknown, wanted: (answer: Answer) => boolean): Promise<void> {
    await this.quietly(async () => {
      for (let attempt = 0; attempt < 300; attempt++) {
        const answer = await this.post(`${path}?dryRun=All`, body);
        if (wanted(answer)) return;
        if (attempt === 299) throw new Error(`${path} did not become as wanted: ${answer.text.slice(0, 2000)}`);
        await new Promise((resolve) => setTimeout(resolve, this.pauseMs));
      }
    });
  }

  /** Ends watches and takes away what the scenario made. */
  async clear(): Promise<void> {
    for (const watch of this.#watches) watch.close();
    const { connection } = this.#setting;
    const merge = { "content-type": "application/merge-patch+json" };
    for (const path of new Set(this.#made.reverse())) {
      const body = JSON.stringify({ gracePeriodSeconds: 0, propagationPolicy: "Background" });
      const answer = await connection.request("DELETE", path, {
        body,
        headers: { "content-type": "application/json" },
      });
      if (answer.body?.metadata?.finalizers !== undefined) {
        await connection.request("PATCH", path, { body: '{"metadata":{"finalizers":null}}', headers: merge });
      }
    }
  }

  #bodyOf({ status, body }: Answer, pick: RequestOptions["pick"]): unknown {
    if (status < 400) return pick === undefined ? body : pick(body);
    return this.#words ? body : { kind: body.kind, reason: body.reason, code: body.code };
  }

  #remember(method: string, path: string, { status, body }: Answer): void {
    if (status >= 300 || path.includes("dryRun=All") || body?.metadata?.name === undefined) return;
    const plain = path.split("?")[0]!;
    const subresource = /\/(status|scale|binding|token|eviction|finalize)$/.test(plain);
    if (method === "POST" && !subresource) this.#made.push(`${plain}/${body.metadata.name}`);
    if ((method === "PATCH" || method === "PUT") && !subresource) this.#made.push(plain);
  }
}

/** A watch whose events are recorded as they are taken. */
export class WatchRecorder {
  readonly #lines: LineStream;
  readonly #note: (step: string, value: unknown) => void;

  constructor(lines: LineStream, note: (step: string, value: unknown) => void) {
    this.#lines = lines;
    this.#note = note;
  }

  /** Takes and records the next events. */
  async take(count: number, pick: (event: Json) => unknown = brief): Promise<Json[]> {
    const events: unknown[] = [];
    for (let i = 0; i < count; i++) {
      const line = await this.#next();
      if (line === undefined) break;
      events.push(JSON.parse(line));
    }
    this.#note("watch", events.map(pick));
    return events;
  }

  /** Takes what comes until the server ends the watch, and records it, or the last `most` events of it. */
  async rest(pick: (event: Json) => unknown = brief, most = Number.POSITIVE_INFINITY): Promise<void> {
    const events: unknown[] = [];
    for (let line = await this.#next(); line !== undefined; line = await this.#next()) events.push(JSON.parse(line));
    this.#note("watch to its end", { status: await this.#lines.status, events: events.slice(-most).map(pick) });
  }

  close(): void {
    this.#lines.close();
  }

  /** The next line. A server that says nothing for ten seconds will not say it any more. */
  #next(): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("the watch was silent for ten seconds")), 10_000);
      this.#lines.next().then((line) => {
        clearTimeout(timer);
        resolve(line);
      }, reject);
    });
  }
}

/** An event in short: its type, and the object's name, labels, data and revision; an error or a refusal in full. */
export function brief({ type, object, ...refusal }: Json): unknown {
  if (object === undefined) return refusal;
  if (type === "ERROR") return { type, object };
  if (type === "BOOKMARK")
    return { type, object: { ...object, metadata: { ...object.metadata, resourceVersion: "" } } };
  const { name, labels, resourceVersion } = object.metadata;
  return { type, name, labels, resourceVersion, data: object.data };
}

function brieflyTyped({ type, object, code }: Json): unknown[] {
  if (object === undefined) return ["refused", code];
  return type === "ERROR" ? [type, object.code] : [type, object.metadata.name];
}

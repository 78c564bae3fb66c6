import { randomBytes } from "node:crypto";
import { newFakeClientset, sharedKubeconfig, startApiServer } from "client-ts-testing";
import type { KubeObject } from "client-ts/meta";
import { ApiConnection, type Connection } from "./api-connection.ts";
import { FakeConnection } from "./fake-connection.ts";
import { type Observation, type Scenario, Stage } from "./stage.ts";

/** What the suite holds to the recordings. */
export type Target = "fake" | "in-memory" | "real";

/** A target under the suite: the fake clientset, the in-memory server or a real control plane. */
export interface Subject {
  readonly target: Target;
  /** Whether the beginning is forgotten already. A real control plane forgets after its first five minutes. */
  readonly forgets: boolean;
  /** Plays one scenario in an area's namespace and says what was seen. */
  observe(area: string, scenario: Scenario): Promise<Observation>;
  /** Takes away the namespaces and ends the connection. */
  close(): Promise<void>;
}

/** A fresh in-memory API server. */
export async function inMemorySubject(): Promise<Subject> {
  const server = await startApiServer();
  const connection = await ApiConnection.open({ text: server.kubeconfig });
  const expire = (token: string): string => {
    // The newest state of all can always be read: something must be newer than the token.
    server.apply(newerThan(token));
    server.compact();
    return token;
  };
  return new ServerSubject("in-memory", connection, { expire, forgets: true, pauseMs: 0 }, () => server.close());
}

/** A fresh fake clientset. */
export async function fakeSubject(): Promise<Subject> {
  const fake = newFakeClientset();
  const expire = async (token: string): Promise<string> => {
    await fake.tracker.add(newerThan(token));
    await fake.tracker.compact();
    return token;
  };
  return new ServerSubject("fake", new FakeConnection(fake), { expire, forgets: true, pauseMs: 0 }, () => fake.close());
}

function newerThan(token: string): KubeObject {
  const metadata = { name: "newer", namespace: "default" };
  return { apiVersion: "v1", kind: "ConfigMap", metadata, data: { than: token } } as KubeObject;
}

/** Why a target answers a scenario otherwise than the recording, if it does so knowingly. */
export function differenceOf(scenario: Scenario, target: Target): string | undefined {
  if (target === "real") return undefined;
  return scenario.knownDifference ?? (target === "fake" ? scenario.fakeDifference : undefined);
}

/** The control plane of a kubeconfig file. */
export async function realSubject(kubeconfig: string): Promise<Subject> {
  const connection = await ApiConnection.open({ path: kubeconfig });
  const first = expiredToken(Buffer.from('{"v":"meta.k8s.io/v1","rv":1,"start":"a\\u0000"}').toString("base64"));
  const { status } = await connection.request("GET", `/api/v1/namespaces?limit=1&continue=${first}`);
  return new ServerSubject(
    "real",
    connection,
    { expire: expiredToken, forgets: status === 410, pauseMs: 30 },
    async () => {},
  );
}

/** The kubeconfig of a real control plane that answers and is of the recording's minor version. */
export async function realKubeconfig(minor: string): Promise<string | undefined> {
  const kubeconfig = sharedKubeconfig();
  if (kubeconfig === undefined) return undefined;
  const connection = await ApiConnection.open({ path: kubeconfig });
  try {
    const found = (await connection.request("GET", "/version")).body.minor;
    if (found === minor) return kubeconfig;
    console.log(
      `the server suite was recorded on Kubernetes 1.${minor} and does not run on this control plane, 1.${found}`,
    );
    return undefined;
  } finally {
    connection.close();
  }
}

/**
 * A continue token of the real server's own form, from the first revision of all, which etcd has forgotten once it was
 * compacted.
 */
function expiredToken(token: string): string {
  const point = JSON.parse(Buffer.from(token, "base64").toString("utf8"));
  return Buffer.from(JSON.stringify({ ...point, rv: 1 })).toString("base64url");
}

interface History {
  readonly forgets: boolean;
  readonly expire: (token: string) => string | Promise<string>;
  readonly pauseMs: number;
}

class ServerSubject implements Subject {
  readonly target: Target;
  readonly #connection: Connection;
  readonly forgets: boolean;
  readonly #expire: (token: string) => string | Promise<string>;
  readonly #pauseMs: number;
  readonly #end: () => Promise<void>;
  readonly #run = `x${randomBytes(4).toString("hex")}`;
  readonly #namespaces = new Map<string, Promise<string>>();

  constructor(target: Target, connection: Connection, history: History, end: () => Promise<void>) {
    this.target = target;
    this.#connection = connection;
    this.forgets = history.forgets;
    this.#expire = history.expire;
    this.#pauseMs = history.pauseMs;
    this.#end = end;
  }

  async observe(area: string, scenario: Scenario): Promise<Observation> {
    const namespace = await this.#namespace(area);
    const stage = new Stage(
      {
        connection: this.#connection,
        namespace,
        run: this.#run,
        expire: this.#expire,
        pauseMs: this.#pauseMs,
      },
      scenario,
    );
    try {
      await scenario.run(stage);
    } finally {
      await stage.clear();
    }
    // As it will be read from the recording: members that are undefined are not there.
    return JSON.parse(JSON.stringify(stage.observation));
  }

  async close(): Promise<void> {
    for (const name of this.#namespaces.values())
      await this.#connection.request("DELETE", `/api/v1/namespaces/${await name}`);
    this.#connection.close();
    await this.#end();
  }

  #namespace(area: string): Promise<string> {
    let name = this.#namespaces.get(area);
    if (name === undefined) {
      name = this.#createNamespace(`conformance-${area}-${this.#run}`);
      this.#namespaces.set(area, name);
    }
    return name;
  }

  async #createNamespace(name: string): Promise<string> {
    const headers = { "content-type": "application/json" };
    const answer = await this.#connection.request("POST", "/api/v1/namespaces", {
      body: JSON.stringify({ metadata: { name } }),
      headers,
    });
    if (answer.status !== 201) throw new Error(`cannot make the namespace ${name}: ${answer.text}`);
    // A Pod is admitted only once its namespace has the service account, which a controller makes.
    await this.#connection.request("POST", `/api/v1/namespaces/${name}/serviceaccounts`, {
      body: JSON.stringify({ metadata: { name: "default" } }),
      headers,
    });
    return name;
  }
}

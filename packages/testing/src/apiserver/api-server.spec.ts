import { connect as connectHttp2 } from "node:http2";
import { connect as connectTcp } from "node:net";
import type { Clock } from "client-ts/util";
import { parse } from "yaml";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type ApiServer, type ApiServerOptions, startApiServer } from "./index.ts";
import { SpecClient } from "./spec-client.ts";

const path = "/api/v1/namespaces/default/configmaps";

async function started(options: ApiServerOptions = {}): Promise<{ server: ApiServer; client: SpecClient }> {
  const server = await startApiServer({ tls: false, ...options });
  const client = new SpecClient(server);
  onTestFinished(async () => {
    client.close();
    await server.close();
  });
  return { server, client };
}

/** Who a request with these headers comes from. */
async function whoAmI(client: SpecClient, headers: Record<string, string> = {}): Promise<unknown> {
  const { body } = await client.post("/apis/authentication.k8s.io/v1/selfsubjectreviews", {}, headers);
  return body.status?.userInfo ?? body.message;
}

function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTcp(port, "127.0.0.1");
    socket.once("error", () => resolve(true));
    socket.once("connect", () => {
      socket.destroy();
      resolve(false);
    });
  });
}

describe("a server", () => {
  it("counts the connections that are open, and cuts all of them at once", async () => {
    const { server, client } = await started();
    expect(server.connectionCount).toBe(0);
    const other = new SpecClient(server);
    await Promise.all([client.get(path), other.get(path)]);
    expect(server.connectionCount).toBe(2);
    server.cutConnections("end");
    await expect.poll(() => server.connectionCount).toBe(0);
    const again = new SpecClient(server);
    expect((await again.get(path)).status).toBe(200);
    again.close();
  });

  it("stays away for the given time when it restarts, and comes back with its users and faults", async () => {
    const timers: (() => void)[] = [];
    const { server, client } = await started({ clock: handClock(timers) });
    const port = Number(new URL(server.url).port);
    await client.get(path);
    server.faults.add({ match: { verb: "list" } }, { type: "status", code: 503 });
    const restarted = server.restart({ downMs: 1_000 });
    await expect.poll(() => timers.length).toBe(1);
    expect([await isRefused(port), server.connectionCount]).toEqual([true, 0]);
    timers[0]!();
    await restarted;
    const again = new SpecClient(server);
    expect(again.token).toBe(client.token);
    expect((await again.get(path)).status).toBe(503);
    again.close();
  });

  it("stays closed when it is closed at any moment of a restart", async () => {
    for (let turns = 0; turns < 12; turns++) {
      const timers: (() => void)[] = [];
      const server = await startApiServer({ tls: false, clock: handClock(timers) });
      const port = Number(new URL(server.url).port);
      const restarted = server.restart({ downMs: 1_000 });
      while (timers.length === 0) await new Promise(setImmediate);
      timers[0]!();
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      await server.close();
      await restarted;
      expect(await isRefused(port), `closed after ${turns} turns`).toBe(true);
    }
  });

  it.each([
    [undefined, "no request matched this fault"],
    [false, ""],
  ] as const)("writes to standard error by default, and nothing with logger: %s", async (logger, expected) => {
    const write = vi.spyOn(console, "error").mockReturnValue();
    onTestFinished(() => write.mockRestore());
    const server = await startApiServer({ tls: false, logger });
    server.faults.add({ match: { path: "/none" } }, { type: "status", code: 500 });
    await server.close();
    const written = write.mock.calls.map(([text]) => String(text)).join("");
    expect(written).toContain(expected);
    expect(written === "").toBe(expected === "");
  });

  it("commits nothing after it was closed", async () => {
    const server = await startApiServer({ tls: false });
    const owner = { apiVersion: "v1", kind: "ConfigMap", name: "gone", uid: "gone" };
    server.apply({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "child", ownerReferences: [owner] } });
    const closed = server.close();
    const { revision } = server;
    await closed;
    await new Promise(setImmediate);
    expect(server.revision).toBe(revision);
  });

  it("announces how many streams a connection may have", async () => {
    for (const [options, expected] of [
      [{}, 100],
      [{ maxConcurrentStreams: 7 }, 7],
    ] as const) {
      const { server } = await started(options);
      const session = connectHttp2(server.url);
      const settings = await new Promise<{ maxConcurrentStreams?: number }>((resolve) =>
        session.once("remoteSettings", resolve),
      );
      expect(settings.maxConcurrentStreams).toBe(expected);
      session.destroy();
    }
  });

  it("serves versions that are not stable only when it is asked for all", async () => {
    const versions = async (options: ApiServerOptions): Promise<string[]> => {
      const { client } = await started(options);
      const { body } = await client.get("/apis");
      return body.groups.flatMap(({ versions: all }: { versions: { version: string }[] }) =>
        all.map(({ version }) => version),
      );
    };
    expect((await versions({})).filter((one) => one.includes("alpha"))).toEqual([]);
    expect((await versions({ allVersions: true })).filter((one) => one.includes("alpha"))).not.toEqual([]);
  });

  it("answers to the hosts of its options in addition to its own", async () => {
    const { client } = await started({ allowedHosts: ["proxy.example:8443"] });
    const status = async (host: string): Promise<number> =>
      (await client.get("/version", { ":authority": host })).status;
    expect(await status("proxy.example:8443")).toBe(200);
    expect(await status("PROXY.example:8443")).toBe(200);
    expect(await status("proxy.example:8444")).toBe(403);
  });

  it("answers HEAD with the headers of GET and no body", async () => {
    const { client } = await started();
    const [got, head] = [await client.get(path), await client.request("HEAD", path)];
    expect([head.status, head.text]).toEqual([200, ""]);
    expect(head.headers["content-length"]).toBe(got.headers["content-length"]);
  });
});

describe("the users of a server", () => {
  it("have the uid, groups and extra of the options, and a token each", async () => {
    const jane = { name: "jane", uid: "7", groups: ["dev"], extra: { team: ["web", "shop"] }, token: "jane-token" };
    const { client } = await started({ users: [{ name: "first" }, jane] });
    expect(await whoAmI(client)).toEqual({ username: "first", groups: ["system:authenticated"] });
    expect(await whoAmI(client, { authorization: "Bearer jane-token" })).toEqual({
      username: "jane",
      uid: "7",
      groups: ["dev", "system:authenticated"],
      extra: { team: ["web", "shop"] },
    });
  });

  it("have a token in their kubeconfig when there is no TLS", async () => {
    const { server, client } = await started();
    const { token } = parse(server.userKubeconfig("jane", ["dev"])).users[0].user;
    expect(await whoAmI(client, { authorization: `Bearer ${token}` })).toEqual({
      username: "jane",
      groups: ["dev", "system:authenticated"],
    });
  });

  it("see why a rule of the test refuses them", async () => {
    const { client } = await started({ deny: ({ verb }) => (verb === "create" ? "not on a Friday" : false) });
    expect((await client.post(path, { metadata: { name: "a" } })).body.message).toBe(
      'configmaps is forbidden: User "admin" cannot create resource "configmaps" in API group "" ' +
        'in the namespace "default": not on a Friday',
    );
    expect((await client.get(path)).status).toBe(200);
  });

  it("are anonymous without credentials, and see the version and the health alone", async () => {
    const { client } = await started();
    const status = async (where: string): Promise<number> => (await client.get(where, { authorization: "" })).status;
    for (const open of ["/version", "/healthz", "/livez", "/readyz"])
      expect([open, await status(open)]).toEqual([open, 200]);
    for (const closed of ["/api", "/apis", "/metrics", path])
      expect([closed, await status(closed)]).toEqual([closed, 403]);
  });

  it("act as another user with groups, uid and extra, each of which they must be allowed to take", async () => {
    const denied = new Set<string>();
    const { client } = await started({
      deny: ({ verb, resource, subresource, name }) =>
        verb === "impersonate" && denied.has(`${resource}${subresource && `/${subresource}`} ${name}`),
    });
    const headers = {
      "impersonate-user": "jane",
      "impersonate-group": "dev",
      "impersonate-uid": "7",
      "impersonate-extra-team": "web",
    };
    expect(await whoAmI(client, headers)).toEqual({
      username: "jane",
      uid: "7",
      groups: ["dev", "system:authenticated"],
      extra: { team: ["web"] },
    });
    for (const [what, shown] of [
      ["users jane", 'users "jane" is forbidden'],
      ["groups dev", 'groups "dev" is forbidden'],
      ["uids 7", 'uids.authentication.k8s.io "7" is forbidden'],
      ["userextras/team web", 'userextras.authentication.k8s.io "web" is forbidden'],
    ] as const) {
      denied.clear();
      denied.add(what);
      expect(await whoAmI(client, headers)).toContain(shown);
    }
  });

  it("act as a ServiceAccount with the groups of its namespace", async () => {
    const { client } = await started();
    expect(await whoAmI(client, { "impersonate-user": "system:serviceaccount:shop:robot" })).toEqual({
      username: "system:serviceaccount:shop:robot",
      groups: ["system:serviceaccounts", "system:serviceaccounts:shop", "system:authenticated"],
    });
    expect(await whoAmI(client, { "impersonate-user": "system:anonymous" })).toMatch(/forbidden|system:anonymous/);
  });
});

describe("a token of a ServiceAccount", () => {
  const review = async (client: SpecClient, token: string): Promise<{ authenticated?: boolean; error?: string }> =>
    (await client.post("/apis/authentication.k8s.io/v1/tokenreviews", { spec: { token } })).body.status;

  it("counts until its last second, and no longer than its account and the Pod that it is bound to", async () => {
    let nowMs = Date.UTC(2026, 0, 1);
    const clock: Clock = { ...handClock([]), now: () => nowMs };
    const { client } = await started({ clock });
    const accounts = "/api/v1/namespaces/default/serviceaccounts";
    const pods = "/api/v1/namespaces/default/pods";
    await client.post(accounts, { metadata: { name: "robot" } });
    const spec = { serviceAccountName: "robot", containers: [{ name: "c", image: "i" }] };
    await client.post(pods, { metadata: { name: "web" }, spec });
    const issued = async (options: object): Promise<string> =>
      (await client.post(`${accounts}/robot/token`, { spec: { expirationSeconds: 600, ...options } })).body.status
        .token;
    const [free, bound] = [
      await issued({}),
      await issued({ boundObjectRef: { kind: "Pod", apiVersion: "v1", name: "web" } }),
    ];
    nowMs += 599_999;
    for (const token of [free, bound]) expect((await review(client, token)).authenticated).toBe(true);
    const asRobot = async (): Promise<number> => (await client.get(path, { authorization: `Bearer ${free}` })).status;
    expect(await asRobot()).toBe(403);
    await client.delete(`${pods}/web`);
    expect((await review(client, bound)).error).toContain("service account token has been invalidated");
    expect((await review(client, free)).authenticated).toBe(true);
    nowMs += 1;
    expect((await review(client, free)).error).toContain("service account token has expired");
    expect(await asRobot()).toBe(401);
    nowMs -= 1;
    await client.delete(`${accounts}/robot`);
    await client.post(accounts, { metadata: { name: "robot" } });
    expect((await review(client, free)).error).toContain("does not match claim");
    const [head, payload] = free.split(".");
    expect((await review(client, `${head}.${payload}.AAAA`)).authenticated).toBeUndefined();
  });
});

/** A clock that stands still, and whose timers the test fires. */
function handClock(timers: (() => void)[]): Clock {
  return {
    now: () => 0,
    monotonic: () => 0,
    setTimer(_delayMs, run) {
      timers.push(run);
      return { cancel: () => void timers.splice(timers.indexOf(run), 1) };
    },
  };
}

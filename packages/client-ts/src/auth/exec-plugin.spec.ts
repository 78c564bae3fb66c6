import { Readable } from "node:stream";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { newCertificateAuthority, issueCertificate } from "../certs/index.ts";
import {
  intercept,
  type ExecConfig,
  type Transport,
  type TransportRequest,
  type Credential,
} from "../transport/index.ts";
import { FakeClock } from "../util/index.ts";
import { RecordingMeter } from "../util/test-support/recording-meter.ts";
import { authentication } from "./authentication.ts";
import { newExecCredential } from "./exec-plugin.ts";
import { execCacheKey } from "./exec-shared.ts";
import { credential, exec, failureOf, header, make, none, TestHost, v1, v1beta1 } from "./test-support/exec-host.ts";

const ca = newCertificateAuthority({ commonName: "plugins" });
const [first, second] = ["first", "second"].map((commonName) =>
  issueCertificate(ca, { commonName, usages: ["client"] }),
);
const at = (clock: FakeClock, inMs: number): string => new Date(clock.now() + inMs).toISOString();

describe("the answer of a plugin", () => {
  it("is a token, or a certificate with its key, or both (B297)", async () => {
    const { host, credential: one } = make();
    expect(await header(one)).toBe("Bearer token-1");
    expect(await one.tls?.current()).toBeUndefined();
    host.answer = () => credential({ clientCertificateData: first!.cert, clientKeyData: first!.key });
    const certified = newExecCredential(exec, { host });
    expect(await certified.headers()).toEqual({});
    const pair = await certified.tls?.current();
    expect([pair?.cert, pair?.key.reveal()]).toEqual([first!.cert, first!.key]);
    host.answer = () => credential({ token: "t", clientCertificateData: first!.cert, clientKeyData: first!.key });
    const both = newExecCredential(exec, { host });
    expect(await header(both)).toBe("Bearer t");
    expect((await both.tls?.current())?.cert).toBe(first!.cert);
    const older = newExecCredential({ ...exec, apiVersion: v1beta1 }, { host });
    host.answer = () => ({ apiVersion: v1beta1, kind: "ExecCredential", status: { token: "beta" } });
    expect(await header(older)).toBe("Bearer beta");
  });

  it.each([
    ["a certificate without key", { clientCertificateData: first!.cert }, "without its key"],
    ["a key without certificate", { clientKeyData: first!.key }, "without its key"],
    [
      "a key of another certificate",
      { clientCertificateData: first!.cert, clientKeyData: second!.key },
      "cannot be used together",
    ],
    [
      "something that is not a certificate",
      { clientCertificateData: "x", clientKeyData: first!.key },
      "cannot be used together",
    ],
    [
      "something that is not a key",
      { clientCertificateData: first!.cert, clientKeyData: "k4nary" },
      "cannot be used together",
    ],
  ])("is refused with %s (B298)", async (_, status, message) => {
    const { host, credential: one } = make();
    host.answer = () => credential(status);
    const error = await failureOf(one);
    expect(error.message).toContain(message);
    expect(error).toMatchObject({ kind: "Credential", problem: "answer" });
    expect(inspect(error)).not.toMatch(/k4nary|BEGIN/);
  });

  it.each([
    ["another version", credential({ token: "k4nary" }, { apiVersion: v1beta1 }), `answered with ${v1beta1}`],
    ["an unknown version", credential({ token: "k4nary" }, { apiVersion: "k4nary/v9!" }), "answered with another one"],
    ["another kind", credential({ token: "k4nary" }, { kind: "Secret" }), "ExecCredential"],
    ["no status", { apiVersion: v1, kind: "ExecCredential" }, "without status"],
    ["an empty status", credential({}), "neither a token nor"],
    ["an empty token", credential({ token: "" }), "neither a token nor"],
    ["a token that is a number", credential({ token: 4 }), "status.token"],
    ["a token with a line break", credential({ token: "k4\nnary" }), "line break"],
    ["a time that cannot be read", credential({ token: "k4nary", expirationTimestamp: "soon" }), "not a time"],
    ["two documents", `${JSON.stringify(credential({ token: "k4nary" }))}\n{}`, "one JSON object"],
    ["no JSON", "token: k4nary", "one JSON object"],
    ["a list", "[]", "one JSON object"],
    ["nothing", "", "one JSON object"],
  ])("is refused with %s, and is not repeated (B301, F-D8)", async (_, answer, message) => {
    const { host, credential: one } = make();
    host.answer = () => answer;
    const error = await failureOf(one);
    expect(error.message).toContain(message);
    expect(error.message).toContain('"login"');
    expect(inspect(error)).not.toMatch(/k4/);
  });

  it("is refused when it is not text (F-D8)", async () => {
    const { host, credential: one } = make();
    host.answer = () => ({ ended: "exit", code: 0, output: Buffer.from([0xff, 0xfe, 0x00]), errors: none });
    expect((await failureOf(one)).message).toContain("one JSON object");
  });

  it("is kept until shortly before it expires, then fetched again without a 401 (B300, B306)", async () => {
    const { clock, host, credential: one } = make();
    host.answer = (run) => credential({ token: `token-${run}`, expirationTimestamp: at(clock, 3_600_000) });
    expect(await header(one)).toBe("Bearer token-1");
    await clock.advance(3_589_999);
    expect(await header(one)).toBe("Bearer token-1");
    await clock.advance(1);
    expect(await header(one)).toBe("Bearer token-2");
    expect(host.runs).toHaveLength(2);
  });

  it("without an expiration time is kept for as long as the server accepts it (B300)", async () => {
    const { clock, host, credential: one } = make();
    await header(one);
    await clock.advance(30 * 24 * 3_600_000);
    expect(await header(one)).toBe("Bearer token-1");
    expect(host.runs).toHaveLength(1);
  });
});

describe("running a plugin", () => {
  it("happens once for a hundred callers, first and when the answer has expired (F-D6, B309)", async () => {
    const { clock, host, credential: one } = make();
    host.answer = (run) => credential({ token: `token-${run}`, expirationTimestamp: at(clock, 60_000) });
    const all = () => Promise.all(Array.from({ length: 100 }, () => header(one)));
    expect(new Set(await all())).toEqual(new Set(["Bearer token-1"]));
    await clock.advance(60_000);
    expect(new Set(await all())).toEqual(new Set(["Bearer token-2"]));
    expect(host.runs).toHaveLength(2);
  });

  it("goes on when the caller that began it leaves (F-D6)", async () => {
    const { host, credential: one } = make();
    let print = (_: object): void => {};
    host.answer = () => new Promise((resolve) => (print = resolve));
    const leaving = new AbortController();
    const left = one.headers({ signal: leaving.signal });
    const stays = header(one);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ kind: "Aborted" });
    print(credential({ token: "late" }));
    expect(await stays).toBe("Bearer late");
    expect(host.runs).toHaveLength(1);
  });

  it("passes arguments, the environment, its own variables and the ExecCredential (B303, SEC-3)", async () => {
    const args = ["get", "a b", ";$(touch x)", "`id`", '"', "ü"];
    const env = [
      { name: "REGION", value: "north" },
      { name: "HOME", value: "/elsewhere" },
    ];
    const cluster = { server: "https://api", "certificate-authority-data": "Q0E=", config: { audience: "x" } };
    const { host, credential: one } = make({ args, env }, { cluster });
    await header(one);
    const [run] = host.runs;
    expect(run?.path).toBe("/bin/login");
    expect(run?.args).toEqual(args);
    expect(run?.env).toMatchObject({ PATH: "/bin", REGION: "north", HOME: "/elsewhere" });
    const info = { kind: "ExecCredential", apiVersion: v1, spec: { interactive: false } };
    expect(JSON.parse(run?.env["KUBERNETES_EXEC_INFO"] ?? "")).toEqual(info);
    const informed = newExecCredential({ ...exec, provideClusterInfo: true }, { host, cluster });
    await header(informed);
    expect(JSON.parse(host.runs[1]?.env["KUBERNETES_EXEC_INFO"] ?? "")).toEqual({
      ...info,
      spec: { interactive: false, cluster },
    });
  });

  it.each([
    ["Never", true, false, false],
    ["Never", false, false, false],
    ["IfAvailable", true, false, true],
    ["IfAvailable", true, true, false],
    ["IfAvailable", false, false, false],
    ["Always", true, false, true],
    ["Always", true, true, "standard input is not available: used for something else"],
    ["Always", false, false, "not a terminal"],
  ] as const)(
    "with interactiveMode %s, terminal %s, input taken %s gives the user to it: %s (B299, F-D15)",
    async (mode, terminal, taken, expected) => {
      const { host, credential: one } = make({
        interactiveMode: mode,
        stdinUnavailable: taken,
        stdinUnavailableMessage: "used for something else",
      });
      host.terminal = terminal;
      if (typeof expected === "string") {
        const error = await failureOf(one);
        expect(error.message).toContain(expected);
        expect(error.problem).toBe("interactive");
        expect(host.runs).toEqual([]);
        return;
      }
      await header(one);
      expect(host.runs[0]?.interactive).toBe(expected);
      expect(JSON.parse(host.runs[0]?.env["KUBERNETES_EXEC_INFO"] ?? "").spec.interactive).toBe(expected);
      expect(host.runs[0]?.timeoutMs).toBe(expected ? 600_000 : 60_000);
    },
  );

  it("needs to know in v1 whether the plugin may ask, and a supported version (B304)", () => {
    const { interactiveMode: _, ...unsaid } = exec;
    const host = new TestHost();
    expect(() => newExecCredential(unsaid, { host })).toThrow("needs an interactiveMode");
    expect(() => newExecCredential({ ...unsaid, apiVersion: v1beta1 }, { host })).not.toThrow();
    expect(() => newExecCredential({ ...exec, apiVersion: "client.authentication.k8s.io/v1alpha1" }, { host })).toThrow(
      "which is not supported",
    );
    expect(() => newExecCredential({ ...exec, interactiveMode: "Sometimes" as never }, { host })).toThrow(
      "one of Never",
    );
    expect(() => newExecCredential({ ...exec, command: "" }, { host })).toThrow("needs a command");
    for (const timeoutMs of [0, -1, Number.NaN])
      expect(() => newExecCredential({ ...exec, timeoutMs }, { host })).toThrow("timeoutMs that is not greater than 0");
  });

  it("that fails reports its command and exit code, and no possible credential (B302, F-D9)", async () => {
    const { host, credential: one } = make({ env: [{ name: "PASSWORD", value: "short-pw" }] });
    const said = [
      "error: session expired \x1b[2J",
      "token=k4naryToken password: k4nary2 Bearer k4nary3",
      `{"token":"k4nary.5"} eyJhbGciOiJSUzI1NiJ9.k4nary6k4nary6.sig0`,
      "you used short-pw",
      "-----BEGIN PRIVATE KEY-----\nk4nary7\n-----END PRIVATE KEY-----",
      "x".repeat(100_000),
    ].join("\n");
    host.answer = () => ({ ended: "exit", code: 17, output: Buffer.from("k4nary"), errors: Buffer.from(said) });
    const error = await failureOf(one);
    expect(error).toMatchObject({ problem: "failed", exitCode: 17 });
    expect(error.message).toContain('the exec plugin "login" failed with exit code 17: error: session expired');
    expect(error.message.length).toBeLessThan(1_200);
    expect(inspect(error)).not.toMatch(/k4nary|short-pw|\x1b\[2J/);
  });

  it("that is not found says how to install it, ten times an hour, in safe characters (B302, B310)", async () => {
    const {
      clock,
      host,
      credential: one,
    } = make({ command: "absent", installHint: "run \x1b[31mbrew install absent\u202e" });
    const told: boolean[] = [];
    for (let i = 0; i < 13; i++) {
      const error = await failureOf(one);
      expect(error.message).toContain('the exec plugin "absent" is not found');
      expect(error.problem).toBe("not-found");
      expect(error.message).not.toMatch(/\x1b|\u202e/);
      told.push(error.message.includes("brew install absent"));
      await clock.advance(1_000);
    }
    expect(told).toEqual([...Array(10).fill(true), false, false, false]);
    await clock.advance(3_600_000);
    expect((await failureOf(one)).message).toContain("brew install absent");
    expect(host.runs).toEqual([]);
  });

  it("is not repeated within a second of a failure, and a valid answer stays in use meanwhile (F-D10)", async () => {
    const { clock, host, credential: one } = make();
    host.answer = () => ({ ended: "exit", code: 1, output: none, errors: none });
    for (let i = 0; i < 10; i++) await failureOf(one);
    await clock.advance(999);
    await failureOf(one);
    expect(host.runs).toHaveLength(1);
    await clock.advance(1);
    host.answer = () => credential({ token: "good", expirationTimestamp: at(clock, 100_000) });
    expect(await header(one)).toBe("Bearer good");
    host.answer = () => ({ ended: "timeout", errors: none });
    await clock.advance(95_000);
    for (let i = 0; i < 10; i++) expect(await header(one)).toBe("Bearer good");
    expect(host.runs).toHaveLength(3);
    await clock.advance(6_000);
    expect((await failureOf(one)).problem).toBe("timeout");
  });

  it("happens at most every five seconds, then more rarely, with answers that expired already (F-D10)", async () => {
    const { clock, host, credential: one } = make();
    host.answer = (run) =>
      credential({ token: `token-${run}`, expirationTimestamp: run % 2 ? at(clock, -1) : "1970-01-01T00:00:01Z" });
    for (let i = 0; i < 100; i++) expect(await header(one)).toBe("Bearer token-1");
    for (let second = 0; second < 300; second++) {
      await header(one);
      await clock.advance(1_000);
    }
    // 5 + 10 + 20 + 40 + 60 + 60 + 60 seconds, and the one that runs.
    expect(host.runs.length).toBeLessThanOrEqual(9);
    expect(host.runs.length).toBeGreaterThanOrEqual(7);
  });

  it("waits no longer than at first when answers have expired again after a valid one (F-D10)", async () => {
    const { clock, host, credential: one } = make();
    host.answer = (run) =>
      credential({ token: `token-${run}`, expirationTimestamp: at(clock, run === 4 ? 100_000 : -1) });
    // Pauses of 5, 10 and 20 seconds, then a good answer that is fresh for 90.
    for (const pause of [0, 5_000, 10_000, 20_000, 90_000]) {
      await clock.advance(pause);
      await header(one);
    }
    expect(host.runs).toHaveLength(5);
    await clock.advance(4_999);
    await header(one);
    expect(host.runs).toHaveLength(5);
    await clock.advance(1);
    await header(one);
    expect(host.runs).toHaveLength(6);
  });

  it("sets its own variable, whatever the environment or the kubeconfig put into it (B303, SEC-3)", async () => {
    const forged = JSON.stringify({ kind: "ExecCredential", spec: { cluster: { server: "https://forged" } } });
    const { host, credential: one } = make({ env: [{ name: "KUBERNETES_EXEC_INFO", value: forged }] });
    host.env = { ...host.env, KUBERNETES_EXEC_INFO: forged };
    await header(one);
    expect(JSON.parse(host.runs[0]!.env["KUBERNETES_EXEC_INFO"]!)).toEqual({
      kind: "ExecCredential",
      apiVersion: v1,
      spec: { interactive: false },
    });
  });

  it("is not early by more than a tenth of a short lifetime (B300)", async () => {
    const { clock, host, credential: one } = make();
    host.answer = (run) => credential({ token: `token-${run}`, expirationTimestamp: at(clock, 30_000) });
    await header(one);
    await clock.advance(26_999);
    expect(await header(one)).toBe("Bearer token-1");
    await clock.advance(1);
    expect(await header(one)).toBe("Bearer token-2");
  });

  it("happens at most once a second with answers that expire at once (F-D10)", async () => {
    const { clock, host, credential: one } = make();
    host.answer = (run) => credential({ token: `token-${run}`, expirationTimestamp: at(clock, 10) });
    for (const [passed, runs] of [
      [0, 1],
      [999, 1],
      [1, 2],
      [999, 2],
      [1, 3],
    ] as const) {
      await clock.advance(passed);
      await header(one);
      expect(host.runs).toHaveLength(runs);
    }
  });

  it("happens at once when the answer expired while the machine slept (F-D12)", async () => {
    const { clock, host, credential: one } = make();
    host.answer = (run) => credential({ token: `token-${run}`, expirationTimestamp: at(clock, 900_000) });
    expect(await header(one)).toBe("Bearer token-1");
    clock.jumpWall(889_999);
    expect(await header(one)).toBe("Bearer token-1");
    clock.jumpWall(1);
    expect(await header(one)).toBe("Bearer token-2");
  });

  it("is decided safely when the clock jumps an hour ahead or back (F-D12)", async () => {
    for (const [jump, ends] of [
      [3_600_000, "local"],
      [-3_600_000, "local"],
      [3_600_000, "server"],
      [-3_600_000, "server"],
    ] as const) {
      const { clock, host, credential: one } = make();
      // The expiry is computed by the local clock, or by a server whose clock did not jump.
      const jumped = () => (host.runs.length > 1 && ends === "server" ? jump : 0);
      host.answer = (run) => credential({ token: `token-${run}`, expirationTimestamp: at(clock, 900_000 - jumped()) });
      await header(one);
      clock.jumpWall(jump);
      for (let second = 0; second < 600; second += 1) {
        await header(one);
        await clock.advance(1_000);
      }
      // At most one run for the jump, or one a minute while our clock makes every answer look old.
      expect(host.runs.length, `${jump} ${ends}`).toBeLessThanOrEqual(ends === "server" && jump > 0 ? 15 : 2);
      await clock.advance(400_000);
      await header(one);
      // A clock that went back never keeps an answer that has really expired.
      expect(host.runs.length, `${jump} ${ends}`).toBeGreaterThanOrEqual(2);
    }
  });
});

describe("a refusal by the server", () => {
  const request: TransportRequest = { method: "GET", path: "/", headers: {}, purpose: "call" };
  function server(accepts: () => string): { sent: string[]; send: Transport } {
    const sent: string[] = [];
    return {
      sent,
      send: async ({ headers }) => {
        const token = String(headers["authorization"]);
        sent.push(token);
        await new Promise(setImmediate);
        return { status: token === accepts() ? 200 : 401, headers: {}, body: Readable.from([]), protocol: "h2" };
      },
    };
  }

  it("runs the plugin once more and repeats the request if it can; the next has the new token (B306)", async () => {
    const { clock, host, credential: one } = make();
    let valid = "Bearer token-1";
    const { sent, send } = server(() => valid);
    const ask = intercept(send, authentication(one));
    expect((await ask(request)).status).toBe(200);
    valid = "Bearer token-2";
    const statuses = await Promise.all(Array.from({ length: 50 }, () => ask(request)));
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(host.runs).toHaveLength(2);
    valid = "Bearer token-3";
    await clock.advance(5_000);
    expect((await ask({ ...request, method: "POST", body: "{}" })).status).toBe(401);
    expect((await ask({ ...request, method: "POST", body: "{}" })).status).toBe(200);
    expect(sent.at(-1)).toBe("Bearer token-3");
  });

  it("that repeats itself does not run the plugin again and again (F-D10)", async () => {
    const { host, credential: one } = make();
    const ask = intercept(server(() => "refused").send, authentication(one));
    for (let i = 0; i < 100; i++) expect((await ask(request)).status).toBe(401);
    expect(host.runs).toHaveLength(2);
  });

  it("runs the plugin at most every five seconds, and repeats nothing for the same answer (F-D10)", async () => {
    const { clock, host, credential: one } = make();
    host.answer = () => credential({ token: "same" });
    const refused = await one.headers();
    expect(await one.onUnauthorized?.({ refused })).toBe(false);
    await clock.advance(4_999);
    expect(await one.onUnauthorized?.({ refused: await one.headers() })).toBe(false);
    expect(host.runs).toHaveLength(2);
    await clock.advance(1);
    host.answer = () => credential({ token: "another" });
    expect(await one.onUnauthorized?.({ refused: await one.headers() })).toBe(true);
    expect(host.runs).toHaveLength(3);
  });

  it("ends with the caller that goes away meanwhile, not as a refusal", async () => {
    const { host, credential: one } = make();
    const refused = await one.headers();
    host.answer = () => new Promise(() => {});
    const leaving = new AbortController();
    const waiting = one.onUnauthorized?.({ refused, signal: leaving.signal });
    leaving.abort();
    await expect(waiting).rejects.toMatchObject({ kind: "Aborted" });
  });

  it("stays what it is when the plugin fails then", async () => {
    const { host, credential: one } = make();
    const ask = intercept(server(() => "refused").send, authentication(one));
    host.answer = (run) =>
      run === 1 ? credential({ token: "t" }) : { ended: "exit", code: 1, output: none, errors: none };
    expect((await ask(request)).status).toBe(401);
  });

  it("brings a new certificate, once, to the code that holds connections (F-D11, B308)", async () => {
    const { clock, host, credential: one } = make();
    host.answer = (run) => {
      const { cert, key } = run === 1 ? first! : second!;
      return credential({ clientCertificateData: cert, clientKeyData: key, expirationTimestamp: at(clock, 60_000) });
    };
    let told = 0;
    const stop = one.tls?.onChange(() => told++);
    expect((await one.tls?.current())?.cert).toBe(first!.cert);
    expect(told).toBe(0);
    const refused = await one.headers();
    expect(await one.onUnauthorized?.({ refused })).toBe(true);
    expect(told).toBe(1);
    expect((await one.tls?.current())?.cert).toBe(second!.cert);
    await clock.advance(60_000);
    await one.headers();
    expect(told).toBe(1);
    stop?.();
    host.answer = () => credential({ clientCertificateData: first!.cert, clientKeyData: first!.key });
    await clock.advance(60_000);
    expect((await one.tls?.current())?.cert).toBe(first!.cert);
    expect(told).toBe(1);
  });
});

describe("what two uses of a plugin share", () => {
  it("is nothing as soon as command, arguments, environment, cluster or policy differ (B296, SEC-25)", () => {
    const cluster = { server: "https://a" };
    const base = execCacheKey(exec, cluster, undefined);
    expect(
      execCacheKey({ interactiveMode: "Never", command: "login", apiVersion: v1 }, { ...cluster }, undefined),
    ).toBe(base);
    const others = [
      execCacheKey({ ...exec, command: "other" }, cluster, undefined),
      execCacheKey({ ...exec, args: ["a"] }, cluster, undefined),
      execCacheKey({ ...exec, args: ["a", "b"] }, cluster, undefined),
      execCacheKey({ ...exec, args: ["a b"] }, cluster, undefined),
      execCacheKey({ ...exec, env: [{ name: "A", value: "1" }] }, cluster, undefined),
      execCacheKey({ ...exec, env: [{ name: "A", value: "2" }] }, cluster, undefined),
      execCacheKey({ ...exec, apiVersion: v1beta1 }, cluster, undefined),
      execCacheKey({ ...exec, provideClusterInfo: true }, cluster, undefined),
      execCacheKey({ ...exec, interactiveMode: "Always" }, cluster, undefined),
      execCacheKey({ ...exec, installHint: "x" }, cluster, undefined),
      execCacheKey({ ...exec, config: { a: 1 } }, cluster, undefined),
      execCacheKey(exec, { server: "https://b" }, undefined),
      execCacheKey(exec, { ...cluster, "certificate-authority-data": "eA==" }, undefined),
      execCacheKey(exec, { ...cluster, "tls-server-name": "x" }, undefined),
      execCacheKey(exec, { ...cluster, config: { x: 1 } }, undefined),
      execCacheKey(exec, cluster, { policy: "AllowAll" }),
      execCacheKey(exec, cluster, { policy: "Allowlist", allowlist: [{ name: "login" }] }),
      execCacheKey(exec, cluster, { policy: "Allowlist", allowlist: [{ name: "/bin/login" }] }),
    ];
    expect(new Set([base, ...others]).size).toBe(others.length + 1);
  });

  it("is nothing when two users only print alike, as those of a kubeconfig do (B296, SEC-25)", () => {
    const printsAs = (value: ExecConfig): ExecConfig =>
      Object.defineProperty({ ...value }, "toJSON", { value: () => "[redacted]" });
    const keys = ["a", "b"].map((word) =>
      execCacheKey(printsAs({ ...exec, args: [word] }), { server: "https://a" }, undefined),
    );
    expect(new Set(keys).size).toBe(2);
  });
});

describe("measurements", () => {
  /** What was counted since the last look: the metric and the values of its labels. */
  const counted = (meter: RecordingMeter): string[] =>
    meter.measured
      .splice(0)
      .filter(([name]) => meter.made[name]?.type === "counter")
      .map(
        ([name, , labels]) =>
          `${name.replace("rest_client_exec_plugin_", "")} ${Object.values(labels ?? {}).join(" ")}`,
      );

  it("count runs by exit code and kind of error, and decisions of the policy (B313)", async () => {
    const meter = new RecordingMeter();
    const cases: [unknown, string][] = [
      [credential({ token: "t" }), "call_total 0 no_error"],
      [{ ended: "exit", code: 3, output: none, errors: none }, "call_total 3 plugin_execution_error"],
      [{ ended: "timeout", errors: none }, "call_total 1 plugin_execution_error"],
      [{ ended: "signal", signal: "SIGKILL", errors: none }, "call_total 1 plugin_execution_error"],
      [{ ended: "limit", errors: none }, "call_total 1 plugin_execution_error"],
      [{ ended: "not-started", code: "ENOENT" }, "call_total 1 plugin_not_found_error"],
      [{ ended: "not-started", code: "EACCES" }, "call_total 1 plugin_execution_error"],
      ["garbage", "call_total 0 client_internal_error"],
    ];
    for (const [answer, expected] of cases) {
      const { host, credential: one } = make({}, { meter });
      host.answer = () => answer;
      await one.headers().catch(() => {});
      expect(counted(meter)).toEqual(["policy_call_total AllowAll allowed", expected]);
    }
    await failureOf(make({ command: "absent" }, { meter }).credential);
    expect(counted(meter)).toEqual(["policy_call_total AllowAll allowed", "call_total 1 plugin_not_found_error"]);
    await failureOf(make({}, { meter, policy: { policy: "DenyAll" } }).credential);
    expect(counted(meter)).toEqual(["policy_call_total DenyAll denied"]);
  });

  it("show the seconds until the first certificate of any plugin expires (B312)", async () => {
    const meter = new RecordingMeter();
    const ttl = (): number[] => meter.values("rest_client_exec_plugin_ttl_seconds");
    const clock = new FakeClock();
    const plugin = async (days: number): Promise<Credential> => {
      const host = new TestHost();
      const { cert, key } = issueCertificate(ca, { commonName: `d${days}`, usages: ["client"], days, clock });
      host.answer = () => credential({ clientCertificateData: cert, clientKeyData: key });
      const one = newExecCredential(exec, { clock, host, meter });
      await one.headers();
      return one;
    };
    const late = await plugin(20);
    expect(Math.round((ttl().at(-1) ?? 0) / 86_400)).toBe(20);
    const early = await plugin(10);
    expect(Math.round((ttl().at(-1) ?? 0) / 86_400)).toBe(10);
    await plugin(30);
    expect(Math.round((ttl().at(-1) ?? 0) / 86_400)).toBe(10);
    early.close?.();
    expect(Math.round((ttl().at(-1) ?? 0) / 86_400)).toBe(20);
    late.close?.();
    expect(Math.round((ttl().at(-1) ?? 0) / 86_400)).toBe(30);
  });
});

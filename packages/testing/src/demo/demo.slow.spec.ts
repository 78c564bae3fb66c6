import { EventEmitter } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, connect } from "client-ts";
import { CustomResourceDefinition } from "client-ts/api/apiextensions/v1";
import { Namespace } from "client-ts/api/core/v1";
import { systemClock } from "client-ts/util";
import { describe, expect, it, onTestFinished } from "vitest";
import { startApiServer } from "../apiserver/index.ts";
import { sharedKubeconfig } from "../control-plane/index.ts";
import { runDemoCommand } from "./command.ts";
import { runDemo } from "./demo.ts";
import type { DemoOptions } from "./options.ts";
import type { Terminal } from "./terminal.ts";

const options: DemoOptions = { durationMs: undefined, kubeconfig: undefined, context: undefined, plain: false };

/** Runs the command without a terminal, until a line fits; gives its exit code and its lines. */
async function run(argv: readonly string[], interrupt?: { readonly at: RegExp; readonly by: "signal" | "output" }) {
  const lines: string[] = [];
  const problems: string[] = [];
  const ending = new AbortController();
  const stdout = Object.assign(new EventEmitter(), { write() {} });
  const code = await runDemoCommand(argv, {
    print: (line) => {
      lines.push(line);
      if (interrupt?.at.test(line) !== true) return;
      if (interrupt.by === "signal") ending.abort();
      else stdout.emit("error");
    },
    report: (line) => void problems.push(line),
    signal: ending.signal,
    stdin: { on() {}, off() {}, resume() {}, pause() {} },
    stdout,
  });
  return { code, lines, problems };
}

/** A terminal in memory: what it shows, and a way to type. */
function fakeTerminal(): Terminal & { readonly text: string; type(text: string): void; closed: boolean } {
  let shown: readonly string[] = [];
  let take: (text: string) => void = () => {};
  return {
    columns: 200,
    rows: 50,
    closed: false,
    draw(lines) {
      shown = lines;
    },
    onInput(next) {
      take = next;
    },
    close() {
      this.closed = true;
    },
    get text() {
      return shown.join("\n");
    },
    type: (text) => take(text),
  };
}

describe("the demo", () => {
  it("prints a line each second without a terminal, injects faults, and ends with the comparison", async () => {
    const { code, lines, problems } = await run(["--duration", "1s"]);
    expect({ code, problems }).toEqual({ code: 0, problems: [] });
    expect(lines[0]).toMatch(/^in-memory API server at 127\.0\.0\.1:\d+$/);
    expect(lines.filter((line) => /^ +\d+ s {2}[a-z/]+ at \d+, \d+ events, /.test(line)).length).toBeGreaterThanOrEqual(
      1,
    );
    const text = lines.join("\n");
    expect(text).toContain("the operator's connection is cut for");
    expect(text).toMatch(
      /s without contact, \d+ events? caught up, \d+ deletions? delivered late: the watches resumed/,
    );
    expect(lines.at(-1)).toMatch(/^cache and server agree on \d+ objects after \d+ writes, \d+ events, \d+ reconciles/);
  });

  it("answers a wrong call with one line and explains itself", async () => {
    expect(await run(["--duration", "soon"])).toMatchObject({ code: 2, lines: [], problems: [expect.any(String)] });
    expect((await run(["--help"])).lines.join("\n")).toContain("client-ts demo [--duration 20s]");
    const missing = await run(["--kubeconfig", "/nowhere/config"]);
    expect(missing).toMatchObject({ code: 1, lines: [] });
    expect(missing.problems).toHaveLength(1);
    expect(missing.problems[0]).toContain("/nowhere/config");
  });

  it.each([
    { type: "status", code: 403 },
    { type: "drop", afterBytes: 0 },
  ] as const)("leaves nothing behind on a cluster where its namespace cannot be created: $type", async (fault) => {
    const folder = mkdtempSync(join(tmpdir(), "client-ts-demo-"));
    const server = await startApiServer();
    onTestFinished(async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    });
    const path = join(folder, "config");
    writeFileSync(path, server.kubeconfig, { mode: 0o600 });
    server.faults.add({ match: { verb: "create", resource: "namespaces" } }, fault);
    expect(await run(["--kubeconfig", path])).toMatchObject({ code: 1, lines: [], problems: [expect.any(String)] });
    expect(await contents(await connect({ kubeconfigPath: path }))).toEqual([]);
  });

  it.each(["signal", "output"] as const)(
    "ends cleanly when it is interrupted by a signal, or by an output that is closed: %s",
    async (by) => {
      const { code, lines } = await run([], { at: /\d s {2}/, by });
      expect(code).toBe(0);
      expect(lines.at(-1)).toContain("cache and server agree");
    },
  );

  it("does what its keys ask for and reports the result", async () => {
    const terminal = fakeTerminal();
    const lines: string[] = [];
    const running = runDemo(options, {
      print: (line) => void lines.push(line),
      terminal: () => terminal,
      colours: false,
      signal: new AbortController().signal,
      clock: systemClock,
    });
    const shows = (expected: RegExp): Promise<string> =>
      expect
        .poll(() => terminal.text, { timeout: 15_000, interval: 20 })
        .toMatch(expected) as unknown as Promise<string>;
    await shows(/in contact with the server/);
    terminal.type("c");
    await shows(/site-\d+ has its Deployment, Service and ConfigMap after/);
    terminal.type("d");
    await shows(/site-\d+ is gone, and all it owned, after/);
    terminal.type("p");
    await shows(/no contact for .* the server is paused/);
    terminal.type("p");
    await shows(/the connection was kept/);
    terminal.type("b4");
    await shows(/no contact for .* the server is cut off/);
    terminal.type("x");
    await shows(/one fault at a time: the server is cut off/);
    await shows(/the history was gone \(410\)/);
    await shows(/site-\d+ is reconciled after \d+ failed tries/);
    terminal.type("q");
    expect(await running).toBe(0);
    expect(terminal.closed).toBe(true);
    expect(lines).toEqual([expect.stringContaining("cache and server agree")]);
  });

  it.skipIf(sharedKubeconfig() === undefined)(
    "runs on a real cluster in a namespace of its own and leaves nothing behind",
    async () => {
      const kubeconfigPath = sharedKubeconfig();
      const before = await contents(await connect({ kubeconfigPath }));
      const { code, lines, problems } = await run(["--duration", "3s", "--kubeconfig", String(kubeconfigPath)]);
      expect({ code, problems }).toEqual({ code: 0, problems: [] });
      expect(lines[0]).toMatch(/^cluster at https:/);
      expect(lines[1]).toMatch(/the namespace client-ts-demo-\w+ is used, and deleted at the end/);
      expect(lines.at(-2)).toContain("cache and server agree");
      expect(lines.at(-1)).toContain("deleting the namespace client-ts-demo-");
      expect(await contents(await connect({ kubeconfigPath }))).toEqual(before);
    },
    90_000,
  );
});

/** The namespaces and definitions of the demo on a cluster. */
async function contents(client: Client): Promise<string[]> {
  const namespaces = await client.resource(Namespace).list();
  const definitions = await client.resource(CustomResourceDefinition).list();
  await client.close();
  return [...namespaces.items, ...definitions.items]
    .map(({ metadata }) => metadata.name)
    .filter((name) => name.includes("demo"));
}

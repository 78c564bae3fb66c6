import { PassThrough } from "node:stream";
import { startApiServer } from "client-ts-testing";
import { describe, expect, it } from "vitest";
import { Pod } from "../../api/core/v1.ts";
import { connect } from "../../client/index.ts";
import { connectTerminal } from "./terminal.ts";

/** Input that counts as a terminal, and remembers whether it is raw. */
class FakeTerminal extends PassThrough {
  readonly isTTY = true;
  raw: boolean[] = [];
  setRawMode(raw: boolean): void {
    this.raw.push(raw);
  }
}

describe("the local terminal", () => {
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web", namespace: "default" },
    spec: { nodeName: "node-1", containers: [{ name: "app", image: "none" }] },
  };

  it("is raw while the command runs, passes its size on, and is restored (B324)", async () => {
    const sizes: string[] = [];
    await using server = await startApiServer({
      objects: [pod],
      containers: () => ({
        commands: {
          top: async ({ stdin, stdout, onResize }) => {
            onResize(({ columns, rows }) => {
              sizes.push(`${columns}x${rows}`);
              stdout.write(`${columns}x${rows}`);
            });
            for await (const key of stdin) if (String(key).includes("q")) break;
            return 3;
          },
        },
      }),
    });
    await using client = await connect({ kubeconfigText: server.kubeconfig });
    const process = await client
      .resource(Pod, { namespace: "default" })
      .exec("web", ["top"], { stdin: true, tty: true, terminalSize: { columns: 80, rows: 24 } });
    const stdin = new FakeTerminal();
    const stdout = Object.assign(new PassThrough(), { columns: 100, rows: 30 });
    const ended = connectTerminal(process, { stdin, stdout, stderr: new PassThrough() });
    await expect.poll(() => sizes).toEqual(["80x24", "100x30"]);
    expect(stdin.raw).toEqual([true]);
    stdout.columns = 120;
    stdout.emit("resize");
    await expect.poll(() => sizes.at(-1)).toBe("120x30");
    stdin.write("q");
    expect((await ended).code).toBe(3);
    expect(stdin.raw).toEqual([true, false]);
    expect(stdout.read()?.toString()).toContain("120x30");
    expect([stdout.listenerCount("resize"), globalThis.process.listenerCount("SIGHUP")]).toEqual([0, 0]);
  });

  it("is restored when the connection breaks", async () => {
    await using server = await startApiServer({ objects: [pod], containers: () => ({}) });
    await using client = await connect({ kubeconfigText: server.kubeconfig });
    const process = await client
      .resource(Pod, { namespace: "default" })
      .exec("web", ["cat"], { stdin: true, tty: true });
    const stdin = new FakeTerminal();
    const ended = connectTerminal(process, { stdin, stdout: new PassThrough(), stderr: new PassThrough() });
    server.cutConnections();
    await expect(ended).rejects.toMatchObject({ kind: "Transport" });
    expect(stdin.raw).toEqual([true, false]);
  });

  it("stays as it is when its input is not a terminal: nothing is raw, no size is passed on", async () => {
    const sizes: string[] = [];
    await using server = await startApiServer({
      objects: [pod],
      containers: () => ({
        commands: {
          read: async ({ stdin, stdout, stderr, onResize }) => {
            onResize(({ columns }) => sizes.push(String(columns)));
            for await (const chunk of stdin) stdout.write(chunk);
            stderr.write("done");
            return 0;
          },
        },
      }),
    });
    await using client = await connect({ kubeconfigText: server.kubeconfig });
    const process = await client.resource(Pod, { namespace: "default" }).exec("web", ["read"], { stdin: true });
    const stdin = new FakeTerminal();
    const stdout = Object.assign(new PassThrough(), { columns: 100, rows: 30 });
    const stderr = new PassThrough();
    const ended = connectTerminal(process, { stdin, stdout, stderr });
    stdin.end("typed");
    expect((await ended).code).toBe(0);
    expect([String(stdout.read()), String(stderr.read())]).toEqual(["typed", "done"]);
    expect([stdin.raw, sizes, stdout.listenerCount("resize")]).toEqual([[], [], 0]);
    // What the caller's streams are used for next is the caller's.
    expect([stdout.writableEnded, stderr.writableEnded]).toEqual([false, false]);
  });

  it("is left to the caller when the command has ended: keys that come then are not lost", async () => {
    await using server = await startApiServer({ objects: [pod], containers: () => ({ commands: { done: () => 0 } }) });
    await using client = await connect({ kubeconfigText: server.kubeconfig });
    const process = await client
      .resource(Pod, { namespace: "default" })
      .exec("web", ["done"], { stdin: true, tty: true });
    const stdin = new FakeTerminal();
    await connectTerminal(process, { stdin, stdout: new PassThrough(), stderr: new PassThrough() });
    stdin.write("next");
    expect(stdin.isPaused()).toBe(true);
    expect(String(stdin.read())).toBe("next");
    const ends = (["exit", "SIGTERM", "SIGHUP", "SIGQUIT"] as const).map((name) =>
      globalThis.process.listeners(name as never),
    );
    expect(ends.flat().map((listener) => (listener as { name: string }).name)).not.toContain("onSignal");
  });
});

import { existsSync, mkdtempSync, rmSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { connect } from "client-ts";
import { Pod } from "client-ts/api/core/v1";
import { isInternalError } from "client-ts/errors";
import { expect, it, onTestFinished } from "vitest";
import { runApiServerCommand } from "../command.ts";

/** `client-ts apiserver` with a Pod that has a node. */
async function started(...flags: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "client-ts-sample-"));
  const file = join(folder, "kubeconfig");
  const stop = new AbortController();
  const ready = new AbortController();
  const running = runApiServerCommand(["--kubeconfig-out", file, ...flags], {
    print: () => ready.abort(),
    report: (line) => expect.unreachable(line),
    signal: stop.signal,
  });
  await new Promise((resolve) => ready.signal.addEventListener("abort", resolve, { once: true }));
  const client = await connect({ kubeconfigPath: file });
  onTestFinished(async () => {
    await client.close();
    stop.abort();
    expect(await running).toBe(0);
    rmSync(folder, { recursive: true });
  });
  const pods = client.resource(Pod, { namespace: "default" });
  await pods.create({
    metadata: { name: "web" },
    spec: {
      nodeName: "node-1",
      containers: [
        { name: "app", image: "nginx:1.27", env: [{ name: "COLOR", value: "red" }], ports: [{ containerPort: 8080 }] },
      ],
    },
  });
  const exec = async (...command: string[]) => {
    const process = await pods.exec("web", command);
    const [stdout, stderr, { code }] = await Promise.all([text(process.stdout), text(process.stderr), process.exit]);
    return { stdout, stderr, code };
  };
  return { folder, pods, exec };
}

it("a Pod of client-ts apiserver has a log that says what it is, and to which exec adds lines", async () => {
  const { pods, exec } = await started();
  const seen: string[] = [];
  for await (const line of pods.logs("web", { follow: true })) {
    seen.push(line);
    if (seen.length === 2) expect((await exec("log", "hello", "there")).code).toBe(0);
    if (seen.length === 3) break;
  }
  expect(seen[0]).toBe("container app of Pod default/web, image nginx:1.27, in memory");
  expect(seen[1]).toContain("cat, echo, env");
  expect(seen[2]).toBe("hello there");
});

it("runs programs and a shell with exit codes, and keeps copied files", async () => {
  const { folder, pods, exec } = await started();
  expect(await exec("sh", "-c", "hostname; echo $COLOR; exit 3")).toEqual({
    stdout: "web\nred\n",
    stderr: "",
    code: 3,
  });
  expect((await exec("env")).stdout).toContain("COLOR=red\n");
  const [local, back] = [join(folder, "motd"), join(folder, "back")];
  writeFileSync(local, "hello");
  await pods.copyTo("web", local, "/tmp/motd");
  expect((await exec("cat", "/tmp/motd")).stdout).toBe("hello");
  await pods.copyFrom("web", "/tmp/motd", back);
  expect(existsSync(back) && readFileSync(back, "utf8")).toBe("hello");
});

it("answers HTTP on the ports of the container, and logs the request", async () => {
  const { pods } = await started();
  const forward = await pods.portForward("web", [{ local: 0, remote: 8080 }]);
  try {
    const response = await fetch(`http://127.0.0.1:${forward.ports[0]?.local}/cart`);
    expect(await response.text()).toBe("default/web\n");
  } finally {
    await forward.close();
  }
  const lines: string[] = [];
  for await (const line of pods.logs("web", {})) lines.push(line);
  expect(lines.at(-1)).toBe("GET /cart 200");
});

it("has no containers with --no-containers", async () => {
  const { pods } = await started("--no-containers");
  const error = await pods.exec("web", ["ls"]).catch((caught: unknown) => caught);
  expect(isInternalError(error)).toBe(true);
});

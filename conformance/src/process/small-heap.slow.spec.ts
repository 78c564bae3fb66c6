import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, type TestContext } from "vitest";
import { startChild } from "./child.ts";
import { onSources } from "./spawn-on-sources.ts";
import type { SmallHeapFacts } from "./programs/small-heap.ts";

const objects = 50_000;
const text = "0123456789abcdef".repeat(300);

function objectText(number: number): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name: `m-${number}`,
      namespace: "default",
      uid: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
      resourceVersion: String(number + 1),
      labels: { app: `app-${number % 100}` },
    },
    data: { text: `${number}${text}` },
  });
}

/** Settles when more may be written, or the reader has gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      response.off("drain", settle).off("close", settle);
      resolve();
    };
    response.on("drain", settle).on("close", settle);
  });
}

/** Streams this many objects of 5 KB, as a watch that begins with all there is; makes each when it is sent. */
async function sendAll(response: ServerResponse): Promise<void> {
  for (let first = 0; first < objects; first += 20) {
    let lines = "";
    for (let number = first; number < first + 20; number++)
      lines += `{"type":"ADDED","object":${objectText(number)}}\n`;
    if (!response.write(lines)) await drained(response);
    if (response.destroyed) return;
  }
  const metadata = { resourceVersion: String(objects + 1), annotations: { "k8s.io/initial-events-end": "true" } };
  response.write(
    `${JSON.stringify({ type: "BOOKMARK", object: { apiVersion: "v1", kind: "ConfigMap", metadata } })}\n`,
  );
}

async function startServer(onTestFinished: TestContext["onTestFinished"]): Promise<string> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://localhost");
    if (searchParams.get("sendInitialEvents") !== "true") return void response.writeHead(500).end();
    response.writeHead(200, { "content-type": "application/json" });
    void sendAll(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const mib = (value: number | undefined): string => `${value?.toFixed(0)} MiB`;

describe("a program with a heap of 256 MB", { timeout: 90_000 }, () => {
  it("holds 50,000 objects of 5 KB in an informer, and does not grow when it restarts (F-K5)", async ({
    onTestFinished,
  }) => {
    const url = await startServer(onTestFinished);
    const flags = ["--max-old-space-size=256", "--expose-gc", "--unhandled-rejections=strict", ...onSources];
    const child = startChild("small-heap.ts", { flags, input: { url, rounds: 4 } });
    onTestFinished(child.stop);
    const { before, rounds, heapLimit } = await child.receive<SmallHeapFacts>(() => true);
    const { code, errors } = await child.ended();
    const [first, second] = rounds;
    const last = rounds.at(-1);
    console.log(
      `figure: 50,000 objects of 5 KB, heap limit ${mib(heapLimit)}: heapUsed ${mib(first?.full.heap)}, outside it ${mib(first?.full.outside)}, RSS ${mib(first?.full.rss)}, ` +
        `synced in ${first?.seconds.toFixed(1)} s; ${rounds.length} times over: heapUsed ${rounds.map(({ after }) => after.heap.toFixed(1)).join(", ")} MiB, ` +
        `outside it ${rounds.map(({ after }) => after.outside.toFixed(1)).join(", ")} MiB; RSS when full ${rounds.map(({ full }) => full.rss.toFixed(0)).join(", ")} MiB`,
    );
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    // The flag counts for the old generation; what the young one adds differs between Nodes.
    expect(heapLimit).toBeLessThan(600);
    expect(rounds.map((round) => round.objects)).toEqual(rounds.map(() => objects));
    for (const { full } of rounds) expect(full.heap).toBeLessThan(128);
    // Stopped, it holds nothing: what stays is compiled code, and eight pieces of 4 MiB for the next user, or a
    // few more on their way there.
    expect(last!.after.heap - second!.after.heap).toBeLessThan(2);
    for (const { after } of rounds) expect(after.outside - before.outside).toBeLessThan(48);
    expect(last!.after.outside - second!.after.outside).toBeLessThan(9);
    expect(last!.full.rss).toBeLessThan(first!.full.rss * 1.25);
  });
});

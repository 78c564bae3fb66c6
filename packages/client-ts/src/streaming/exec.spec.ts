import { describe, expect, it } from "vitest";
import { StatusError, TransportError } from "../errors/index.ts";
import { type ExecOptions, exec, groupProtocols, protocolsFor } from "./exec.ts";
import { firstWay, isUpgradeRefusal } from "./upgrade-ways.ts";

describe("the choice of a protocol", () => {
  it("prefers WebSocket, and with input a protocol that can end it", () => {
    expect(groupProtocols(protocolsFor({ stdin: false }))).toEqual([
      ["v5.channel.k8s.io", "v4.channel.k8s.io"],
      ["SPDY/3.1"],
    ]);
    expect(groupProtocols(protocolsFor({ stdin: true }))).toEqual([
      ["v5.channel.k8s.io"],
      ["SPDY/3.1"],
      ["v4.channel.k8s.io"],
    ]);
  });

  const refused = new TransportError("no", { code: "upgrade" });
  const way =
    (error: Error | undefined, tried: string[], name: string): (() => Promise<string>) =>
    async () => {
      tried.push(name);
      if (error !== undefined) throw error;
      return name;
    };

  it("tries the next way only when the server did not switch protocols (B335, B336, B351)", async () => {
    const tried: string[] = [];
    expect(await firstWay([way(undefined, tried, "one"), way(undefined, tried, "two")])).toBe("one");
    expect(tried.splice(0)).toEqual(["one"]);
    expect(await firstWay([way(refused, tried, "one"), way(undefined, tried, "two")])).toBe("two");
    expect(tried.splice(0)).toEqual(["one", "two"]);
    const broken = new TransportError("reset", { code: "reset" });
    await expect(firstWay([way(broken, tried, "one"), way(undefined, tried, "two")])).rejects.toBe(broken);
    expect(tried).toEqual(["one"]);
  });

  it("gives the last error when every way is refused (B337)", async () => {
    const last = new TransportError("last", { code: "upgrade" });
    await expect(firstWay([way(refused, [], "one"), way(last, [], "two")])).rejects.toBe(last);
    await expect(firstWay([])).rejects.toThrow(/no way to connect/);
  });

  it.each([
    [400, true],
    [401, false],
    [403, true],
    [404, false],
    [405, true],
    [409, false],
    [426, true],
    [429, false],
    [500, true],
    [501, true],
    [502, true],
    [503, true],
    [504, false],
  ])("takes an answer %i for a refusal of the protocol: %s", (code, expected) => {
    expect(isUpgradeRefusal(new StatusError({ kind: "Status", apiVersion: "v1", code }))).toBe(expected);
  });
});

it.each<[string, readonly unknown[], ExecOptions]>([
  ["no program", [], {}],
  ["a program without a name", [""], {}],
  ["a word that is a number", ["sleep", 5], {}],
  ["a line instead of words", "ls -l" as never, {}],
  ["no stream at all", ["x"], { stdout: false, stderr: false }],
  ["a terminal with error output", ["x"], { tty: true, stderr: true }],
  ["the size of a terminal that it has not", ["x"], { terminalSize: { columns: 1, rows: 1 } }],
])("a command with %s is refused before anything is sent", async (_what, command, options) => {
  const request = (): never => expect.unreachable("nothing is sent");
  await expect(exec(request, command as string[], { ...options, what: "exec" })).rejects.toMatchObject({
    kind: "InvalidArgument",
  });
});

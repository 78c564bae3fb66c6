import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { builtInCommands } from "./built-in-commands.ts";
import { newSmallShell } from "./small-shell.ts";

const shell = newSmallShell({
  find: (name) => (Object.hasOwn(builtInCommands, name) ? builtInCommands[name] : undefined),
  env: { HOME: "/root", COLOR: "light red" },
});

async function run(argv: readonly string[], { input = "", tty = false } = {}) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await shell({
    argv,
    stdin: Readable.from([Buffer.from(input)]),
    stdout,
    stderr,
    tty,
    files: new Map([["/etc/motd", Buffer.from("hello\n")]]),
    signal: new AbortController().signal,
    onResize: () => {},
  });
  stdout.end();
  stderr.end();
  return { code, out: await text(stdout), err: await text(stderr) };
}

describe("the shell of sample containers", () => {
  it.each([
    ["echo hi", "hi\n", 0],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is one of a shell
    ["echo 'a  b' \"c $COLOR\" ${HOME} \\$x '$x' # all of it", "a  b c light red /root $x $x\n", 0],
    ['echo "\\$HOME" a#b', "$HOME a#b\n", 0],
    ["cat /etc/motd && false; echo $?", "hello\n1\n", 0],
    ["false && echo no || echo yes", "yes\n", 0],
    ["true || echo no", "", 0],
    ["echo one\necho two; exit 3; echo no", "one\ntwo\n", 3],
    ["false; exit", "", 1],
    ["exit 256", "", 0],
  ])("runs %j", async (script, out, code) => {
    expect(await run(["sh", "-c", script])).toEqual({ out, code, err: "" });
  });

  it.each([
    ["ls | wc", "has no |"],
    ["echo x > /tmp/y", "has no >"],
    ["echo $(ls)", "has no ("],
    ['echo "$(ls)"', "has no $("],
    ["sleep 1 &", "has no &"],
  ])("refuses %j with code 2", async (script, says) => {
    const { code, err } = await run(["sh", "-c", script]);
    expect(err).toContain(says);
    expect(code).toBe(2);
  });

  it("ends with 127 after a program that is not there", async () => {
    expect(await run(["sh", "-c", "nginx"])).toEqual({ out: "", err: "sh: nginx: not found\n", code: 127 });
  });

  it("reads commands from its input until that ends, and gives them an empty one", async () => {
    expect(await run(["sh"], { input: "echo one\ncat\nfalse" })).toEqual({ out: "one\n", err: "", code: 1 });
  });

  it("shows a prompt and what is typed on a terminal, corrects, interrupts and ends", async () => {
    const input = "echo hx\x7fi\rnginx\recho no\x03\x04";
    const lines = ["$ echo hx\b \bi", "hi", "$ nginx", "sh: nginx: not found", "$ echo no^C", "$ "];
    expect(await run(["sh"], { input, tty: true })).toEqual({ out: lines.join("\r\n"), err: "", code: 127 });
  });
});

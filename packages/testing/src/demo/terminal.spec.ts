import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { openTerminal } from "./terminal.ts";

/** Streams that write down what a terminal would get. */
function fakeStreams(isTTY: boolean) {
  const written: string[] = [];
  const modes: boolean[] = [];
  const stdin = Object.assign(new EventEmitter(), {
    isTTY,
    setRawMode: (raw: boolean) => modes.push(raw),
    resume() {},
    pause: () => written.push("(paused)"),
  });
  const stdout = Object.assign(new EventEmitter(), {
    isTTY: true,
    columns: 100,
    rows: 30,
    write: (text: string) => written.push(text),
  });
  return { stdin, stdout, written, modes };
}

describe("the terminal of the demo", () => {
  it("writes only the lines that have changed, and all of them after a change of its size", () => {
    const streams = fakeStreams(true);
    const terminal = openTerminal(streams);
    expect([terminal.columns, terminal.rows]).toEqual([100, 30]);
    streams.written.length = 0;
    terminal.draw(["one", "two"]);
    terminal.draw(["one", "2"]);
    terminal.draw(["one", "2"]);
    expect(streams.written.splice(0)).toEqual(["\u001b[1;1Hone\u001b[2;1Htwo", "\u001b[2;1H2"]);
    streams.stdout.emit("resize");
    terminal.draw(["one", "2"]);
    expect(streams.written).toEqual(["\u001b[2J", "\u001b[1;1Hone\u001b[2;1H2"]);
  });

  it("passes keys on as they are typed, and restores everything", () => {
    const streams = fakeStreams(true);
    const terminal = openTerminal(streams);
    const typed: string[] = [];
    terminal.onInput((text) => void typed.push(text));
    streams.stdin.emit("data", Buffer.from("c"));
    terminal.close();
    terminal.close();
    terminal.draw(["late"]);
    expect(typed).toEqual(["c"]);
    expect(streams.modes).toEqual([true, false]);
    expect(streams.written).toEqual(["\u001b[?1049h\u001b[?25l", "(paused)", "\u001b[?25h\u001b[?1049l"]);
    expect([streams.stdin.listenerCount("data"), streams.stdout.listenerCount("resize")]).toEqual([0, 0]);
  });

  it("leaves an input alone that is not a terminal", () => {
    const streams = fakeStreams(false);
    openTerminal(streams).close();
    expect(streams.modes).toEqual([]);
  });
});

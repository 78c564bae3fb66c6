import type { Size } from "./view/view.ts";

/** A terminal that shows a view and gives keys. */
export interface Terminal extends Size {
  /** Shows these lines, one for each row; only those that have changed are written. */
  draw(lines: readonly string[]): void;
  /** Calls back with what the user types. */
  onInput(take: (text: string) => void): void;
  /** Gives the terminal back as it was. Harmless twice. */
  close(): void;
}

/** The streams of a process, as far as a terminal needs them. */
export interface TerminalStreams {
  readonly stdin: {
    readonly isTTY?: boolean | undefined;
    setRawMode?(raw: boolean): unknown;
    on(event: "data", take: (chunk: Buffer | string) => void): unknown;
    off(event: "data", take: (chunk: Buffer | string) => void): unknown;
    resume(): unknown;
    pause(): unknown;
  };
  readonly stdout: {
    readonly isTTY?: boolean | undefined;
    readonly columns?: number | undefined;
    readonly rows?: number | undefined;
    write(text: string): unknown;
    on(event: "resize" | "error", run: () => void): unknown;
    off(event: "resize", run: () => void): unknown;
  };
}

const enter = "\u001b[?1049h\u001b[?25l";
const leave = "\u001b[?25h\u001b[?1049l";

/** Takes over a terminal: a screen of its own without a cursor, and keys as they are typed. */
export function openTerminal({ stdin, stdout }: TerminalStreams): Terminal {
  let drawn: readonly string[] = [];
  let takeInput: (text: string) => void = () => {};
  let isOpen = true;
  const onData = (chunk: Buffer | string): void => takeInput(chunk.toString());
  const onResize = (): void => {
    drawn = [];
    stdout.write("\u001b[2J");
  };
  stdout.write(enter);
  stdout.on("resize", onResize);
  if (stdin.isTTY === true) {
    stdin.setRawMode?.(true);
    stdin.on("data", onData);
    stdin.resume();
  }
  return {
    get columns() {
      return stdout.columns ?? 80;
    },
    get rows() {
      return stdout.rows ?? 24;
    },
    draw(lines) {
      if (!isOpen) return;
      const changes = lines.map((line, row) => (line === drawn[row] ? "" : `\u001b[${row + 1};1H${line}`)).join("");
      drawn = lines;
      if (changes !== "") stdout.write(changes);
    },
    onInput(take) {
      takeInput = take;
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      stdout.off("resize", onResize);
      if (stdin.isTTY === true) {
        stdin.off("data", onData);
        stdin.setRawMode?.(false);
        stdin.pause();
      }
      stdout.write(leave);
    },
  };
}

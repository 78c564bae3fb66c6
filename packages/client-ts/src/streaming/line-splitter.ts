import { StringDecoder } from "node:string_decoder";
import { TransportError } from "../errors/index.ts";

/** The longest line that is kept together. */
const maxLineBytes = 16 * 1024 * 1024;

/** Cuts a log into its lines, without their ends. A character that is cut in two pieces is put together again. */
export class LineSplitter {
  readonly #decoder = new StringDecoder("utf8");
  #rest = "";

  /** The lines that are complete now. */
  split(chunk: Buffer): string[] {
    const lines = (this.#rest + this.#decoder.write(chunk)).split("\n");
    this.#rest = lines.pop() as string;
    if (this.#rest.length > maxLineBytes)
      throw new TransportError(`a line of the log is longer than ${maxLineBytes} bytes`, { code: "limit" });
    return lines;
  }

  /** What came after the last line end; `undefined` when there is nothing. */
  end(): string | undefined {
    const rest = this.#rest + this.#decoder.end();
    this.#rest = "";
    return rest === "" ? undefined : rest;
  }
}

import { escapeForPrint } from "../errors/index.ts";
import { headerOf, type TransportResponse, type Warning, type WarningHandler } from "../transport/index.ts";
import { type Logger, reportUnexpectedError, runGuarded } from "../util/index.ts";

/** The most warnings that are taken from one response. */
const mostWarnings = 100;
/** The most of all `Warning` headers together that is looked at. */
const longestHeaders = 64 * 1024;
/** The most of one warning's text. */
const longestText = 4096;

/**
 * Reads `Warning` headers: `299 - "text" "date"`, several in one header, quoted text with escapes. Equal ones are given
 * once, at most 100; what cannot be read ends the reading of that header. The text is escaped: safe to print. Takes
 * time in proportion to the length.
 */
export function parseWarnings(value: string | readonly string[] | undefined): Warning[] {
  const found = new Map<string, Warning>();
  let budget = longestHeaders;
  for (const header of value === undefined ? [] : typeof value === "string" ? [value] : value) {
    if (budget <= 0) break;
    const text = header.slice(0, budget);
    budget -= header.length;
    let at = 0;
    while (found.size < mostWarnings) {
      const read = readWarning(text, at);
      if (read === undefined) break;
      found.set(`${read.warning.code} ${read.warning.agent} ${read.warning.text}`, read.warning);
      at = read.end;
    }
  }
  return [...found.values()];
}

/** Reads one warning that begins at `start`, and says where the next one would begin. */
function readWarning(header: string, start: number): { warning: Warning; end: number } | undefined {
  let at = skipSpaces(header, start);
  const codeText = header.slice(at, at + 3);
  if (!/^\d{3}$/.test(codeText) || header[at + 3] !== " ") return undefined;
  at = skipSpaces(header, at + 3);
  const agentEnd = header.indexOf(" ", at);
  if (agentEnd < 0) return undefined;
  const agent = header.slice(at, agentEnd);
  at = skipSpaces(header, agentEnd);
  const text = readQuoted(header, at);
  if (text === undefined) return undefined;
  at = skipSpaces(header, text.end);
  if (header[at] === '"') {
    const date = readQuoted(header, at);
    if (date === undefined) return undefined;
    at = skipSpaces(header, date.end);
  }
  if (at < header.length && header[at] !== ",") return undefined;
  const warning: Warning = {
    code: Number(codeText),
    agent: escapeForPrint(agent, { singleLine: true, maxLength: 256 }),
    text: escapeForPrint(utf8(text.text), { singleLine: true, maxLength: longestText }),
  };
  return { warning, end: at + 1 };
}

function readQuoted(header: string, start: number): { text: string; end: number } | undefined {
  if (header[start] !== '"') return undefined;
  let text = "";
  for (let at = start + 1; at < header.length; at++) {
    const character = header[at] as string;
    if (character === '"') return { text, end: at + 1 };
    if (character === "\\") {
      at++;
      text += header[at];
    } else text += character;
  }
  return undefined;
}

function skipSpaces(text: string, at: number): number {
  let i = at;
  while (text[i] === " " || text[i] === "\t") i++;
  return i;
}

/** Servers send UTF-8; HTTP hands it to us as latin-1, one character per byte. What is not UTF-8 stays as it is. */
function utf8(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[\u0100-\uffff]/.test(text)) return text;
  const read = Buffer.from(text, "latin1").toString("utf8");
  return read.includes("\ufffd") ? text : read;
}

/**
 * The warnings of a response, each also given to the handler. An error that a handler throws does not fail the
 * request.
 */
export function handleWarnings(
  response: Pick<TransportResponse, "headers">,
  handler: WarningHandler | undefined,
): readonly Warning[] {
  if (headerOf(response, "warning") === undefined) return [];
  const warnings = parseWarnings(response.headers["warning"]);
  if (handler !== undefined) {
    for (const warning of warnings) {
      runGuarded(
        () => handler(warning),
        (error) => reportUnexpectedError(error, "the warning handler"),
      );
    }
  }
  return warnings;
}

/** Logs what servers say to users (code 299). The handler of clients that have no other. */
export function logWarnings(logger: Logger): WarningHandler {
  return ({ code, text }) => {
    if (code === 299 && text !== "") logger.warn(text);
  };
}

/** Does nothing with warnings. */
export const suppressWarnings: WarningHandler = () => {};

/** Options of {@link newWarningWriter}. */
export interface WarningWriterOptions {
  /** Write each text once. Default `false`. */
  readonly deduplicate?: boolean | undefined;
  /** Colour the word `Warning:`. Default `false`. */
  readonly color?: boolean | undefined;
}

/** A warning handler that writes lines somewhere and counts them. */
export interface WarningWriter {
  readonly handler: WarningHandler;
  /** Lines written so far. */
  readonly count: number;
}

/** The most different texts that a writer remembers. */
const mostRemembered = 10_000;

/** Writes `Warning: text` lines for what servers say to users (code 299). */
export function newWarningWriter(
  write: (line: string) => void,
  { deduplicate = false, color = false }: WarningWriterOptions = {},
): WarningWriter {
  const seen = new Set<string>();
  let count = 0;
  return {
    get count() {
      return count;
    },
    handler({ code, text }) {
      if (code !== 299 || text === "") return;
      if (deduplicate) {
        if (seen.has(text)) return;
        if (seen.size < mostRemembered) seen.add(text);
      }
      count++;
      write(color ? `\u001b[33;1mWarning:\u001b[0m ${text}\n` : `Warning: ${text}\n`);
    },
  };
}

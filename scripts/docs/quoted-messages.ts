/** A message that a table of symptoms quotes. */
export interface QuotedMessage {
  readonly line: number;
  readonly text: string;
}

/** The sentences in quotes in the first column of the tables of a document: three words or more in code or quotes. */
export function quotedMessages(markdown: string): QuotedMessage[] {
  return markdown.split("\n").flatMap((row, index) => {
    const [, symptom = ""] = /^\| (.*?) \| /.exec(row) ?? [];
    return [...symptom.matchAll(/`([^`]+)`|"([^"]+)"(?![^`]*`)/g)]
      .map(([, code, quoted]) => ({ line: index + 1, text: code ?? quoted ?? "" }))
      .filter(({ text }) => /\S \S+ \S/.test(text));
  });
}

/** The texts of the list of messages, `docs/contributing/error-messages.md`. */
export function messagesOf(list: string): string[] {
  return list
    .replaceAll(/\n {2}(?=\S)/g, " ")
    .split("\n")
    .flatMap((line) => /^- [^:]+: (.*)$/.exec(line)?.[1] ?? []);
}

/**
 * Whether a quote is a part of a message, or a message with values. What the quote has in quotes may be a value, and
 * the class of the error may come first.
 */
export function isQuoteOf(quote: string, message: string): boolean {
  const text = quote.replace(/^\w+Error: /, "");
  const parts = message.split(placeholder);
  if (parts.join("{}").includes(text.replaceAll(/"[^"]*"/g, "{}")) || message.includes(text)) return true;
  const isSentence = /[a-z]+ [a-z]+ [a-z]+/i.test(parts.join(" "));
  return isSentence && parts.length > 1 && new RegExp(parts.map(escaped).join(".+")).test(text);
}

const placeholder = /\{[^{}]*\}/;

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

import { InvalidArgumentError } from "../errors/index.ts";

/** Characters of a header's name: the token of RFC 9110 section 5.6.2. */
const tokenPunctuation = "!#$%&'*+-.^_`|~";

/** Whether a byte may stand in a header's name. */
export function isTokenByte(byte: number): boolean {
  const digit = byte >= 0x30 && byte <= 0x39;
  const letter = (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
  return digit || letter || (byte < 0x80 && tokenPunctuation.includes(String.fromCharCode(byte)));
}

/**
 * Throws when a name or a value would break out of its header line or cannot be sent as it is. The message never
 * repeats the value.
 */
export function checkHeader(name: string, value: string | readonly string[]): void {
  if (name === "") throw new InvalidArgumentError("a header needs a name");
  for (let i = 0; i < name.length; i++) {
    if (!isTokenByte(name.charCodeAt(i)))
      throw new InvalidArgumentError(`the name of header ${JSON.stringify(name)} has a character that is not allowed`);
  }
  for (const one of typeof value === "string" ? [value] : value) checkHeaderValue(name, one);
}

function checkHeaderValue(name: string, value: string): void {
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    if (code > 0xff)
      throw new InvalidArgumentError(`the value of header ${name} has a character outside latin-1 at position ${i}`);
    if (code === 0x7f || (code < 0x20 && code !== 0x09)) {
      throw new InvalidArgumentError(`the value of header ${name} has a control character at position ${i}`);
    }
  }
}

/** Checks all headers of a request, see {@link checkHeader}. */
export function checkHeaders(headers: Readonly<Record<string, string | readonly string[]>>): void {
  for (const name of Object.keys(headers)) checkHeader(name, headers[name] as string | readonly string[]);
}

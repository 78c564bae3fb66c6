import { InvalidArgumentError } from "../errors/index.ts";

/** One block of a PEM file. */
export interface PemBlock {
  /** What it says it is: `CERTIFICATE`, `EC PRIVATE KEY`, ... */
  readonly label: string;
  readonly bytes: Buffer;
}

/** Writes one PEM block, with a newline at its end, so that blocks can be put one after another. */
export function encodePem(label: string, bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.map((line) => `${line}\n`).join("")}-----END ${label}-----\n`;
}

/**
 * Reads every block of a PEM text, in order; text around the blocks is skipped. Throws an InvalidArgumentError for a
 * block without an end, for content that is not base64, and for an encrypted key. The error never repeats the content.
 */
export function parsePem(text: string): PemBlock[] {
  const blocks: PemBlock[] = [];
  let label: string | undefined;
  let body: string[] = [];
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    const boundary = /^-----(BEGIN|END) ([A-Z0-9][A-Z0-9 ]{0,60})-----$/.exec(line);
    if (boundary === null) {
      if (label !== undefined && line !== "") body.push(line);
      continue;
    }
    const [, kind, name = ""] = boundary;
    if (kind === "BEGIN") {
      if (label !== undefined) throw new InvalidArgumentError(`a PEM block ${label} has no end`);
      label = name;
      body = [];
    } else {
      if (label !== name) throw new InvalidArgumentError(`a PEM block ends as ${name} but began with another label`);
      blocks.push({ label, bytes: decode(label, body) });
      label = undefined;
    }
  }
  if (label !== undefined) throw new InvalidArgumentError(`a PEM block ${label} has no end`);
  return blocks;
}

/**
 * The certificates of a PEM text, each as its own PEM block. Other blocks are skipped; none at all is an
 * InvalidArgumentError.
 */
export function splitCertificates(text: string): string[] {
  const certificates = parsePem(text)
    .filter((block) => block.label === "CERTIFICATE")
    .map((block) => encodePem(block.label, block.bytes));
  if (certificates.length === 0) throw new InvalidArgumentError("no certificate in the PEM text");
  return certificates;
}

function decode(label: string, body: readonly string[]): Buffer {
  if (body.some((line) => /^Proc-Type:.*ENCRYPTED/i.test(line))) {
    throw new InvalidArgumentError(`the PEM block ${label} is encrypted; decrypt it first`);
  }
  const base64 = body.filter((line) => !line.includes(":")).join("");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 !== 0) {
    throw new InvalidArgumentError(`the PEM block ${label} is not base64`);
  }
  return Buffer.from(base64, "base64");
}

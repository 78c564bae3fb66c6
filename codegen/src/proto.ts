import type { ProtoFact } from "./facts.ts";

/** One `.proto` file. */
export interface ProtoFile {
  /** `k8s.io.api.core.v1`. */
  readonly package: string;
  /** Fields by their protobuf name. */
  readonly messages: ReadonlyMap<string, ReadonlyMap<string, ProtoFact>>;
}

/**
 * Reads the `.proto` files that Kubernetes generates: messages of plain fields, no nesting, no enums, no oneofs.
 * Anything else is an error, so a change of the format does not go unseen. Types lose the leading dot and the package
 * of the file itself.
 */
export function parseProto(text: string, where: string): ProtoFile {
  const messages = new Map<string, Map<string, ProtoFact>>();
  let current: Map<string, ProtoFact> | undefined;
  let own = "";
  const plain = text.replaceAll(/\/\*[\s\S]*?\*\//g, "");
  for (const [index, raw] of plain.split("\n").entries()) {
    const line = raw.replace(/\/\/.*$/, "").trim();
    if (line === "" || /^(syntax|import|option|reserved)\b/.test(line)) continue;
    const header = /^package (\S+);$/.exec(line);
    if (header) {
      own = `${header[1]}.`;
      continue;
    }
    const message = /^message (\w+) \{$/.exec(line);
    if (message && !current) {
      current = new Map();
      messages.set(message[1] as string, current);
      continue;
    }
    if (line === "}" && current) {
      current = undefined;
      continue;
    }
    const map = /^map<(\w+), ?([\w.]+)> (\w+) = (\d+);$/.exec(line);
    const field = /^(optional|required|repeated) ([\w.]+) (\w+) = (\d+);$/.exec(line);
    if (!current || (!map && !field)) throw new Error(`${where}: line ${index + 1} is not understood: ${line}`);
    if (map) current.set(map[3] as string, [Number(map[4]), `map<${map[1]},${local(map[2] as string, own)}>`]);
    if (field) {
      const type = local(field[2] as string, own);
      current.set(field[3] as string, [Number(field[4]), field[1] === "repeated" ? `repeated ${type}` : type]);
    }
  }
  return { package: own.slice(0, -1), messages };
}

function local(type: string, own: string): string {
  const bare = type.startsWith(".") ? type.slice(1) : type;
  return bare.startsWith(own) ? bare.slice(own.length) : bare;
}
